import type { CallOptions } from '../api.ts';

/** One page of a list. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** The parameters of all lists. */
export type PageQuery = {
  /** Items in each page, 1 to 100. */
  limit?: number | undefined;
  /** The `nextCursor` of an earlier page. */
  cursor?: string | undefined;
};

/** All items of a list; the pages are requested while the items are read. */
export type List<Item> = AsyncIterable<Item> & {
  /** The list page by page. */
  pages(): AsyncIterable<Page<Item>>;
  /** Reads at most `max` items into an array. */
  toArray(max?: number): Promise<Item[]>;
};

export type ListOptions = Pick<CallOptions, 'signal' | 'timeoutMs'>;

/** Returns a list whose pages `read` requests. */
export function listOf<Item>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): List<Item> {
  async function* pages() {
    let next = cursor;
    do {
      const page = await read(next);
      yield page;
      next = page.nextCursor ?? undefined;
    } while (next);
  }
  async function* items() {
    for await (const page of pages()) yield* page.items;
  }
  return {
    [Symbol.asyncIterator]: items,
    pages,
    toArray: async (max = Number.POSITIVE_INFINITY) => {
      const allItems: Item[] = [];
      for await (const item of items()) if (allItems.push(item) >= max) break;
      return allItems;
    },
  };
}
