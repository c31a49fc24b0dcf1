/**
 * People who sign in to the studio, their sessions, and one-time codes that begin a session. A token
 * may belong to a person instead of a client, so `tokens.client_id` has no foreign key any more.
 */
export const STUDIO = [
  `create table people (
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
  )`,
  'create index people_by_account on people (account_id, created_at, id)',
  `create table studio_sessions (
    hash text primary key,
    person_id text references people (id) on delete cascade,
    client_id text references clients (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    check ((person_id is null) <> (client_id is null))
  )`,
  'create index studio_sessions_by_person on studio_sessions (person_id, created_at)',
  'create index studio_sessions_by_client on studio_sessions (client_id, created_at)',
  'create index studio_sessions_by_expiry on studio_sessions (expires_at)',
  `create table studio_codes (
    hash text primary key,
    account_id text not null references accounts (id),
    role text not null,
    expires_at bigint not null
  )`,
  `create table new_tokens (
    hash text primary key,
    account_id text not null references accounts (id),
    client_id text not null,
    scope text not null,
    created_at bigint not null,
    expires_at bigint,
    render_session_id text references render_sessions (id) on delete cascade
  )`,
  `insert into new_tokens
    (hash, account_id, client_id, scope, created_at, expires_at, render_session_id)
    select hash, account_id, client_id, scope, created_at, expires_at, render_session_id from tokens`,
  'drop table tokens',
  'alter table new_tokens rename to tokens',
  'create index tokens_by_expiry on tokens (expires_at)',
  'create index tokens_by_client on tokens (client_id, created_at)',
  `create index tokens_by_session on tokens (render_session_id)
    where render_session_id is not null`,
];
