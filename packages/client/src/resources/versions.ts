import type { Api, CallOptions } from '../api.ts';
import type { Answer, Body } from '../operation-types.ts';
import type { TemplateDraft, TemplateStyleVersion } from '../types.ts';
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
  /** Proposes settings that make the package editable, and lists all contents. */
  draft(id: string, options?: CallOptions): Promise<TemplateDraft>;
  /** Draws a frame with other settings. `type` of the Blob is the type of the image. */
  draftStill(
    id: string,
    body: Body<'post', '/v2/template_style_versions/{id}/draft/stills'>,
    options?: CallOptions,
  ): Promise<Blob>;
  /** Adds a version with other settings and files. `templates.wait` waits for its import. */
  createFromSettings(
    id: string,
    body: Body<'post', '/v2/template_style_versions/{id}/versions'>,
    options?: CallOptions,
  ): Promise<TemplateStyleVersion>;
};

/** Returns the calls for versions of template styles. */
export function versionsOf(api: Api): Versions {
  return {
    ...resourceOf(api, PATH, 'template_style_version'),
    specs: async (id, options) => (await api.get(`${PATH}/{id}/specs`, id, options)).style_version,
    schema: (id, options) => api.get(`${PATH}/{id}/schema`, id, options),
    retry: async (id, options) =>
      (await api.post(`${PATH}/{id}/retry`, id, options)).template_style_version,
    draft: async (id, options) => (await api.get(`${PATH}/{id}/draft`, id, options)).template_draft,
    draftStill: async (id, body, options) =>
      (await api.open('post', `${PATH}/{id}/draft/stills`, { ...options, id, body })).blob(),
    createFromSettings: async (id, body, options) =>
      (await api.post(`${PATH}/{id}/versions`, id, options, body)).template_style_version,
  };
}
