import type { Api, CallOptions } from '../api.ts';
import type { Answer, Body } from '../operation-types.ts';
import type { CaptionsWithCues, FitReport, StoredMapping } from '../types.ts';
import { type Resource, resourceOf } from './resource.ts';

const PATH = '/v2/mappings';

/** Stored mappings, and checks of mappings. `update` changes entries; `null` removes an entry. */
export type Mappings = Resource<typeof PATH, 'mapping'> & {
  /** Replaces a mapping. */
  replace(
    id: string,
    body: Body<'put', '/v2/mappings/{id}'>,
    options?: CallOptions,
  ): Promise<StoredMapping>;
  /** Checks a mapping with its media and texts, without a render. */
  validate(
    body: Body<'post', '/v2/mappings/validate'>,
    options?: CallOptions,
  ): Promise<Answer<'post', '/v2/mappings/validate'>>;
  /** Returns the cues of a mapping's captions: those of files, and words that are recognised in audio. */
  captions(body: Body<'post', '/v2/captions'>, options?: CallOptions): Promise<CaptionsWithCues[]>;
  /** Checks a stored mapping, against another version such as another size if one is given. */
  fitReport(id: string, templateStyleVersionId?: string, options?: CallOptions): Promise<FitReport>;
};

/** Returns the calls for stored mappings. */
export function mappingsOf(api: Api): Mappings {
  return {
    ...resourceOf(api, PATH, 'mapping'),
    replace: async (id, body, options) =>
      (await api.call('put', `${PATH}/{id}`, { ...options, id, body })).mapping,
    validate: (body, options) => api.post(`${PATH}/validate`, undefined, options, body),
    captions: async (body, options) =>
      (await api.post('/v2/captions', undefined, options, body)).captions,
    fitReport: async (id, version, options) => {
      const query = { template_style_version_id: version };
      return (await api.call('post', `${PATH}/{id}/fit-report`, { ...options, id, query }))
        .fit_report;
    },
  };
}
