import type { List } from '@framepress/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Reads a list page by page while it is scrolled. A new search begins it anew. */
export class PagedList<Item> implements ReactiveController {
  items: readonly Item[] = [];
  hasMore = false;
  isLoading = true;
  error: unknown;
  readonly #host: ReactiveControllerHost;
  readonly #open: (signal: AbortSignal) => List<Item>;
  #pages: AsyncIterator<{ items: Item[]; nextCursor: string | null }> | undefined;
  #running = new AbortController();

  constructor(host: ReactiveControllerHost, open: (signal: AbortSignal) => List<Item>) {
    this.#host = host;
    this.#open = open;
    host.addController(this);
  }

  hostConnected(): void {
    queueMicrotask(() => void this.reload());
  }

  hostDisconnected(): void {
    this.#running.abort();
  }

  /** Reads the first page. The former items stay until it is there. */
  async reload(): Promise<void> {
    this.#running.abort();
    this.#running = new AbortController();
    this.#pages = this.#open(this.#running.signal).pages()[Symbol.asyncIterator]();
    await this.#read([]);
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    if (!this.isLoading && this.hasMore) await this.#read(this.items);
  }

  /** Replaces or removes items without a request. */
  replace(items: readonly Item[]): void {
    this.items = items;
    this.#host.requestUpdate();
  }

  async #read(before: readonly Item[]): Promise<void> {
    const { signal } = this.#running;
    this.isLoading = true;
    this.error = undefined;
    this.#host.requestUpdate();
    try {
      const page = await this.#pages?.next();
      if (signal.aborted) return;
      const { items = [], nextCursor = null } = page?.done ? {} : (page?.value ?? {});
      this.items = [...before, ...items];
      this.hasMore = nextCursor !== null;
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      // A list that failed cannot go on.
      this.hasMore = false;
    }
    this.isLoading = false;
    this.#host.requestUpdate();
  }
}
