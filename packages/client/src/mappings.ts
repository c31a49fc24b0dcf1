import type { Api, CallOptions } from './api.ts';
import type { Answer, Body } from './operation-types.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import type { FitReport, StoredMapping } from './types.ts';

const PATH = '/v2/mappings';

/** Stored mappings, and checks of mappings. */
export type Mappings = ReturnType<typeof mappingsOf>;

export function mappingsOf(api: Api) {
  return {
    create: async (
      body: Body<'post', '/v2/mappings'>,
      options?: CallOptions,
    ): Promise<StoredMapping> => (await api.call('post', PATH, { ...options, body })).mapping,

    get: async (id: string, options?: CallOptions): Promise<StoredMapping> =>
      (await api.call('get', `${PATH}/{id}`, { ...options, id })).mapping,

    list: (
      { cursor, ...filter }: PageQuery = {},
      options?: ListOptions,
    ): List<Answer<'get', '/v2/mappings'>['mappings'][number]> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', PATH, { ...options, query });
        return { items: page.mappings, nextCursor: page.next_cursor };
      }),

    /** Replaces a mapping. */
    replace: async (
      id: string,
      body: Body<'put', '/v2/mappings/{id}'>,
      options?: CallOptions,
    ): Promise<StoredMapping> =>
      (await api.call('put', `${PATH}/{id}`, { ...options, id, body })).mapping,

    /** Changes single entries; `null` removes an entry. */
    update: async (
      id: string,
      body: Body<'patch', '/v2/mappings/{id}'>,
      options?: CallOptions,
    ): Promise<StoredMapping> =>
      (await api.call('patch', `${PATH}/{id}`, { ...options, id, body })).mapping,

    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id });
    },

    /** Checks a mapping with its media and texts, without a render. */
    validate: (
      body: Body<'post', '/v2/mappings/validate'>,
      options?: CallOptions,
    ): Promise<Answer<'post', '/v2/mappings/validate'>> =>
      api.call('post', `${PATH}/validate`, { ...options, body }),

    /** Checks a stored mapping against another version, such as another size. */
    fitReport: async (
      id: string,
      templateStyleVersionId?: string,
      options?: CallOptions,
    ): Promise<FitReport> => {
      const query = { template_style_version_id: templateStyleVersionId };
      return (await api.call('post', `${PATH}/{id}/fit-report`, { ...options, id, query }))
        .fit_report;
    },
  };
}
