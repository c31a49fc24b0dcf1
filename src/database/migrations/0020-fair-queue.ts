import type { Statement } from './statement.ts';

/**
 * `queue_rank` orders the sessions of an account: previews, then finals, then batch sessions. The database derives
 * it, so no statement can forget it. `has_inputs` repeats what the row of `session_inputs` says, so that an
 * index finds the first sessions that can be drawn, however many wait for their media.
 */
export const FAIR_QUEUE: readonly Statement[] = [
  {
    sqlite: `alter table render_sessions add column queue_rank integer generated always as (
    case when is_batch = 1 then 2 when render = 'preview' then 0 else 1 end
  ) virtual`,
    postgres: [
      `alter table render_sessions add column queue_rank integer generated always as (
        case when is_batch = 1 then 2 when render = 'preview' then 0 else 1 end
      ) stored`,
    ],
  },
  'alter table render_sessions add column has_inputs integer not null default 0',
  `update render_sessions set has_inputs = 1 where id in (
    select session_id from session_inputs where is_complete = 1 and expires_at <> 0
  )`,
  'drop index if exists render_sessions_waiting',
  `create index render_sessions_waiting on render_sessions (account_id, queue_rank, queued_at, id)
    where status in ('preview_rendering', 'final_rendering') and phase in ('queued', 'fetching')`,
  `create index render_sessions_pending
    on render_sessions (account_id, has_inputs, queue_rank, queued_at, id)
    where status in ('preview_rendering', 'final_rendering')`,
  `create table recent_work (
    account_id text not null references accounts (id) on delete cascade,
    kind text not null,
    seconds real not null,
    at bigint not null,
    primary key (account_id, kind)
  )`,
  `create table render_rates (
    template_style_version_id text not null
      references template_style_versions (id) on delete cascade,
    variant text not null,
    account_id text not null references accounts (id) on delete cascade,
    seconds real not null,
    megapixels real not null,
    renders integer not null,
    updated_at bigint not null,
    primary key (template_style_version_id, variant)
  )`,
  'create index render_rates_by_account on render_rates (account_id, updated_at)',
  'create index render_rates_by_age on render_rates (updated_at)',
];
