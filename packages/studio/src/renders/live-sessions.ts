import type { Framepress, RenderProgress, RenderSession } from '@framepress/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Browsers open six connections to a service over HTTP/1.1, in all tabs together. Two streams of sessions and
 * that of the account leave three for requests.
 */
const MAX_WATCHED = 2;
const REFRESH_MS = 700;
/** How often the list is read without the stream of the account. */
const POLL_MS = 5000;

export type LiveOptions = {
  app: () => { client: Framepress; server: string; session: { isAdmin: boolean } };
  /** The sessions to watch, the most important first. */
  wanted: (max: number) => readonly string[];
  onProgress: (id: string, progress: RenderProgress) => void;
  onSession: (session: RenderSession) => void;
  /** Something changed in the account: the list is to be read again. */
  onChange: () => void;
};

/** Follows the sessions of a list over events while its page is visible. */
export class LiveSessions implements ReactiveController {
  readonly #options: LiveOptions;
  readonly #watched = new Map<string, AbortController>();
  #events: EventSource | undefined;
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;
  #isRunning = false;

  constructor(host: ReactiveControllerHost, options: LiveOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#followVisibility);
    queueMicrotask(this.#followVisibility);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#followVisibility);
    this.#stop();
  }

  hostUpdated(): void {
    if (this.#isRunning) this.#watchWanted();
  }

  #followVisibility = () => {
    if (document.hidden) return this.#stop();
    if (this.#isRunning) return;
    this.#isRunning = true;
    // What changed meanwhile is not in the streams.
    this.#options.onChange();
    const { server, session } = this.#options.app();
    // Only admins may read the events of the account.
    const events = session.isAdmin ? new EventSource(`${server}/v2/webhook_events`) : undefined;
    this.#events = events;
    for (const type of ['render_session.status.changed', 'batch.completed', 'batch.waiting'])
      events?.addEventListener(type, this.#changed);
    this.#poll = setInterval(() => {
      if (events?.readyState !== EventSource.OPEN) this.#options.onChange();
    }, POLL_MS);
    this.#watchWanted();
  };

  /** Closes all streams and ends the timers, so that other tabs have the connections. */
  #stop(): void {
    this.#isRunning = false;
    this.#events?.close();
    clearTimeout(this.#refresh);
    clearInterval(this.#poll);
    this.#refresh = undefined;
    for (const watching of this.#watched.values()) watching.abort();
    this.#watched.clear();
  }

  /** Many events in a row are one change. */
  #changed = () => {
    this.#refresh ??= setTimeout(() => {
      this.#refresh = undefined;
      this.#options.onChange();
    }, REFRESH_MS);
  };

  /** Watches the sessions that are wanted now, and no others. */
  #watchWanted(): void {
    const ids = this.#options.wanted(MAX_WATCHED);
    for (const [id, watching] of this.#watched) {
      if (ids.includes(id)) continue;
      watching.abort();
      this.#watched.delete(id);
    }
    for (const id of ids) if (!this.#watched.has(id)) void this.#follow(id);
  }

  /**
   * Reports the progress of a session until it has ended. An error ends it, and the list is read
   * again.
   */
  async #follow(id: string): Promise<void> {
    const watching = new AbortController();
    this.#watched.set(id, watching);
    const { signal } = watching;
    try {
      const events = this.#options.app().client.renders.watch(id, { signal });
      for (;;) {
        const { done: isDone, value } = await events.next();
        if (signal.aborted) return;
        if (isDone) {
          this.#options.onSession(value);
          break;
        }
        this.#options.onProgress(id, value);
      }
    } catch {
      // The list is read again, and shows what became of the session.
      if (!signal.aborted) this.#changed();
    } finally {
      if (this.#watched.get(id) === watching && this.#isRunning) this.#watched.delete(id);
    }
  }
}
