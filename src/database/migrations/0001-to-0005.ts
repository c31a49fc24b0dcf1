export const FIRST_TABLES = [
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

export const EXPIRY = [
  'alter table render_sessions add column expires_at bigint',
  'create index tokens_by_expiry on tokens (expires_at)',
  'create index idempotency_keys_by_age on idempotency_keys (created_at)',
];

export const UPLOADS = [
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

export const DELIVERY = [
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

export const WEBHOOKS = [
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
