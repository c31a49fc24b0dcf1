/**
 * Work that two processes may do at the same time: the epoch of a session or an import is the number of its
 * last run, and only that run may write. The playlists of a stream are rows, so that this holds for them
 * too.
 */
export const EPOCHS = [
  'alter table render_sessions add column epoch integer not null default 0',
  'alter table template_style_versions add column epoch integer not null default 0',
  'alter table external_uploads add column claim integer not null default 0',
  `create table playlists (
    storage_key text primary key,
    session_id text not null references render_sessions (id) on delete cascade,
    epoch integer not null,
    content text not null
  )`,
  'create index playlists_by_session on playlists (session_id)',
];
