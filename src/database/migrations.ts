import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Steps from an empty database to today's tables, in order. A step that has been released is never
 * changed: a new one is added.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001_first_tables': { up: (db) => run(db, FIRST_TABLES) },
  '0002_expiry': { up: (db) => run(db, EXPIRY) },
  '0003_uploads': { up: (db) => run(db, UPLOADS) },
  '0004_delivery': { up: (db) => run(db, DELIVERY) },
  '0005_webhooks': { up: (db) => run(db, WEBHOOKS) },
  '0006_hls': { up: (db) => run(db, HLS) },
  '0006_renders': { up: (db) => run(db, RENDERS) },
  '0007_previous_secrets': { up: (db) => run(db, PREVIOUS_SECRETS) },
  '0008_mappings': { up: (db) => run(db, MAPPINGS) },
  '0009_edit_tokens': { up: (db) => run(db, EDIT_TOKENS) },
  '0010_full_scopes': { up: (db) => run(db, FULL_SCOPES) },
  '0011_callers': { up: (db) => run(db, CALLERS) },
  '0012_queue': { up: (db) => run(db, QUEUE) },
  '0013_encrypted_urls': { up: (db) => run(db, ENCRYPTED_URLS) },
  '0014_upload_sessions': { up: (db) => run(db, UPLOAD_SESSIONS) },
  '0015_limits': { up: (db) => run(db, LIMITS) },
};

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const FIRST_TABLES = [
  `create table accounts (
    id text primary key,
    name text not null,
    created_at bigint not null
  )`,
  `insert into accounts (id, name, created_at) values ('acc_default', 'default', 0)`,
  `create table clients (
    id text primary key,
    account_id text not null references accounts (id),
    name text not null,
    secret_hash text not null,
    scope text not null,
    created_at bigint not null
  )`,
  `create table tokens (
    hash text primary key,
    account_id text not null references accounts (id),
    client_id text not null references clients (id),
    scope text not null,
    created_at bigint not null,
    expires_at bigint
  )`,
  `create table templates (
    id text primary key,
    account_id text not null references accounts (id),
    name text not null,
    created_at bigint not null
  )`,
  `create table template_styles (
    id text primary key,
    account_id text not null references accounts (id),
    template_id text not null references templates (id),
    name text not null,
    created_at bigint not null
  )`,
  `create table template_style_versions (
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
  )`,
  `create table mappings (
    id text primary key,
    account_id text not null references accounts (id),
    template_style_version_id text not null references template_style_versions (id),
    body text not null,
    created_at bigint not null
  )`,
  `create table render_sessions (
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
  )`,
  'create index render_sessions_by_account on render_sessions (account_id, created_at desc, id)',
  'create index render_sessions_by_external_id on render_sessions (account_id, external_id)',
  `create table idempotency_keys (
    account_id text not null references accounts (id),
    key text not null,
    request_hash text not null,
    status integer,
    body text,
    created_at bigint not null,
    primary key (account_id, key)
  )`,
];

const EXPIRY = [
  'alter table render_sessions add column expires_at bigint',
  'create index tokens_by_expiry on tokens (expires_at)',
  'create index idempotency_keys_by_age on idempotency_keys (created_at)',
];

const UPLOADS = [
  `create table uploads (
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
  )`,
  'create index uploads_by_font on uploads (account_id, kind)',
  'create index uploads_by_expiry on uploads (expires_at)',
];

const DELIVERY = [
  `create table destinations (
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
  )`,
  'create unique index destinations_by_prefix on destinations (account_id, prefix)',
  `create table external_uploads (
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
  )`,
  'create unique index external_uploads_by_session on external_uploads (session_id, position)',
  `create index external_uploads_open on external_uploads (status)
    where status in ('pending', 'uploading', 'retrying')`,
];

