import { RESOURCES, type temporaryApi } from '../api.fixture.ts';

export const PATH = '/v2/render_sessions';

export const JSON_TYPE = { 'content-type': 'application/json' };

export type Api = Awaited<ReturnType<typeof temporaryApi>>;

export const post = (t: Api, body: unknown, headers: Record<string, string> = {}) =>
  t.send('POST', PATH, JSON.stringify(body), { ...JSON_TYPE, ...headers });

export const good = (changes: object = {}, mapping: object = {}) => ({
  title: 'For Zoë ',
  render: 'preview',
  mapping: { template_style_version_id: 'tsv_ready', resources: RESOURCES, ...mapping },
  ...changes,
});
