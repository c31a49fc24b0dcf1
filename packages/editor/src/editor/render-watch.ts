import { RenderFailedError, type RenderProgress } from '@framepress/client';
import type { EditorApi } from '../api/editor-api.ts';
import type { RenderSession, Session } from '../api/types.ts';
import { failureKind } from '../draft/failure.ts';

type Host = {
  update(): void;
  onRendered(session: RenderSession): void;
  onError(error: unknown): void;
};

/** The render of the opened session: starts it, follows its progress, and has its result. */
export class RenderWatch {
  progress: RenderProgress | undefined;
  rendered: RenderSession | undefined;
  /** Why no render could be started. */
  error: unknown;
  /** This page has started a render, which may not be in the opened session yet. */
  isStarted = false;
  /** The end of a render is waited for. */
  isWatching = false;
  readonly #api: EditorApi;
  readonly #host: Host;
  readonly #opened: { session: Session | undefined };
  readonly #signal: AbortSignal;
  #whenRetried = Promise.withResolvers<void>();

  constructor(
    api: EditorApi,
    host: Host,
    opened: { session: Session | undefined },
    signal: AbortSignal,
  ) {
    this.#api = api;
    this.#host = host;
    this.#opened = opened;
    this.#signal = signal;
  }

  async start(id: string, kind: 'preview' | 'final'): Promise<void> {
    await this.#api.startRender(id, kind, { signal: this.#signal });
    this.isStarted = true;
    this.rendered = undefined;
  }

  /** A session that was opened may have been rendered, or its render is in progress. */
  show(session: Session): void {
    if (session.video_url !== null || session.status === 'failed') this.rendered = session;
    if (!session.status.endsWith('_rendering')) return;
    this.watchToEnd(session.id).catch((error: unknown) => this.#host.onError(error));
  }

  /**
   * Keeps the session in `rendered` when its render has ended, also if it failed. Then reads the
   * opened session again, because its status says whether it can be edited. Throws
   * `RenderFailedError`, errors of the API and aborts.
   */
  async watchToEnd(id: string): Promise<RenderSession> {
    this.isWatching = true;
    try {
      this.rendered = await this.#watch(id);
      this.#host.onRendered(this.rendered);
      return this.rendered;
    } catch (error) {
      if (error instanceof RenderFailedError) this.rendered = error.session;
      throw error;
    } finally {
      this.isWatching = false;
      this.progress = undefined;
      this.isStarted = false;
      if (!this.#signal.aborted)
        this.#opened.session = await this.#api.session(id).catch(() => this.#opened.session);
      this.#host.update();
    }
  }

  /** Reports progress until the render ends. Waits for a new token if the token ends before. */
  async #watch(id: string): Promise<RenderSession> {
    const signal = this.#signal;
    const onProgress = (progress: RenderProgress) => {
      this.progress = progress;
      this.#host.update();
    };
    for (;;) {
      // The new token may be there before the error for the former one.
      const { promise: retried } = this.#whenRetried;
      try {
        return await this.#api.watch(id, { signal, onProgress });
      } catch (error) {
        if (failureKind(error) !== 'ended' || signal.aborted) throw error;
        await retried;
        signal.throwIfAborted();
      }
    }
  }

  /**
   * Lets `#watch` try again that waits for a new token. Later waits need another call. The end of the
   * editing also calls it, so that `#watch` ends.
   */
  retry(): void {
    this.#whenRetried.resolve();
    this.#whenRetried = Promise.withResolvers<void>();
  }
}
