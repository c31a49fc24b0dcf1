import type { Statement } from './statement.ts';

/**
 * Idempotency keys belong to a client or an edit token. Those from before belonged to the account:
 * each of its clients gets them, so that no repeat is done twice.
 */
export const CALLERS = [
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

export const QUEUE = [
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

/** A migration has no key: the addresses stay in the clear until the worker starts. */
export const ENCRYPTED_URLS = ['alter table webhook_endpoints rename column url to encrypted_url'];

/** No foreign key: a font of a session that is removed must not become one of the whole account. */
export const UPLOAD_SESSIONS = ['alter table uploads add column render_session_id text'];

/**
 * Tokens of before, which did not end, end within a day. What a mapping and a kept answer take is
 * counted without reading them.
 */
export const LIMITS: readonly Statement[] = [
  {
    sqlite: `update tokens set expires_at = (cast(strftime('%s', 'now') as integer) + 86400) * 1000
    where expires_at is null`,
    postgres: [],
  },
  {
    sqlite: 'create index mappings_by_bytes on mappings (account_id, length(cast(body as blob)))',
    postgres: ['create index mappings_by_bytes on mappings (account_id, octet_length(body))'],
  },
  {
    sqlite: `create index idempotency_keys_by_bytes
    on idempotency_keys (account_id, length(cast(body as blob)))`,
    postgres: [
      `create index idempotency_keys_by_bytes
        on idempotency_keys (account_id, octet_length(body))`,
    ],
  },
];

/** Columns and stored JSON get the names that the code and the documents use. */
export const PLAIN_NAMES = [
  'alter table render_sessions rename column starts to attempt',
  'alter table session_inputs rename column pinned to ingested',
  `update session_inputs set ingested =
    replace(replace(ingested, '"kind":"film"', '"kind":"video"'), '"form":"picture"', '"form":"image"')`,
  'alter table destinations rename column credentials_box to encrypted_credentials',
  'alter table external_uploads rename column query_box to encrypted_query',
  'alter table external_uploads rename column resume_box to encrypted_resume',
  'alter table webhook_endpoints rename column secret_box to encrypted_secret',
  `update webhook_endpoints set previous_secrets = replace(previous_secrets, '"box":', '"encrypted":')`,
];

/** Mappings of earlier sessions have none: the worker parses them when it renders them. */
export const PARSED_MAPPINGS = ['alter table mappings add column parsed text'];

/** Null: the version was imported before its import was stored. */
export const STORED_IMPORTS = [
  'alter table template_style_versions add column importer_version integer',
  'alter table template_style_versions add column template_digest text',
];
