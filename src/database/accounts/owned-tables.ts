import type { Tables } from '../tables.ts';

type Name = keyof Tables;

/** Rows that belong to a row of another table: their column `column` has its `of`. */
export type Part = { table: Name; column: string; of: string };

/** A table with a column `account_id`, and the tables whose rows belong to its rows. */
export type OwnedTable = { table: Name; parts: readonly Part[] };

/** The columns that identify a row, for each table: a new table does not compile without. */
export const KEYS: Record<Name, readonly string[]> = {
  accounts: ['id'],
  account_removals: ['account_id'],
  clients: ['id'],
  tokens: ['hash'],
  people: ['id'],
  studio_sessions: ['hash'],
  studio_codes: ['hash'],
  templates: ['id'],
  template_styles: ['id'],
  template_style_versions: ['id'],
  mappings: ['id'],
  render_sessions: ['id'],
  playlists: ['storage_key'],
  recent_work: ['account_id', 'kind'],
  render_rates: ['template_style_version_id', 'variant'],
  batches: ['id'],
  batch_targets: ['batch_id', 'digest'],
  batch_options: ['batch_id'],
  batch_rows: ['batch_id', 'row'],
  session_inputs: ['session_id'],
  uploads: ['id'],
  destinations: ['id'],
  external_uploads: ['id'],
  usage: ['account_id', 'day', 'template_style_version_id'],
  open_renders: ['session_id'],
  idempotency_keys: ['account_id', 'caller', 'key'],
  events: ['id'],
  event_sequences: ['subject_id'],
  webhook_endpoints: ['id'],
  webhook_deliveries: ['id'],
  leases: ['name'],
  segments: ['id'],
  segment_wants: ['session_id', 'segment_id'],
  segment_places: ['account_id', 'priority'],
};

/** Rows that stay: accounts keep their ids, and leases are about processes. */
export const NOT_OWNED: readonly Name[] = ['accounts', 'account_removals', 'leases'];

const part = (table: Name, column: string, of = 'id'): Part => ({ table, column, of });
const SEQUENCE = part('event_sequences', 'subject_id');

/** What lets somebody in. It is removed in the transaction that begins the deletion. */
export const CREDENTIALS: readonly OwnedTable[] = [
  { table: 'tokens', parts: [] },
  { table: 'studio_codes', parts: [] },
  { table: 'people', parts: [part('studio_sessions', 'person_id')] },
  { table: 'clients', parts: [part('studio_sessions', 'client_id')] },
];

/**
 * The tables with rows of accounts, in the order of their removal: before the tables that they refer to. Parts are
 * removed with the rows that they belong to, also if they have a column `account_id`, because only that order has
 * an index.
 */
export const OWNED: readonly OwnedTable[] = [
  {
    table: 'webhook_endpoints',
    parts: [part('webhook_deliveries', 'endpoint_id'), SEQUENCE],
  },
  {
    table: 'batches',
    parts: [
      part('batch_rows', 'batch_id'),
      part('batch_targets', 'batch_id'),
      part('batch_options', 'batch_id'),
      SEQUENCE,
    ],
  },
  {
    table: 'render_sessions',
    parts: [
      part('external_uploads', 'session_id'),
      part('session_inputs', 'session_id'),
      part('playlists', 'session_id'),
      part('open_renders', 'session_id'),
      part('segment_wants', 'session_id'),
      SEQUENCE,
    ],
  },
  { table: 'segments', parts: [part('segment_wants', 'segment_id')] },
  { table: 'segment_places', parts: [] },
  { table: 'events', parts: [part('event_sequences', 'subject_id', 'subject_id')] },
  { table: 'mappings', parts: [] },
  { table: 'uploads', parts: [] },
  {
    table: 'template_style_versions',
    parts: [part('render_rates', 'template_style_version_id'), SEQUENCE],
  },
  { table: 'template_styles', parts: [] },
  { table: 'templates', parts: [] },
  { table: 'destinations', parts: [] },
  { table: 'idempotency_keys', parts: [] },
  { table: 'usage', parts: [] },
  { table: 'recent_work', parts: [] },
  // Somebody may have signed in or got a token while the deletion began.
  ...CREDENTIALS,
];
