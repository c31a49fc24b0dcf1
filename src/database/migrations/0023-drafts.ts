/**
 * Drafts may be incomplete, and a preview may have its own size. Lists filter by the columns of
 * the first index without reading the rows.
 */
export const DRAFTS = [
  "alter table render_sessions add column missing_editables text not null default '[]'",
  'alter table render_sessions add column preview text',
  'drop index if exists render_sessions_by_account',
  `create index render_sessions_by_account on render_sessions
    (account_id, created_at, id, status, template_style_version_id, updated_at, expires_at)`,
  'drop index if exists render_sessions_by_external_id',
  `create index render_sessions_by_external_id on render_sessions
    (account_id, external_id, created_at, id)`,
];
