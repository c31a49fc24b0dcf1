-- The tables of SQLite and PostgreSQL. migrations.ts translates the types for PostgreSQL. A statement ends with a
-- semicolon before a line that is not indented. Times are milliseconds since 1970, UTC.

-- Limits are null where an account has the service's own.
create table accounts (
  id text primary key,
  name text not null,
  created_at bigint not null,
  renders_at_once integer,
  queued_sessions integer,
  frames_per_day bigint,
  stored_bytes bigint,
  deleted_at bigint
);

create table clients (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  secret_hash text not null,
  scope text not null,
  created_at bigint not null
);
create index clients_by_account on clients (account_id);

create table templates (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create index templates_by_account on templates (account_id, created_at, id);

create table template_styles (
  id text primary key,
  account_id text not null references accounts (id),
  template_id text not null references templates (id),
  name text not null,
  created_at bigint not null,
  deleted_at bigint
);
create index template_styles_by_template on template_styles (template_id, created_at, id);

-- `deleted_at` hides a row whose files are being removed, and that sessions and mappings may still name.
-- Null in versions of older imports: `importer_version`, `template_digest`, `examples`, `package_fonts`.
-- `late_starts`: starts of an import that ended because the machine was busy. `epoch`: see `render_sessions`.
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
  updated_at bigint not null,
  stored_bytes bigint not null default 0,
  importer_version integer,
  template_digest text,
  deleted_at bigint,
  examples text,
  animation text,
  theme text,
  epoch integer not null default 0,
  late_starts integer not null default 0,
  package_fonts text
);
create index template_style_versions_importing on template_style_versions (account_id, created_at, id)
  where status in ('processing', 'demo_rendering');
create index template_style_versions_by_account on template_style_versions (account_id, created_at, id);
create index template_style_versions_by_template on template_style_versions (template_id);
create index template_style_versions_by_style on template_style_versions (template_style_id, language, created_at);
create index template_style_versions_deleted on template_style_versions (id) where deleted_at is not null;

create table mappings (
  id text primary key,
  account_id text not null references accounts (id),
  template_style_version_id text not null references template_style_versions (id),
  body text not null,
  created_at bigint not null,
  is_stored integer not null default 0,
  updated_at bigint not null default 0,
  parsed text
);
create index mappings_stored on mappings (account_id, created_at, id) where is_stored = 1;
-- What a mapping and a stored answer take is counted without reading them.
create index mappings_by_bytes on mappings (account_id, length(cast(body as blob)));
create index mappings_by_version on mappings (template_style_version_id);

-- `queue_rank` orders the sessions of an account: previews, then finals, then batch sessions. The database derives
-- it, so no statement can forget it. `has_inputs` repeats what the row of `session_inputs` says, so that an index
-- finds the first sessions that can be drawn. `epoch` is the number of the last run, and only that run may write.
-- `revision` grows with each change of what an editor shows. `origin`: the request that started the last render.
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
  updated_at bigint not null,
  expires_at bigint,
  hls_key text,
  wanted_outputs text not null default '[{}]',
  outputs text not null default '[]',
  receipt text,
  is_batch integer not null default 0,
  attempt integer not null default 1,
  queued_at bigint,
  eta_at bigint,
  stored_bytes bigint not null default 0,
  queue_rank integer generated always as (
    case when is_batch = 1 then 2 when render = 'preview' then 0 else 1 end
  ) virtual,
  has_inputs integer not null default 0,
  batch_id text,
  batch_row integer,
  missing_editables text not null default '[]',
  preview text,
  revision integer not null default 1,
  epoch integer not null default 0,
  origin text
);
create index render_sessions_by_expiry on render_sessions (expires_at) where expires_at is not null;
create index render_sessions_stored on render_sessions (account_id, stored_bytes);
create index render_sessions_by_account_expiry on render_sessions (account_id, expires_at, stored_bytes)
  where expires_at is not null;
create index render_sessions_by_batch on render_sessions (batch_id, batch_row) where batch_id is not null;
create index render_sessions_by_version on render_sessions (template_style_version_id, status);
-- Lists filter by the columns of this index without reading the rows.
create index render_sessions_by_account on render_sessions
  (account_id, created_at, id, status, template_style_version_id, updated_at, expires_at);
create index render_sessions_by_external_id on render_sessions (account_id, external_id, created_at, id);
-- The counts of a queue read only these indexes, which have the columns of their conditions for that.
create index render_sessions_waiting on render_sessions (account_id, queue_rank, queued_at, id, status, phase)
  where status in ('preview_rendering', 'final_rendering') and phase in ('queued', 'fetching');
create index render_sessions_pending on render_sessions (account_id, has_inputs, queue_rank, queued_at, id, status)
  where status in ('preview_rendering', 'final_rendering');

