import { saveFile } from '#platform';
import type { Api, CallOptions } from '../api.ts';
import { FramepressError, RenderFailedError } from '../errors.ts';
import type { DownloadOptions } from '../files.ts';
import type {
  CaptionsWithCues,
  EditedCaptions,
  RenderSession,
  RenderSessionCopy,
  RenderSessionCreate,
  RenderSessionSummary,
  RenderSessionUpdate,
  RenderStatus,
} from '../types.ts';
import { type Waitable, type WaitOptions, waitable, withTimeLimit } from '../wait.ts';
import { type RenderProgress, watchSession } from '../watch.ts';
import type { List, ListOptions, PageQuery } from './pages.ts';
import { resourceOf } from './resource.ts';

const PATH = '/v2/render_sessions';

export type RenderKind = 'preview' | 'final';

/** All statuses of a session, in the order of its renders. */
export const RENDER_STATUSES = /* @__PURE__ */ Object.keys({
  draft: true,
  preview_rendering: true,
  preview_rendered: true,
  final_rendering: true,
  final_rendered: true,
  failed: true,
  canceled: true,
} satisfies Record<RenderStatus, true>) as readonly RenderStatus[];

/** Filters of a list of sessions. Several statuses match sessions with any of them. */
export type RenderFilter = {
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

/** `file` names an output, such as `video_2`, or captions, such as `captions.vtt`. Default: the video. */
export type VideoOptions = DownloadOptions & { file?: string | undefined };

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
  /** Returns the response with the video. */
  download(options?: VideoOptions): Promise<Response>;
  /** Writes the video to a path (Node, Deno and Bun). */
  save(path: string, options?: VideoOptions): Promise<void>;
};

export type PendingRender = Waitable<Render, RenderProgress, RenderSession>;

/** Render sessions. */
export type Renders = {
  /** Creates a session; with `render` it also starts. */
  create(body: RenderSessionCreate, options?: CallOptions): PendingRender;
  get(id: string, options?: CallOptions): PendingRender;
  /** All sessions, newest first. */
  list(filter?: PageQuery & RenderFilter, options?: ListOptions): List<RenderSessionSummary>;
  /** Changes a session. Only a draft can get another mapping or output. */
  update(id: string, body: RenderSessionUpdate, options?: CallOptions): PendingRender;
  /** Creates a session from another one, with changes. */
  copy(id: string, changes?: RenderSessionCopy, options?: CallOptions): PendingRender;
  /** Starts a draft, or the final of a rendered preview. */
  start(id: string, render: RenderKind, options?: CallOptions): PendingRender;
  cancel(id: string, options?: CallOptions): PendingRender;
  /** Renders a failed session again, from what is done already. */
  retry(id: string, options?: CallOptions): PendingRender;
  /** Removes a session with its files. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Yields the progress until the session has ended, and returns the session. */
  watch(
    id: string,
    options?: Pick<CallOptions, 'signal'>,
  ): AsyncGenerator<RenderProgress, RenderSession>;
  /** Resolves with the rendered session. Throws a `RenderFailedError` for any other end. */
  wait(id: string, options?: WaitOptions<RenderProgress>): Promise<RenderSession>;
  /** Returns the captions of a session with their cues. */
  captions(id: string, options?: CallOptions): Promise<CaptionsWithCues[]>;
  /** Changes the cues of all captions, in their order. The next render draws them. */
  updateCaptions(
    id: string,
    captions: readonly EditedCaptions[],
    options?: CallOptions,
  ): Promise<CaptionsWithCues[]>;
  /** Returns the response with the video. */
  download(id: string, options?: VideoOptions): Promise<Response>;
  /** Writes the video to a path (Node, Deno and Bun). */
  save(id: string, path: string, options?: VideoOptions): Promise<void>;
};

type SessionAnswer = {
  render_session: RenderSession;
  edit_token?: string;
  webhook_secret?: string;
};

/** The calls of a `Render`, which are those of `Renders` with its id. */
const CALLS = ['wait', 'start', 'cancel', 'retry', 'download', 'save'] as const;

/** Returns the address of captions such as `captions_2.srt`, whose name is the end of it. */
function captionsUrl({ captions }: RenderSession, file: string): string | undefined {
  const urls = captions.flatMap((track) => [track.webvtt_url, track.srt_url]);
  return urls.find((url) => new URL(url).pathname.endsWith(`/${file}`));
}

/** Returns the calls for render sessions. A `Render` has the calls of `CALLS` bound to its id. */
export function rendersOf(api: Api): Renders {
  const pending = (answer: Promise<SessionAnswer>): PendingRender =>
    waitable(answer.then(renderOf));
  const renderOf = (answer: SessionAnswer): Render => {
    const { render_session: session } = answer;
    const { id } = session;
    const boundCalls = CALLS.map((name) => [
      name,
      (...parameters: never[]) => loose[name]?.(id, ...parameters),
    ]);
    return {
      id,
      session,
      editToken: answer.edit_token,
      webhookSecret: answer.webhook_secret,
      ...(Object.fromEntries(boundCalls) as Pick<Render, (typeof CALLS)[number]>),
    };
  };
  const act =
    (action: 'cancel' | 'retry') =>
    (id: string, options?: CallOptions): PendingRender =>
      pending(api.post(`${PATH}/{id}/${action}`, id, options));
  const videoUrl = async (id: string, { file, signal }: VideoOptions): Promise<string> => {
    const { session } = await renders.get(id, { signal });
    const output = session.outputs.find((each) => each.file === file);
    const url = file ? (output?.url ?? captionsUrl(session, file)) : session.video_url;
    if (url) return url;
    throw new FramepressError(`${id} has no file ${file ?? 'video'}.`, { code: 'file_missing' });
  };
  const { list, delete: remove } = resourceOf<typeof PATH, 'render_session', RenderFilter>(
    api,
    PATH,
    'render_session',
  );

  const renders: Renders = {
    list,
    delete: remove,
    create: (body, options) => pending(api.post(PATH, undefined, options, body)),
    get: (id, options) => pending(api.get(`${PATH}/{id}`, id, options)),
    update: (id, body, options) =>
      pending(api.call('patch', `${PATH}/{id}`, { ...options, id, body })),
    copy: (id, changes = {}, options) =>
      pending(api.post(`${PATH}/{id}/copy`, id, options, changes)),
    start: (id, render, options) =>
      pending(api.post(`${PATH}/{id}/render`, id, options, { render })),
    cancel: act('cancel'),
    retry: act('retry'),
    captions: async (id, options) => (await api.get(`${PATH}/{id}/captions`, id, options)).captions,
    updateCaptions: async (id, captions, options) => {
      const body = { captions: [...captions] };
      return (await api.call('put', `${PATH}/{id}/captions`, { ...options, id, body })).captions;
    },
    watch: (id, options) => watchSession(api, id, options?.signal),
    wait: (id, { onProgress, ...limits } = {}) =>
      withTimeLimit(limits, `Render session ${id}`, async (signal) => {
        const events = watchSession(api, id, signal);
        for (;;) {
          const { done: isDone, value } = await events.next();
          if (!isDone) onProgress?.(value);
          else if (value.status.endsWith('_rendered')) return value;
          else throw new RenderFailedError(value);
        }
      }),
    download: async (id, options = {}) =>
      api.download(await videoUrl(id, options), {}, options.signal),
    save: async (id, path, options = {}) => {
      const url = await videoUrl(id, options);
      await saveFile(path, (headers) => api.download(url, headers, options.signal), options);
    },
  };
  const loose = renders as unknown as Record<
    string,
    (id: string, ...parameters: never[]) => unknown
  >;
  return renders;
}
