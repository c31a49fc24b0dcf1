export const SESSIONS = '/v2/render_sessions';

export const VERSION = { template_style_version_id: 'tsv_ready', missing: 'example' };

export const session = (changes: object, mapping: object = {}) => ({
  title: 'x',
  mapping: { ...VERSION, resources: {}, ...mapping },
  ...changes,
});