-- No foreign key to the session: a font of a session that is removed must not become one of the whole account.
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
  expires_at bigint not null,
  render_session_id text,
  filename text
);
create index uploads_by_font on uploads (account_id, kind);
create index uploads_by_expiry on uploads (expires_at);
create index uploads_by_account on uploads (account_id, expires_at, bytes);
create index uploads_newest on uploads (account_id, created_at, id);

create table destinations (
  id text primary key,
  account_id text not null references accounts (id),
  kind text not null,
  name text not null,
  prefix text not null,
  options text not null,
  identity text not null,
  encrypted_credentials text not null,
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
  encrypted_query text,
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
  encrypted_resume text,
  ended_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  render text,
  repeats integer not null default 1,
  claim integer not null default 0
);
create unique index external_uploads_by_session on external_uploads (session_id, position);
create index external_uploads_open on external_uploads (status)
  where status in ('pending', 'uploading', 'retrying');
create index external_uploads_abandoned on external_uploads (account_id, id)
  where status = 'canceled' and encrypted_resume is not null;

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
create index events_by_age on events (created_at);

-- The last number outlives the events, which are removed after a time.
create table event_sequences (
  subject_id text primary key,
  last integer not null
);

create table webhook_endpoints (
  id text primary key,
  account_id text not null references accounts (id),
  render_session_id text,
  encrypted_url text not null,
  events text,
  status text not null,
  disabled_reason text,
  disabled_at bigint,
  encrypted_secret text not null,
  failing_since bigint,
  last_failed_at bigint,
  paused_until bigint,
  created_at bigint not null,
  updated_at bigint not null,
  previous_secrets text not null default '[]'
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

create table session_inputs (
  session_id text primary key references render_sessions (id) on delete cascade,
  ingested text not null,
  is_complete integer not null,
  expires_at bigint not null
);
create index session_inputs_by_expiry on session_inputs (expires_at);

-- Keys belong to a client or an edit token.
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
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_bytes on idempotency_keys (account_id, length(cast(body as blob)));

-- The use by day. No foreign keys: it stays when a session, a template or a version is removed.
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

-- The renders that have not ended.
create table open_renders (
  session_id text primary key references render_sessions (id) on delete cascade,
  account_id text not null,
  attempt integer not null,
  reserved_frames bigint not null,
  drawn_share real not null,
  cpu_seconds real not null
);
create index open_renders_by_account on open_renders (account_id, reserved_frames);

create table recent_work (
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  seconds real not null,
  at bigint not null,
  primary key (account_id, kind)
);

create table render_rates (
  template_style_version_id text not null references template_style_versions (id) on delete cascade,
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

-- The options may have a megabyte, so they are in a table of their own: SQLite writes the whole row for each
-- change of a count.
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
  expires_at bigint,
  waiting_for text,
  warnings text not null default '[]'
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

-- The targets that the rows of a batch upload to. `digest` is SHA-256, cut to 16 bytes.
create table batch_targets (
  batch_id text not null references batches (id) on delete cascade,
  digest text not null,
  row integer not null,
  primary key (batch_id, digest)
) without rowid;
create index batch_targets_by_row on batch_targets (batch_id, row);

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

-- One-time codes that begin a session of the studio.
create table studio_codes (
  hash text primary key,
  account_id text not null references accounts (id),
  role text not null,
  expires_at bigint not null
);

-- A token belongs to a client or to a person, so `client_id` has no foreign key.
create table tokens (
  hash text primary key,
  account_id text not null references accounts (id),
  client_id text not null,
  scope text not null,
  created_at bigint not null,
  expires_at bigint,
  render_session_id text references render_sessions (id) on delete cascade
);
create index tokens_by_expiry on tokens (expires_at);
create index tokens_by_client on tokens (client_id, created_at);
create index tokens_by_session on tokens (render_session_id) where render_session_id is not null;

-- The playlists of a stream are rows, so that only the last run of its session writes them.
create table playlists (
  storage_key text primary key,
  session_id text not null references render_sessions (id) on delete cascade,
  epoch integer not null,
  content text not null
);
create index playlists_by_session on playlists (session_id);

-- Work that one process at a time does, such as sending webhooks.
create table leases (
  name text primary key,
  holder text not null,
  epoch integer not null,
  until bigint not null
);

-- Segments that any machine draws, by the folder of their stored files. `claims` counts the processes that began to
-- draw a segment.
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

-- The sessions that want a segment.
create table segment_wants (
  session_id varchar(64) not null,
  segment_id varchar(255) not null,
  epoch integer not null,
  primary key (session_id, segment_id)
);
create index segment_wants_segment on segment_wants (segment_id);

-- The last place of each account.
create table segment_places (
  account_id varchar(64) not null,
  priority integer not null,
  place bigint not null,
  primary key (account_id, priority)
);

-- Accounts that are being deleted, or were: their rows stay without a name. The progress is not in the account
-- itself, because transactions of other accounts read the accounts.
create table account_removals (
  account_id text primary key references accounts (id),
  name text not null,
  holder text not null,
  progress_at bigint not null,
  ended_at bigint,
  removed text not null
);

-- Counts of a batch's rows by state, so that no request counts 100,000 rows.
-- Only SQLite.
create trigger batch_rows_added after insert on batch_rows begin
  update batches set
    count_invalid = count_invalid + (new.state = 'invalid'),
    count_waiting = count_waiting + (new.state = 'waiting'),
    count_rendering = count_rendering + (new.state = 'rendering'),
    count_rendered = count_rendered + (new.state = 'rendered'),
    count_failed = count_failed + (new.state = 'failed'),
    count_canceled = count_canceled + (new.state = 'canceled'),
    fault_count = fault_count + new.error_count
    where id = new.batch_id;
  end;

-- Only SQLite.
create trigger batch_rows_changed after update of state, error_count on batch_rows begin
  update batches set
    count_invalid = count_invalid + (new.state = 'invalid') - (old.state = 'invalid'),
    count_waiting = count_waiting + (new.state = 'waiting') - (old.state = 'waiting'),
    count_rendering = count_rendering + (new.state = 'rendering') - (old.state = 'rendering'),
    count_rendered = count_rendered + (new.state = 'rendered') - (old.state = 'rendered'),
    count_failed = count_failed + (new.state = 'failed') - (old.state = 'failed'),
    count_canceled = count_canceled + (new.state = 'canceled') - (old.state = 'canceled'),
    fault_count = fault_count + new.error_count - old.error_count
    where id = new.batch_id;
  end;

-- PostgreSQL keeps each version of a row until the commit, so it counts once for each statement.
-- Only PostgreSQL.
create function batch_rows_added() returns trigger language plpgsql as $$ begin
  update batches set
    count_invalid = count_invalid + sums.invalid,
    count_waiting = count_waiting + sums.waiting,
    count_rendering = count_rendering + sums.rendering,
    count_rendered = count_rendered + sums.rendered,
    count_failed = count_failed + sums.failed,
    count_canceled = count_canceled + sums.canceled,
    fault_count = fault_count + sums.errors
  from (
    select batch_id, sum(errors) as errors,
      sum(case when state = 'invalid' then n else 0 end) as invalid,
      sum(case when state = 'waiting' then n else 0 end) as waiting,
      sum(case when state = 'rendering' then n else 0 end) as rendering,
      sum(case when state = 'rendered' then n else 0 end) as rendered,
      sum(case when state = 'failed' then n else 0 end) as failed,
      sum(case when state = 'canceled' then n else 0 end) as canceled
    from (
      select batch_id, state, 1 as n, error_count as errors from added
    ) as changes group by batch_id
    having count(distinct state) > 1 or sum(n) <> 0 or sum(errors) <> 0
  ) as sums where id = sums.batch_id;
  return null;
  end $$;

-- Only PostgreSQL.
create trigger batch_rows_added after insert on batch_rows referencing new table as added
  for each statement execute function batch_rows_added();

-- Only PostgreSQL.
create function batch_rows_changed() returns trigger language plpgsql as $$ begin
  update batches set
    count_invalid = count_invalid + sums.invalid,
    count_waiting = count_waiting + sums.waiting,
    count_rendering = count_rendering + sums.rendering,
    count_rendered = count_rendered + sums.rendered,
    count_failed = count_failed + sums.failed,
    count_canceled = count_canceled + sums.canceled,
    fault_count = fault_count + sums.errors
  from (
    select batch_id, sum(errors) as errors,
      sum(case when state = 'invalid' then n else 0 end) as invalid,
      sum(case when state = 'waiting' then n else 0 end) as waiting,
      sum(case when state = 'rendering' then n else 0 end) as rendering,
      sum(case when state = 'rendered' then n else 0 end) as rendered,
      sum(case when state = 'failed' then n else 0 end) as failed,
      sum(case when state = 'canceled' then n else 0 end) as canceled
    from (
      select batch_id, state, 1 as n, error_count as errors from added union all
      select batch_id, state, -1 as n, -error_count as errors from removed
    ) as changes group by batch_id
    having count(distinct state) > 1 or sum(n) <> 0 or sum(errors) <> 0
  ) as sums where id = sums.batch_id;
  return null;
  end $$;

-- Only PostgreSQL.
create trigger batch_rows_changed after update on batch_rows
  referencing new table as added old table as removed
  for each statement execute function batch_rows_changed();

-- The connection of SQLite has this function already.
-- Only PostgreSQL.
create function fold_case(value text) returns text language sql immutable strict parallel safe
  return upper(normalize(value, NFC) collate "und-x-icu");

-- Only SQLite.
insert into accounts (id, name, created_at)
  values ('acc_default', 'default', unixepoch('now') * 1000);

-- Only PostgreSQL.
insert into accounts (id, name, created_at)
  values ('acc_default', 'default', floor(extract(epoch from now()) * 1000));
