import type { Statement } from './statement.ts';

const STATES = ['invalid', 'waiting', 'rendering', 'rendered', 'failed', 'canceled'];

/** Counts by state, so that no request counts 100,000 rows. */
const counting = (sign: '+' | '-', row: 'new' | 'old') =>
  STATES.map((state) => `${sign} (${row}.state = '${state}')`);
const added = counting('+', 'new');
const removed = counting('-', 'old');
const set = (changes: readonly string[][], faults: string) =>
  `update batches set ${STATES.map(
    (state, index) =>
      `count_${state} = count_${state} ${changes.map((list) => list[index]).join(' ')}`,
  ).join(', ')}, fault_count = fault_count ${faults}`;

/** PostgreSQL keeps each version of a row until the commit, so it counts once for each statement. */
const counted = (name: string, event: string, tables: string, changes: string) => [
  `create function batch_rows_${name}() returns trigger language plpgsql as $$ begin
    update batches set
      ${STATES.map((state) => `count_${state} = count_${state} + sums.${state}`).join(', ')},
      fault_count = fault_count + sums.errors
    from (
      select batch_id, sum(errors) as errors,
        ${STATES.map((state) => `sum(case when state = '${state}' then n else 0 end) as ${state}`).join(', ')}
      from (${changes}) as changes group by batch_id
      having count(distinct state) > 1 or sum(n) <> 0 or sum(errors) <> 0
    ) as sums where id = sums.batch_id;
    return null;
  end $$`,
  `create trigger batch_rows_${name} after ${event} on batch_rows referencing ${tables}
    for each statement execute function batch_rows_${name}()`,
];
const ADDED = 'select batch_id, state, 1 as n, error_count as errors from added';
const REMOVED = 'select batch_id, state, -1 as n, -error_count as errors from removed';

/**
 * A batch and its rows. The options may have a megabyte, so they are in a table of their own: SQLite writes
 * the whole row for each change of a count.
 */
export const BATCHES: readonly Statement[] = [
  `create table batches (
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
    ${STATES.map((state) => `count_${state} integer not null default 0,`).join('\n    ')}
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
  )`,
  'create index batches_by_account on batches (account_id, created_at, id)',
  `create index batches_unfinished on batches (account_id, id)
    where status in ('checking', 'running', 'paused', 'removing')`,
  'create index batches_stored on batches (account_id, stored_bytes)',
  `create table batch_options (
    batch_id text primary key references batches (id) on delete cascade,
    options text not null
  )`,
  `create table batch_rows (
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
  )`,
  'create index batch_rows_by_state on batch_rows (batch_id, state, row)',
  'create index batch_rows_with_errors on batch_rows (batch_id, row) where error_count > 0',
  {
    sqlite: `create trigger batch_rows_added after insert on batch_rows begin
    ${set([added], '+ new.error_count')} where id = new.batch_id;
  end`,
    postgres: counted('added', 'insert', 'new table as added', ADDED),
  },
  {
    sqlite: `create trigger batch_rows_changed after update of state, error_count on batch_rows begin
    ${set([added, removed], '+ new.error_count - old.error_count')} where id = new.batch_id;
  end`,
    postgres: counted(
      'changed',
      'update',
      'new table as added old table as removed',
      `${ADDED} union all ${REMOVED}`,
    ),
  },
  'alter table render_sessions add column batch_id text',
  'alter table render_sessions add column batch_row integer',
  `create index render_sessions_by_batch on render_sessions (batch_id, batch_row)
    where batch_id is not null`,
];
