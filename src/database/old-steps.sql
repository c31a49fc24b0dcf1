-- The steps of older versions, for the databases that they made. They never change: schema.sql makes a new database,
-- and new steps are in migrations.ts. Each database of PostgreSQL has had the steps up to 0040 from the start, so
-- these are written for SQLite. The format of statements is that of schema.sql.

-- 0001_first_tables
create table accounts (
  id text primary key,
  name text not null,
  created_at bigint not null
);
insert into accounts (id, name, created_at) values ('acc_default', 'default', 0);
create table clients (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  secret_hash text not null,
  scope text not null,
  created_at bigint not null
);
create table tokens (
  hash text primary key,
  account_id text not null references accounts (id),
  client_id text not null references clients (id),
  scope text not null,
  created_at bigint not null,
  expires_at bigint
);
create table templates (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  created_at bigint not null
);
create table template_styles (
  id text primary key,
  account_id text not null references accounts (id),
  template_id text not null references templates (id),
  name text not null,
  created_at bigint not null
);
create table template_style_versions (
  id text primary key,
  account_id text not null references accounts (id),
  template_id text not null references templates (id),
  template_style_id text not null references template_styles (id),
  language text not null,
  name text not null,
  status text not null,
  package_key text not null,
  package_label text not null,
  digest text not null,
  width integer,
  height integer,
  fps double precision,
  frame_count integer,
  editables text not null,
  fonts text not null,
  stillcuts text not null,
  demo_video_key text,
  report text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create table mappings (
  id text primary key,
  account_id text not null references accounts (id),
  template_style_version_id text not null references template_style_versions (id),
  body text not null,
  created_at bigint not null
);
create table render_sessions (
  id text primary key,
  account_id text not null references accounts (id),
  mapping_id text not null references mappings (id),
  template_style_version_id text not null references template_style_versions (id),
  title text not null,
  render text,
  status text not null,
  phase text not null,
  progress integer not null,
  errors text not null,
  warnings text not null,
  fit text not null,
  source_uploads text not null,
  fonts text not null,
  thumbnails text not null,
  video_key text,
  poster_key text,
  output text not null,
  timings text not null,
  metadata text not null,
  external_id text,
  created_at bigint not null,
  updated_at bigint not null
);
create index render_sessions_by_account on render_sessions (account_id, created_at desc, id);
create index render_sessions_by_external_id on render_sessions (account_id, external_id);
create table idempotency_keys (
  account_id text not null references accounts (id),
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  created_at bigint not null,
  primary key (account_id, key)
);

-- 0002_expiry
alter table render_sessions add column expires_at bigint;
create index tokens_by_expiry on tokens (expires_at);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- 0003_uploads
create table uploads (
  id text primary key,
  account_id text not null references accounts (id),
  storage_key text not null,
  content_type text not null,
  kind text not null,
  bytes bigint not null,
  sha256 text not null,
  width integer,
  height integer,
  duration double precision,
  font_names text not null default '[]',
  created_at bigint not null,
  expires_at bigint not null
);
create index uploads_by_font on uploads (account_id, kind);
create index uploads_by_expiry on uploads (expires_at);

-- 0004_delivery
create table destinations (
  id text primary key,
  account_id text not null references accounts (id),
  kind text not null,
  name text not null,
  prefix text not null,
  options text not null,
  identity text not null,
  credentials_box text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index destinations_by_prefix on destinations (account_id, prefix);
create table external_uploads (
  id text primary key,
  account_id text not null references accounts (id),
  session_id text not null references render_sessions (id) on delete cascade,
  position integer not null,
  file text not null,
  requested text not null,
  target text not null,
  query_box text,
  content_type text not null,
  cache_control text,
  overwrite integer not null,
  status text not null,
  attempts integer not null,
  begun_at bigint,
  next_attempt_at bigint,
  error text,
  remote_id text,
  bytes bigint,
  md5 text,
  version text,
  resume_box text,
  ended_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index external_uploads_by_session on external_uploads (session_id, position);
create index external_uploads_open on external_uploads (status)
  where status in ('pending', 'uploading', 'retrying');

-- 0005_webhooks
create table events (
  id text primary key,
  account_id text not null references accounts (id),
  type text not null,
  subject_id text not null,
  sequence integer not null,
  data text not null,
  created_at bigint not null
);
create unique index events_by_subject on events (subject_id, sequence);
create index events_by_account on events (account_id, created_at, id);
create table event_sequences (
  subject_id text primary key,
  last integer not null
);
create table webhook_endpoints (
  id text primary key,
  account_id text not null references accounts (id),
  render_session_id text,
  url text not null,
  events text,
  status text not null,
  disabled_reason text,
  disabled_at bigint,
  secret_box text not null,
  previous_secret_box text,
  previous_secret_until bigint,
  failing_since bigint,
  last_failed_at bigint,
  paused_until bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index webhook_endpoints_by_account on webhook_endpoints (account_id, render_session_id, created_at, id);
create table webhook_deliveries (
  id text primary key,
  account_id text not null references accounts (id),
  endpoint_id text not null references webhook_endpoints (id),
  event_id text not null,
  event_type text not null,
  subject_id text not null,
  turn bigint not null,
  sequence integer not null,
  status text not null,
  attempts text not null,
  next_attempt_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_in_turn on webhook_deliveries (endpoint_id, subject_id, turn, sequence)
  where status = 'pending';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
create index events_by_age on events (created_at);

-- 0006_hls
alter table render_sessions add column hls_key text;

-- 0006_renders
alter table render_sessions add column wanted_outputs text not null default '[{}]';
alter table render_sessions add column outputs text not null default '[]';
alter table render_sessions add column receipt text;
alter table render_sessions add column is_batch integer not null default 0;
alter table render_sessions add column starts integer not null default 1;
alter table render_sessions add column queued_at bigint;
alter table render_sessions add column eta_at bigint;
update render_sessions set queued_at = created_at where render is not null;
create index render_sessions_waiting on render_sessions (is_batch, queued_at, id)
  where status in ('preview_rendering', 'final_rendering');
create index render_sessions_by_expiry on render_sessions (expires_at)
  where expires_at is not null;
create table session_inputs (
  session_id text primary key references render_sessions (id) on delete cascade,
  pinned text not null,
  is_complete integer not null,
  expires_at bigint not null
);
create index session_inputs_by_expiry on session_inputs (expires_at);
alter table mappings add column is_stored integer not null default 0;
alter table mappings add column updated_at bigint not null default 0;
alter table external_uploads add column render text;
alter table external_uploads add column repeats integer not null default 1;
update external_uploads set render =
  (select render from render_sessions where render_sessions.id = session_id);

-- 0007_previous_secrets
alter table webhook_endpoints add column previous_secrets text not null default '[]';
update webhook_endpoints
  set previous_secrets =
    '[{"box":"' || previous_secret_box || '","untilMs":' || previous_secret_until || '}]'
  where previous_secret_box is not null;
alter table webhook_endpoints drop column previous_secret_box;
alter table webhook_endpoints drop column previous_secret_until;

-- 0008_mappings
create index mappings_stored on mappings (account_id, created_at, id) where is_stored = 1;

-- 0009_edit_tokens
alter table tokens
  add column render_session_id text references render_sessions (id) on delete cascade;
create index tokens_by_session on tokens (render_session_id)
  where render_session_id is not null;

-- 0010_full_scopes
-- An empty scope used to be all of the account; now that is `*`, and an empty scope allows nothing.
-- Tabs and line breaks used to separate entries, too. A token of commas or blanks alone was more than
-- its client; it allows nothing from here on.
update tokens set scope = '*'
  where scope = '' and client_id in (select id from clients where scope = '');
update clients set scope = '*' where scope = '';
update clients set scope = replace(replace(replace(scope, char(9), ' '), char(10), ' '), char(13), ' ');
update tokens set scope = replace(replace(replace(scope, char(9), ' '), char(10), ' '), char(13), ' ');

-- 0011_callers
-- Idempotency keys belong to a client or an edit token. Those from before belonged to the account:
-- each of its clients gets them, so that no repeat is done twice.
create index tokens_by_client on tokens (client_id, created_at);
alter table idempotency_keys rename to account_keys;
drop index idempotency_keys_by_age;
create table idempotency_keys (
  account_id text not null references accounts (id),
  caller text not null,
  key text not null,
  request_hash text not null,
  status integer not null,
  body text not null,
  created_at bigint not null,
  primary key (account_id, caller, key)
);
insert into idempotency_keys (account_id, caller, key, request_hash, status, body, created_at)
  select k.account_id, c.id, k.key, k.request_hash, k.status, k.body, k.created_at
  from account_keys k join clients c on c.account_id = k.account_id
  where k.status is not null and k.body is not null;
drop table account_keys;
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- 0012_queue
drop index if exists render_sessions_waiting;
create index if not exists render_sessions_waiting on render_sessions (account_id, is_batch, queued_at, id)
  where status in ('preview_rendering', 'final_rendering');
create index if not exists template_style_versions_importing on template_style_versions (account_id, created_at, id)
  where status in ('processing', 'demo_rendering');
create index if not exists external_uploads_abandoned on external_uploads (account_id, id)
  where status = 'canceled' and resume_box is not null;
alter table render_sessions add column stored_bytes bigint not null default 0;
alter table template_style_versions add column stored_bytes bigint not null default 0;
create index if not exists render_sessions_stored on render_sessions (account_id, stored_bytes);

-- 0013_encrypted_urls
-- A migration has no key: the addresses stay in the clear until the worker starts.
alter table webhook_endpoints rename column url to encrypted_url;

-- 0014_upload_sessions
-- No foreign key: a font of a session that is removed must not become one of the whole account.
alter table uploads add column render_session_id text;

-- 0015_limits
-- Tokens of older versions had no end; they end within a day. The indexes count the bytes of mappings and stored
-- answers without reading them.
update tokens set expires_at = (cast(strftime('%s', 'now') as integer) + 86400) * 1000
  where expires_at is null;
create index mappings_by_bytes on mappings (account_id, length(cast(body as blob)));
create index idempotency_keys_by_bytes
  on idempotency_keys (account_id, length(cast(body as blob)));

-- 0016_plain_names
-- Columns and stored JSON get the names that the code and the documents use.
alter table render_sessions rename column starts to attempt;
alter table session_inputs rename column pinned to ingested;
update session_inputs set ingested =
  replace(replace(ingested, '"kind":"film"', '"kind":"video"'), '"form":"picture"', '"form":"image"');
alter table destinations rename column credentials_box to encrypted_credentials;
alter table external_uploads rename column query_box to encrypted_query;
alter table external_uploads rename column resume_box to encrypted_resume;
alter table webhook_endpoints rename column secret_box to encrypted_secret;
update webhook_endpoints set previous_secrets = replace(previous_secrets, '"box":', '"encrypted":');

-- 0017_parsed_mappings
-- Mappings of earlier sessions have none: the worker parses them when it renders them.
alter table mappings add column parsed text;

-- 0018_stored_imports
-- Null: the version was imported before its import was stored.
alter table template_style_versions add column importer_version integer;
alter table template_style_versions add column template_digest text;

-- 0019_accounts
-- Limits of accounts (null: the service's own limits), the use by day, and the renders that have not ended.
-- Usage has no foreign keys: it stays when a session, a template or a version is removed.
alter table accounts add column renders_at_once integer;
alter table accounts add column queued_sessions integer;
alter table accounts add column frames_per_day bigint;
alter table accounts add column stored_bytes bigint;
create index clients_by_account on clients (account_id);
create index uploads_by_account on uploads (account_id, expires_at, bytes);
create index render_sessions_by_account_expiry on render_sessions (account_id, expires_at, stored_bytes)
  where expires_at is not null;
create table usage (
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
) without rowid;
create table open_renders (
  session_id text primary key references render_sessions (id) on delete cascade,
  account_id text not null,
  attempt integer not null,
  reserved_frames bigint not null,
  drawn_share real not null,
  cpu_seconds real not null
);
create index open_renders_by_account on open_renders (account_id, reserved_frames);

-- 0020_fair_queue
-- `queue_rank` orders the sessions of an account: previews, then finals, then batch sessions. The database derives
-- it, so no statement can forget it. `has_inputs` repeats what the row of `session_inputs` says, so that an
-- index finds the first sessions that can be drawn, however many wait for their media.
alter table render_sessions add column queue_rank integer generated always as (
  case when is_batch = 1 then 2 when render = 'preview' then 0 else 1 end
) virtual;
alter table render_sessions add column has_inputs integer not null default 0;
update render_sessions set has_inputs = 1 where id in (
  select session_id from session_inputs where is_complete = 1 and expires_at <> 0
);
drop index if exists render_sessions_waiting;
create index render_sessions_waiting on render_sessions (account_id, queue_rank, queued_at, id)
  where status in ('preview_rendering', 'final_rendering') and phase in ('queued', 'fetching');
create index render_sessions_pending
  on render_sessions (account_id, has_inputs, queue_rank, queued_at, id)
  where status in ('preview_rendering', 'final_rendering');
create table recent_work (
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  seconds real not null,
  at bigint not null,
  primary key (account_id, kind)
);
create table render_rates (
  template_style_version_id text not null
    references template_style_versions (id) on delete cascade,
  variant text not null,
  account_id text not null references accounts (id) on delete cascade,
  seconds real not null,
  megapixels real not null,
  renders integer not null,
  updated_at bigint not null,
  primary key (template_style_version_id, variant)
);
create index render_rates_by_account on render_rates (account_id, updated_at);
create index render_rates_by_age on render_rates (updated_at);

-- 0021_batches
-- A batch and its rows. The options may have a megabyte, so they are in a table of their own: SQLite writes
-- the whole row for each change of a count.
create table batches (
  id text primary key,
  account_id text not null references accounts (id),
  template_style_version_id text not null,
  title text not null,
  render text not null,
  priority text not null,
  external_id text,
  metadata text not null,
  invalid_rows text not null,
  starts_itself integer not null,
  status text not null,
  paused_reason text,
  rows_format text not null,
  rows_key text,
  errors text not null,
  count_invalid integer not null default 0,
  count_waiting integer not null default 0,
  count_rendering integer not null default 0,
  count_rendered integer not null default 0,
  count_failed integer not null default 0,
  count_canceled integer not null default 0,
  fault_count integer not null default 0,
  stored_bytes bigint not null,
  running_since bigint,
  done_before integer not null default 0,
  media_since bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  started_at bigint,
  ended_at bigint,
  expires_at bigint
);
create index batches_by_account on batches (account_id, created_at, id);
create index batches_unfinished on batches (account_id, id)
  where status in ('checking', 'running', 'paused', 'removing');
create index batches_stored on batches (account_id, stored_bytes);
create table batch_options (
  batch_id text primary key references batches (id) on delete cascade,
  options text not null
);
create table batch_rows (
  batch_id text not null references batches (id) on delete cascade,
  row integer not null,
  state text not null,
  external_id text,
  title text not null,
  "values" text not null,
  errors text not null,
  error_count integer not null,
  session_id text,
  updated_at bigint not null,
  primary key (batch_id, row)
);
create index batch_rows_by_state on batch_rows (batch_id, state, row);
create index batch_rows_with_errors on batch_rows (batch_id, row) where error_count > 0;
create trigger batch_rows_added after insert on batch_rows begin
  update batches set count_invalid = count_invalid + (new.state = 'invalid'), count_waiting = count_waiting + (new.state = 'waiting'), count_rendering = count_rendering + (new.state = 'rendering'), count_rendered = count_rendered + (new.state = 'rendered'), count_failed = count_failed + (new.state = 'failed'), count_canceled = count_canceled + (new.state = 'canceled'), fault_count = fault_count + new.error_count where id = new.batch_id;
  end;
create trigger batch_rows_changed after update of state, error_count on batch_rows begin
  update batches set count_invalid = count_invalid + (new.state = 'invalid') - (old.state = 'invalid'), count_waiting = count_waiting + (new.state = 'waiting') - (old.state = 'waiting'), count_rendering = count_rendering + (new.state = 'rendering') - (old.state = 'rendering'), count_rendered = count_rendered + (new.state = 'rendered') - (old.state = 'rendered'), count_failed = count_failed + (new.state = 'failed') - (old.state = 'failed'), count_canceled = count_canceled + (new.state = 'canceled') - (old.state = 'canceled'), fault_count = fault_count + new.error_count - old.error_count where id = new.batch_id;
  end;
alter table render_sessions add column batch_id text;
alter table render_sessions add column batch_row integer;
create index render_sessions_by_batch on render_sessions (batch_id, batch_row)
  where batch_id is not null;

-- 0022_templates
-- Templates, styles and versions can be removed: `deleted_at` hides a row whose files are being
-- removed, and that sessions and mappings may still name. `examples` is null for versions imported
-- before examples were stored. Templates and styles without a name get that of a version, as an
-- import now gives it to them.
alter table templates add column updated_at bigint;
alter table templates add column deleted_at bigint;
alter table template_styles add column deleted_at bigint;
alter table template_style_versions add column deleted_at bigint;
alter table template_style_versions add column examples text;
alter table uploads add column filename text;
update templates set name = coalesce((
    select v.name from template_style_versions as v
    where v.template_id = templates.id and v.name <> '' order by v.created_at limit 1
  ), '') where name = '';
update template_styles set name = coalesce((
    select v.name from template_style_versions as v
    where v.template_style_id = template_styles.id and v.name <> '' order by v.created_at limit 1
  ), '') where name = '';
create index templates_by_account on templates (account_id, created_at, id);
create index template_styles_by_template on template_styles (template_id, created_at, id);
create index template_style_versions_by_account on template_style_versions (account_id, created_at, id);
create index template_style_versions_by_template on template_style_versions (template_id);
create index template_style_versions_by_style on template_style_versions (template_style_id, language, created_at);
create index template_style_versions_deleted on template_style_versions (id) where deleted_at is not null;
create index render_sessions_by_version on render_sessions (template_style_version_id, status);
create index mappings_by_version on mappings (template_style_version_id);
create index uploads_newest on uploads (account_id, created_at, id);

-- 0023_drafts
-- Drafts may be incomplete, and a preview may have its own size. Lists filter by the columns of
-- the first index without reading the rows.
alter table render_sessions add column missing_editables text not null default '[]';
alter table render_sessions add column preview text;
drop index if exists render_sessions_by_account;
create index render_sessions_by_account on render_sessions
  (account_id, created_at, id, status, template_style_version_id, updated_at, expires_at);
drop index if exists render_sessions_by_external_id;
create index render_sessions_by_external_id on render_sessions
  (account_id, external_id, created_at, id);

-- 0024_waiting_batches
-- The reason why a batch waits, its warnings, and the targets that its rows upload to, so that two rows with
-- one target are found without all targets in memory. `digest` is SHA-256, cut to 16 bytes.
alter table batches add column waiting_for text;
alter table batches add column warnings text not null default '[]';
create table batch_targets (
  batch_id text not null references batches (id) on delete cascade,
  digest text not null,
  row integer not null,
  primary key (batch_id, digest)
) without rowid;
create index batch_targets_by_row on batch_targets (batch_id, row);

-- 0025_queue_counts
-- The counts of an account's queue, for its limit and for a session's position, read only these indexes:
-- with the columns of their conditions, SQLite does not read the rows.
drop index if exists render_sessions_waiting;
create index render_sessions_waiting
  on render_sessions (account_id, queue_rank, queued_at, id, status, phase)
  where status in ('preview_rendering', 'final_rendering') and phase in ('queued', 'fetching');
drop index if exists render_sessions_pending;
create index render_sessions_pending
  on render_sessions (account_id, has_inputs, queue_rank, queued_at, id, status)
  where status in ('preview_rendering', 'final_rendering');

-- 0028_studio
-- People who sign in to the studio, their sessions, and one-time codes that begin a session. A token
-- may belong to a person instead of a client, so `tokens.client_id` has no foreign key any more.
create table people (
  id text primary key,
  account_id text not null references accounts (id),
  issuer text not null,
  subject text not null,
  name text not null,
  role text not null,
  created_at bigint not null,
  signed_in_at bigint not null,
  blocked_at bigint,
  unique (issuer, subject)
);
create index people_by_account on people (account_id, created_at, id);
create table studio_sessions (
  hash text primary key,
  person_id text references people (id) on delete cascade,
  client_id text references clients (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  check ((person_id is null) <> (client_id is null))
);
create index studio_sessions_by_person on studio_sessions (person_id, created_at);
create index studio_sessions_by_client on studio_sessions (client_id, created_at);
create index studio_sessions_by_expiry on studio_sessions (expires_at);
create table studio_codes (
  hash text primary key,
  account_id text not null references accounts (id),
  role text not null,
  expires_at bigint not null
);
create table new_tokens (
  hash text primary key,
  account_id text not null references accounts (id),
  client_id text not null,
  scope text not null,
  created_at bigint not null,
  expires_at bigint,
  render_session_id text references render_sessions (id) on delete cascade
);
insert into new_tokens
  (hash, account_id, client_id, scope, created_at, expires_at, render_session_id)
  select hash, account_id, client_id, scope, created_at, expires_at, render_session_id from tokens;
drop table tokens;
alter table new_tokens rename to tokens;
create index tokens_by_expiry on tokens (expires_at);
create index tokens_by_client on tokens (client_id, created_at);
create index tokens_by_session on tokens (render_session_id)
  where render_session_id is not null;

-- 0030_revisions
-- `revision` grows with each change of what an editor shows, so that two editors notice each other.
alter table render_sessions add column revision integer not null default 1;

-- 0031_package_choice
-- The animation and the theme of a dotLottie that an upload chose; null: those of the package.
alter table template_style_versions add column animation text;
alter table template_style_versions add column theme text;

-- 0032_fold_case
-- The connection of SQLite has this function already.

-- 0034_epochs
-- Work that two processes may do at the same time: the epoch of a session or an import is the number of its
-- last run, and only that run may write. The playlists of a stream are rows, so that this holds for them
-- too.
alter table render_sessions add column epoch integer not null default 0;
alter table template_style_versions add column epoch integer not null default 0;
alter table external_uploads add column claim integer not null default 0;
create table playlists (
  storage_key text primary key,
  session_id text not null references render_sessions (id) on delete cascade,
  epoch integer not null,
  content text not null
);
create index playlists_by_session on playlists (session_id);

-- 0036_leases
-- Work that one process at a time does, such as sending webhooks.
create table leases (
  name text primary key,
  holder text not null,
  epoch integer not null,
  until bigint not null
);

-- 0037_segments
-- Segments that any machine draws, by the folder of their stored files; the sessions that want them; and the
-- last place of each account. `claims` counts the processes that began to draw a segment.
create table segments (
  id varchar(255) primary key,
  account_id varchar(64) not null,
  session_id varchar(64) not null,
  engine varchar(64) not null,
  state varchar(16) not null,
  priority integer not null,
  place bigint not null,
  frames integer not null,
  pack varchar(255) not null,
  outputs text not null,
  claims integer not null default 0,
  survived integer not null default 0,
  failures integer not null default 0,
  holder varchar(64),
  held_until bigint not null default 0,
  cpu_seconds double precision not null default 0,
  bytes bigint not null default 0,
  error text,
  last_used_at bigint not null
);
create index segments_wanted on segments (engine, priority, place) where state = 'wanted';
create index segments_used on segments (state, last_used_at);
create table segment_wants (
  session_id varchar(64) not null,
  segment_id varchar(255) not null,
  epoch integer not null,
  primary key (session_id, segment_id)
);
create index segment_wants_segment on segment_wants (segment_id);
create table segment_places (
  account_id varchar(64) not null,
  priority integer not null,
  place bigint not null,
  primary key (account_id, priority)
);

-- 0040_origins
-- The request that started the last render of a session, for the log and traces of its jobs.
alter table render_sessions add column origin text;

-- 0041_first_account
-- Only SQLite.
update accounts set created_at = coalesce((
    select min(created_at) from clients where account_id = 'acc_default' and created_at > 0
  ), unixepoch('now') * 1000)
  where id = 'acc_default' and created_at = 0;
-- Only PostgreSQL.
update accounts set created_at = coalesce((
    select min(created_at) from clients where account_id = 'acc_default' and created_at > 0
  ), floor(extract(epoch from now()) * 1000))
  where id = 'acc_default' and created_at = 0;

-- 0042_late_starts
-- Starts of an import that ended because the machine was busy, since its upload or its last retry.
alter table template_style_versions add column late_starts integer not null default 0;

-- 0043_account_removals
-- Accounts that are being deleted, or were: their rows stay without a name, with a report of what was removed.
-- `deleted_at` is in the account itself, because each read of the queue looks at it. The progress is not, because
-- transactions of other accounts read the accounts.
alter table accounts add column deleted_at bigint;
create table account_removals (
  account_id text primary key references accounts (id),
  name text not null,
  holder text not null,
  progress_at bigint not null,
  ended_at bigint,
  removed text not null
);

-- 0044_package_fonts
-- The names of the fonts that the package of a version contains; null until the version is imported again.
alter table template_style_versions add column package_fonts text;
