import type { List, Page } from '@framepress/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A search may answer with few items of a page, so several pages are read at once. */
const MAX_EMPTY_PAGES = 5;

/**
 * Reads a list page by page while it is scrolled. A new search begins it anew. Without a list to open, it
 * is empty.
 */
export class PagedList<Item extends { id: string }> implements ReactiveController {
  items: readonly Item[] = [];
  /** Whether `items` were read at least once. */
  isLoaded = false;
  hasMore = false;
  isLoading = true;
  error: unknown;
  readonly #host: ReactiveControllerHost;
  readonly #open: (signal: AbortSignal) => List<Item> | undefined;
  #pages: AsyncIterator<Page<Item>> | undefined;
  #running = new AbortController();

  constructor(host: ReactiveControllerHost, open: (signal: AbortSignal) => List<Item> | undefined) {
    this.#host = host;
    this.#open = open;
    host.addController(this);
  }

  /** Reads after the properties of the element are set. */
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
    this.#pages = this.#open(this.#running.signal)?.pages()[Symbol.asyncIterator]();
    if (this.#pages) return this.#readPage([]);
    this.isLoaded = false;
    this.isLoading = false;
    this.hasMore = false;
    this.replace([]);
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    if (!this.isLoading && this.hasMore) await this.#readPage(this.items);
  }

  /**
   * Merges the first page as it is now. Nothing happens while a page is being read. After a
   * failure, the next call tries again.
   */
  async refresh(merge: (items: readonly Item[], page: Page<Item>) => readonly Item[]) {
    if (!this.isLoaded || this.isLoading) return;
    const { signal } = this.#running;
    try {
      const { value: page } =
        (await this.#open(signal)?.pages()[Symbol.asyncIterator]().next()) ?? {};
      if (signal.aborted || !page) return;
      if (page.nextCursor === null) this.hasMore = false;
      this.replace(merge(this.items, page));
    } catch {
      // What is shown stays.
    }
  }

  /** Replaces or removes items without a request. */
  replace(items: readonly Item[]): void {
    this.items = items;
    this.#host.requestUpdate();
  }

  /**
   * Appends the next page to the given items, which are none for the first page. After a failure,
   * only `reload` reads again.
   */
  async #readPage(formerItems: readonly Item[]): Promise<void> {
    const { signal } = this.#running;
    this.isLoading = true;
    this.error = undefined;
    this.#host.requestUpdate();
    try {
      const page = await this.#nextPage();
      if (signal.aborted) return;
      // Items may have been added meanwhile, which shifts the pages.
      const former = new Set(formerItems.map(({ id }) => id));
      this.items = [...formerItems, ...page.items.filter(({ id }) => !former.has(id))];
      this.hasMore = page.nextCursor !== null;
      this.isLoaded = true;
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      // A list that failed cannot go on.
      this.hasMore = false;
    }
    this.isLoading = false;
    this.#host.requestUpdate();
  }

  /**
   * Returns the next page with items, or the last page that was read: at most `MAX_EMPTY_PAGES` are
   * read at once.
   */
  async #nextPage(): Promise<Page<Item>> {
    let page: Page<Item> = { items: [], nextCursor: null };
    for (let count = 0; count < MAX_EMPTY_PAGES && page.items.length === 0; count++) {
      const { done: isDone, value } = (await this.#pages?.next()) ?? {};
      if (isDone || !value) return page;
      page = value;
    }
    return page;
  }
}