const WEBHOOKS = [
  `create table events (
    id text primary key,
    account_id text not null references accounts (id),
    type text not null,
    subject_id text not null,
    sequence integer not null,
    data text not null,
    created_at bigint not null
  )`,
  'create unique index events_by_subject on events (subject_id, sequence)',
  'create index events_by_account on events (account_id, created_at, id)',
  // The last number outlives the events, which are removed after a time.
  `create table event_sequences (
    subject_id text primary key,
    last integer not null
  )`,
  `create table webhook_endpoints (
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
  )`,
  'create index webhook_endpoints_by_account on webhook_endpoints (account_id, render_session_id, created_at, id)',
  `create table webhook_deliveries (
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
  )`,
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at)
    where next_attempt_at is not null`,
  `create index webhook_deliveries_in_turn on webhook_deliveries (endpoint_id, subject_id, turn, sequence)
    where status = 'pending'`,
  'create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at, id)',
  'create index webhook_deliveries_by_age on webhook_deliveries (created_at)',
  'create index events_by_age on events (created_at)',
];

const PREVIOUS_SECRETS = [
  "alter table webhook_endpoints add column previous_secrets text not null default '[]'",
  `update webhook_endpoints
    set previous_secrets =
      '[{"box":"' || previous_secret_box || '","untilMs":' || previous_secret_until || '}]'
    where previous_secret_box is not null`,
  'alter table webhook_endpoints drop column previous_secret_box',
  'alter table webhook_endpoints drop column previous_secret_until',
];

const MAPPINGS = [
  `create index mappings_stored on mappings (account_id, created_at, id) where is_stored = 1`,
];

/**
 * An empty scope used to be all of the account; now that is `*`, and an empty scope allows nothing.
 * Tabs and line breaks used to separate entries, too. A token of commas or blanks alone was more than
 * its client; it allows nothing from here on.
 */
const FULL_SCOPES = [
  `update tokens set scope = '*'
    where scope = '' and client_id in (select id from clients where scope = '')`,
  `update clients set scope = '*' where scope = ''`,
  ...['clients', 'tokens'].map(
    (table) =>
      `update ${table} set scope = replace(replace(replace(scope, char(9), ' '), char(10), ' '), char(13), ' ')`,
  ),
];

const HLS = ['alter table render_sessions add column hls_key text'];
const RENDERS = [
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

/** A migration has no key: the addresses stay in the clear until the worker starts. */
const ENCRYPTED_URLS = ['alter table webhook_endpoints rename column url to encrypted_url'];

const EDIT_TOKENS = [
  `alter table tokens
    add column render_session_id text references render_sessions (id) on delete cascade`,
  `create index tokens_by_session on tokens (render_session_id)
    where render_session_id is not null`,
];

/**
 * Idempotency keys belong to a client or an edit token. Those from before belonged to the account:
 * each of its clients gets them, so that no repeat is done twice.
 */
const CALLERS = [
  'create index tokens_by_client on tokens (client_id, created_at)',
  'alter table idempotency_keys rename to account_keys',
  'drop index idempotency_keys_by_age',
  `create table idempotency_keys (
    account_id text not null references accounts (id),
    caller text not null,
    key text not null,
    request_hash text not null,
    status integer not null,
    body text not null,
    created_at bigint not null,
    primary key (account_id, caller, key)
  )`,
  `insert into idempotency_keys (account_id, caller, key, request_hash, status, body, created_at)
    select k.account_id, c.id, k.key, k.request_hash, k.status, k.body, k.created_at
    from account_keys k join clients c on c.account_id = k.account_id
    where k.status is not null and k.body is not null`,
  'drop table account_keys',
  'create index idempotency_keys_by_age on idempotency_keys (created_at)',
];

const QUEUE = [
  'drop index if exists render_sessions_waiting',
  `create index if not exists render_sessions_waiting on render_sessions (account_id, is_batch, queued_at, id)
    where status in ('preview_rendering', 'final_rendering')`,
  `create index if not exists template_style_versions_importing on template_style_versions (account_id, created_at, id)
    where status in ('processing', 'demo_rendering')`,
  `create index if not exists external_uploads_abandoned on external_uploads (account_id, id)
    where status = 'canceled' and resume_box is not null`,
  'alter table render_sessions add column stored_bytes bigint not null default 0',
  'alter table template_style_versions add column stored_bytes bigint not null default 0',
  'create index if not exists render_sessions_stored on render_sessions (account_id, stored_bytes)',
];

/** No foreign key: a font of a session that is removed must not become one of the whole account. */
const UPLOAD_SESSIONS = ['alter table uploads add column render_session_id text'];

/**
 * Tokens of before, which did not end, end within a day. What a mapping and a kept answer take is
 * counted without reading them.
 */
const LIMITS = [
  `update tokens set expires_at = (cast(strftime('%s', 'now') as integer) + 86400) * 1000
    where expires_at is null`,
  'create index mappings_by_bytes on mappings (account_id, length(cast(body as blob)))',
  `create index idempotency_keys_by_bytes
    on idempotency_keys (account_id, length(cast(body as blob)))`,
];
