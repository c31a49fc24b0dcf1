/**
 * Templates, styles and versions can be removed: `deleted_at` hides a row whose files are being
 * removed, and that sessions and mappings may still name. `examples` is null for versions imported
 * before examples were stored.
 */
export const TEMPLATES = [
  'alter table templates add column updated_at bigint',
  'alter table templates add column deleted_at bigint',
  'alter table template_styles add column deleted_at bigint',
  'alter table template_style_versions add column deleted_at bigint',
  'alter table template_style_versions add column examples text',
  'alter table uploads add column filename text',
  'create index templates_by_account on templates (account_id, created_at, id)',
  'create index template_styles_by_template on template_styles (template_id, created_at, id)',
  'create index template_style_versions_by_account on template_style_versions (account_id, created_at, id)',
  'create index template_style_versions_by_template on template_style_versions (template_id)',
  'create index template_style_versions_by_style on template_style_versions (template_style_id, language, created_at)',
  'create index template_style_versions_deleted on template_style_versions (id) where deleted_at is not null',
  'create index render_sessions_by_version on render_sessions (template_style_version_id, status)',
  'create index mappings_by_version on mappings (template_style_version_id)',
  'create index uploads_by_account on uploads (account_id, created_at, id)',
];
