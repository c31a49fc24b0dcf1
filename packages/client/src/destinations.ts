import type { Api, CallOptions } from './api.ts';
import type { Answer, Body } from './operation-types.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import type { Destination } from './types.ts';

const PATH = '/v2/destinations';

/** Storage for finished videos, with its credentials. */
export type Destinations = ReturnType<typeof destinationsOf>;

export function destinationsOf(api: Api) {
  return {
    create: async (body: Body<'post', typeof PATH>, options?: CallOptions): Promise<Destination> =>
      (await api.call('post', PATH, { ...options, body })).destination,

    get: async (id: string, options?: CallOptions): Promise<Destination> =>
      (await api.call('get', `${PATH}/{id}`, { ...options, id })).destination,

    list: ({ cursor, ...filter }: PageQuery = {}, options?: ListOptions): List<Destination> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', PATH, { ...options, query });
        return { items: page.destinations, nextCursor: page.next_cursor };
      }),

    update: async (
      id: string,
      body: Body<'patch', '/v2/destinations/{id}'>,
      options?: CallOptions,
    ): Promise<Destination> =>
      (await api.call('patch', `${PATH}/{id}`, { ...options, id, body })).destination,

    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id });
    },

    /** Writes, reads and deletes a small file. */
    test: async (
      id: string,
      options?: CallOptions,
    ): Promise<Answer<'post', '/v2/destinations/{id}/test'>['test']> =>
      (await api.call('post', `${PATH}/{id}/test`, { ...options, id })).test,
  };
}
