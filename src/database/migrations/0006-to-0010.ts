import type { Statement } from './statement.ts';

export const HLS = ['alter table render_sessions add column hls_key text'];

export const RENDERS = [
  "alter table render_sessions add column wanted_outputs text not null default '[{}]'",
  "alter table render_sessions add column outputs text not null default '[]'",
  'alter table render_sessions add column receipt text',
  'alter table render_sessions add column is_batch integer not null default 0',
  'alter table render_sessions add column starts integer not null default 1',
  'alter table render_sessions add column queued_at bigint',
  'alter table render_sessions add column eta_at bigint',
  'update render_sessions set queued_at = created_at where render is not null',
  `create index render_sessions_waiting on render_sessions (is_batch, queued_at, id)
    where status in ('preview_rendering', 'final_rendering')`,
  `create index render_sessions_by_expiry on render_sessions (expires_at)
    where expires_at is not null`,
  `create table session_inputs (
    session_id text primary key references render_sessions (id) on delete cascade,
    pinned text not null,
    is_complete integer not null,
    expires_at bigint not null
  )`,
  'create index session_inputs_by_expiry on session_inputs (expires_at)',
  'alter table mappings add column is_stored integer not null default 0',
  'alter table mappings add column updated_at bigint not null default 0',
  'alter table external_uploads add column render text',
  'alter table external_uploads add column repeats integer not null default 1',
  `update external_uploads set render =
    (select render from render_sessions where render_sessions.id = session_id)`,
];

export const PREVIOUS_SECRETS = [
  "alter table webhook_endpoints add column previous_secrets text not null default '[]'",
  `update webhook_endpoints
    set previous_secrets =
      '[{"box":"' || previous_secret_box || '","untilMs":' || previous_secret_until || '}]'
    where previous_secret_box is not null`,
  'alter table webhook_endpoints drop column previous_secret_box',
  'alter table webhook_endpoints drop column previous_secret_until',
];

export const MAPPINGS = [
  `create index mappings_stored on mappings (account_id, created_at, id) where is_stored = 1`,
];

export const EDIT_TOKENS = [
  `alter table tokens
    add column render_session_id text references render_sessions (id) on delete cascade`,
  `create index tokens_by_session on tokens (render_session_id)
    where render_session_id is not null`,
];

/**
 * An empty scope used to be all of the account; now that is `*`, and an empty scope allows nothing.
 * Tabs and line breaks used to separate entries, too. A token of commas or blanks alone was more than
 * its client; it allows nothing from here on.
 */
export const FULL_SCOPES: readonly Statement[] = [
  `update tokens set scope = '*'
    where scope = '' and client_id in (select id from clients where scope = '')`,
  `update clients set scope = '*' where scope = ''`,
  ...['clients', 'tokens'].map((table) => ({
    sqlite: `update ${table} set scope = replace(replace(replace(scope, char(9), ' '), char(10), ' '), char(13), ' ')`,
    postgres: [],
  })),
];
