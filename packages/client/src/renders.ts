import type { Api, CallOptions } from './api.ts';
import { type DownloadOptions, saveUrl } from './download.ts';
import { FramepressError, RenderFailedError } from './errors.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import type {
  RenderSession,
  RenderSessionCopy,
  RenderSessionCreate,
  RenderSessionSummary,
  RenderSessionUpdate,
  RenderStatus,
} from './types.ts';
import { type Waitable, type WaitOptions, waitable, withTimeLimit } from './wait.ts';
import { type RenderProgress, watchSession } from './watch.ts';

const PATH = '/v2/render_sessions';

export type RenderKind = 'preview' | 'final';

/** Which sessions a list contains. Several statuses match sessions with any of them. */
export type RenderFilter = PageQuery & {
  status?: RenderStatus | readonly RenderStatus[] | undefined;
  external_id?: string | undefined;
  template_style_version_id?: string | undefined;
  template_id?: string | undefined;
  batch_id?: string | undefined;
  created_after?: Date | string | undefined;
  created_before?: Date | string | undefined;
  updated_after?: Date | string | undefined;
  updated_before?: Date | string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  /** A part of the title. */
  q?: string | undefined;
};

/** A session at the time of the request that returned it. */
export type Render = {
  readonly id: string;
  readonly session: RenderSession;
  /** The token for this session alone, if `edit_token` was requested. */
  readonly editToken: string | undefined;
  /** The new secret of `webhook_url`. */
  readonly webhookSecret: string | undefined;
  /** Resolves with the rendered session. Throws a `RenderFailedError` for any other end. */
  wait(options?: WaitOptions<RenderProgress>): Promise<RenderSession>;
  start(render: RenderKind, options?: CallOptions): PendingRender;
  cancel(options?: CallOptions): PendingRender;
  retry(options?: CallOptions): PendingRender;
  /** Returns the response with the video; `file` names another output. */
  download(options?: DownloadOptions & { file?: string | undefined }): Promise<Response>;
  /** Writes the video to a path (Node, Deno and Bun). */
  save(path: string, options?: DownloadOptions & { file?: string | undefined }): Promise<void>;
};

export type PendingRender = Waitable<Render, RenderProgress, RenderSession>;

/** Render sessions. */
export type Renders = ReturnType<typeof rendersOf>;

type SessionAnswer = {
  render_session: RenderSession;
  edit_token?: string;
  webhook_secret?: string;
};

export function rendersOf(api: Api) {
  const pending = (answer: Promise<SessionAnswer>): PendingRender =>
    waitable(answer.then(renderOf));

  const renderOf = (answer: SessionAnswer): Render => {
    const { render_session: session } = answer;
    const { id } = session;
    return {
      id,
      session,
      editToken: answer.edit_token,
      webhookSecret: answer.webhook_secret,
      wait: (options) => renders.wait(id, options),
      start: (render, options) => renders.start(id, render, options),
      cancel: (options) => renders.cancel(id, options),
      retry: (options) => renders.retry(id, options),
      download: (options) => renders.download(id, options),
      save: (path, options) => renders.save(id, path, options),
    };
  };

  const renders = {
    /** Creates a session; with `render` it also starts. */
    create: (body: RenderSessionCreate, options?: CallOptions): PendingRender =>
      pending(api.call('post', PATH, { ...options, body })),

    get: async (id: string, options?: CallOptions): Promise<Render> =>
      renderOf(await api.call('get', `${PATH}/{id}`, { ...options, id })),

    /** All sessions, newest first. */
    list: (
      { cursor, ...filter }: RenderFilter = {},
      options?: ListOptions,
    ): List<RenderSessionSummary> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', PATH, { ...options, query });
        return { items: page.render_sessions, nextCursor: page.next_cursor };
      }),

    /** Changes a session. Only a draft can get another mapping or output. */
    update: async (id: string, body: RenderSessionUpdate, options?: CallOptions): Promise<Render> =>
      renderOf(await api.call('patch', `${PATH}/{id}`, { ...options, id, body })),

    /** Creates a session from another one, with changes. */
    copy: (id: string, changes: RenderSessionCopy = {}, options?: CallOptions): PendingRender =>
      pending(api.call('post', `${PATH}/{id}/copy`, { ...options, id, body: changes })),

    /** Starts a draft, or the final of a rendered preview. */
    start: (id: string, render: RenderKind, options?: CallOptions): PendingRender =>
      pending(api.call('post', `${PATH}/{id}/render`, { ...options, id, body: { render } })),

    cancel: (id: string, options?: CallOptions): PendingRender =>
      pending(api.call('post', `${PATH}/{id}/cancel`, { ...options, id })),

    /** Renders a failed session again, from what is done already. */
    retry: (id: string, options?: CallOptions): PendingRender =>
      pending(api.call('post', `${PATH}/{id}/retry`, { ...options, id })),

    /** Removes a session with its files. */
    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id });
    },

    /** Yields the progress until the session has ended, and returns the session. */
    watch: (
      id: string,
      { signal }: Pick<CallOptions, 'signal'> = {},
    ): AsyncGenerator<RenderProgress, RenderSession> => watchSession(api, id, signal),

    /** Resolves with the rendered session. Throws a `RenderFailedError` for any other end. */
    wait: (
      id: string,
      { onProgress, ...limits }: WaitOptions<RenderProgress> = {},
    ): Promise<RenderSession> =>
      withTimeLimit(limits, `Render session ${id}`, async (signal) => {
        const events = watchSession(api, id, signal);
        for (;;) {
          const { done, value } = await events.next();
          if (!done) onProgress?.(value);
          else if (value.status.endsWith('_rendered')) return value;
          else throw new RenderFailedError(value);
        }
      }),

    /** Returns the response with the video; `file` names another output, such as `video_2`. */
    download: async (
      id: string,
      { file, signal }: DownloadOptions & { file?: string | undefined } = {},
    ): Promise<Response> => api.download(await videoUrl(id, file, signal), { signal }),

    /** Writes the video to a path (Node, Deno and Bun). */
    save: async (
      id: string,
      path: string,
      { file, ...options }: DownloadOptions & { file?: string | undefined } = {},
    ): Promise<void> => saveUrl(api, await videoUrl(id, file, options.signal), path, options),
  };

  const videoUrl = async (id: string, file: string | undefined, signal?: AbortSignal) => {
    const { session } = await renders.get(id, { signal });
    const output = file === undefined ? undefined : session.outputs.find((o) => o.file === file);
    const url = file === undefined ? session.video_url : output?.url;
    if (typeof url === 'string') return url;
    const names = session.outputs.map((o) => o.file).join(', ') || 'none';
    throw new FramepressError(
      `Render session ${id} has no file "${file ?? 'video'}". Its files: ${names}.`,
      { code: 'file_missing' },
    );
  };

  return renders;
}
