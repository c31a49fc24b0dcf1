/**
 * Templates, styles and versions can be removed: `deleted_at` hides a row whose files are being
 * removed, and that sessions and mappings may still name. `examples` is null for versions imported
 * before examples were stored. Templates and styles without a name get that of a version, as an
 * import now gives it to them.
 */
export const TEMPLATES = [
  'alter table templates add column updated_at bigint',
  'alter table templates add column deleted_at bigint',
  'alter table template_styles add column deleted_at bigint',
  'alter table template_style_versions add column deleted_at bigint',
  'alter table template_style_versions add column examples text',
  'alter table uploads add column filename text',
  `update templates set name = coalesce((
      select v.name from template_style_versions as v
      where v.template_id = templates.id and v.name <> '' order by v.created_at limit 1
    ), '') where name = ''`,
  `update template_styles set name = coalesce((
      select v.name from template_style_versions as v
      where v.template_style_id = template_styles.id and v.name <> '' order by v.created_at limit 1
    ), '') where name = ''`,
  'create index templates_by_account on templates (account_id, created_at, id)',
  'create index template_styles_by_template on template_styles (template_id, created_at, id)',
  'create index template_style_versions_by_account on template_style_versions (account_id, created_at, id)',
  'create index template_style_versions_by_template on template_style_versions (template_id)',
  'create index template_style_versions_by_style on template_style_versions (template_style_id, language, created_at)',
  'create index template_style_versions_deleted on template_style_versions (id) where deleted_at is not null',
  'create index render_sessions_by_version on render_sessions (template_style_version_id, status)',
  'create index mappings_by_version on mappings (template_style_version_id)',
  'create index uploads_newest on uploads (account_id, created_at, id)',
];
