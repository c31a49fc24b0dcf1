import type { Api, CallOptions } from './api.ts';
import type { Answer } from './operation-types.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import type { TemplateStyleVersion, TemplateStyleVersionSummary } from './types.ts';

const PATH = '/v2/template_style_versions';

export type VersionFilter = PageQuery & {
  template_id?: string | undefined;
  template_style_id?: string | undefined;
  language?: string | undefined;
  status?: TemplateStyleVersion['status'] | undefined;
  q?: string | undefined;
};

/** Template style versions. */
export type Versions = ReturnType<typeof versionsOf>;

export function versionsOf(api: Api) {
  return {
    get: async (id: string, options?: CallOptions): Promise<TemplateStyleVersion> =>
      (await api.call('get', `${PATH}/{id}`, { ...options, id })).template_style_version,

    /** The editables and fonts that a mapping can use. */
    specs: async (
      id: string,
      options?: CallOptions,
    ): Promise<Answer<'get', '/v2/template_style_versions/{id}/specs'>['style_version']> =>
      (await api.call('get', `${PATH}/{id}/specs`, { ...options, id })).style_version,

    /** The JSON Schema of the mapping. */
    schema: (
      id: string,
      options?: CallOptions,
    ): Promise<Answer<'get', '/v2/template_style_versions/{id}/schema'>> =>
      api.call('get', `${PATH}/{id}/schema`, { ...options, id }),

    list: (
      { cursor, ...filter }: VersionFilter = {},
      options?: ListOptions,
    ): List<TemplateStyleVersionSummary> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', PATH, { ...options, query });
        return { items: page.template_style_versions, nextCursor: page.next_cursor };
      }),

    rename: async (
      id: string,
      name: string,
      options?: CallOptions,
    ): Promise<TemplateStyleVersion> =>
      (await api.call('patch', `${PATH}/{id}`, { ...options, id, body: { name } }))
        .template_style_version,

    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id });
    },
  };
}
