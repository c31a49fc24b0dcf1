/**
 * The counts of an account's queue, for its limit and for a session's position, read only these indexes:
 * with the columns of their conditions, SQLite does not read the rows.
 */
export const QUEUE_COUNTS = [
  'drop index if exists render_sessions_waiting',
  `create index render_sessions_waiting
    on render_sessions (account_id, queue_rank, queued_at, id, status, phase)
    where status in ('preview_rendering', 'final_rendering') and phase in ('queued', 'fetching')`,
  'drop index if exists render_sessions_pending',
  `create index render_sessions_pending
    on render_sessions (account_id, has_inputs, queue_rank, queued_at, id, status)
    where status in ('preview_rendering', 'final_rendering')`,
];
