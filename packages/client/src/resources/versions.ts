import type { Api, CallOptions } from '../api.ts';
import type { Answer } from '../operation-types.ts';
import type { TemplateStyleVersion } from '../types.ts';
import { type Resource, resourceOf } from './resource.ts';

const PATH = '/v2/template_style_versions';

export type VersionFilter = {
  template_id?: string | undefined;
  template_style_id?: string | undefined;
  language?: string | undefined;
  status?: TemplateStyleVersion['status'] | undefined;
  q?: string | undefined;
};

/** Template style versions. `templates.upload` creates them. */
export type Versions = Omit<
  Resource<typeof PATH, 'template_style_version', VersionFilter>,
  'create'
> & {
  /** The editables and fonts that a mapping can use. */
  specs(
    id: string,
    options?: CallOptions,
  ): Promise<Answer<'get', '/v2/template_style_versions/{id}/specs'>['style_version']>;
  /** The JSON Schema of the mapping. */
  schema(
    id: string,
    options?: CallOptions,
  ): Promise<Answer<'get', '/v2/template_style_versions/{id}/schema'>>;
  /** Imports the package of a failed version again, for example because the machine was busy. */
  retry(id: string, options?: CallOptions): Promise<TemplateStyleVersion>;
};

/** Returns the calls for versions of template styles. */
export function versionsOf(api: Api): Versions {
  return {
    ...resourceOf(api, PATH, 'template_style_version'),
    specs: async (id, options) => (await api.get(`${PATH}/{id}/specs`, id, options)).style_version,
    schema: (id, options) => api.get(`${PATH}/{id}/schema`, id, options),
    retry: async (id, options) =>
      (await api.post(`${PATH}/{id}/retry`, id, options)).template_style_version,
  };
}
