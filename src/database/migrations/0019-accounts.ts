/**
 * Limits of accounts (null: the service's own limits), the use by day, and the renders that have not ended.
 * Usage has no foreign keys: it stays when a session, a template or a version is removed.
 */
export const ACCOUNTS = [
  'alter table accounts add column renders_at_once integer',
  'alter table accounts add column queued_sessions integer',
  'alter table accounts add column frames_per_day bigint',
  'alter table accounts add column stored_bytes bigint',
  'create index clients_by_account on clients (account_id)',
  'create index uploads_by_account on uploads (account_id, expires_at, bytes)',
  `create index render_sessions_by_account_expiry on render_sessions (account_id, expires_at, stored_bytes)
    where expires_at is not null`,
  `create table usage (
    account_id text not null,
    day text not null,
    template_style_version_id text not null,
    template_id text not null,
    renders integer not null,
    failed_renders integer not null,
    video_seconds real not null,
    frames bigint not null,
    cpu_seconds real not null,
    bytes bigint not null,
    primary key (account_id, day, template_style_version_id)
  ) without rowid`,
  `create table open_renders (
    session_id text primary key references render_sessions (id) on delete cascade,
    account_id text not null,
    attempt integer not null,
    reserved_frames bigint not null,
    drawn_share real not null,
    cpu_seconds real not null
  )`,
  'create index open_renders_by_account on open_renders (account_id, reserved_frames)',
];
