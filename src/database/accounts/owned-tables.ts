import type { Tables } from '../tables.ts';

type Name = keyof Tables;

/** Rows that belong to a row of another table: their column `column` has its `of`. */
export type Part = { table: Name; column: string; of: string };

/** A table with a column `accountId`, and the tables whose rows belong to its rows. */
export type OwnedTable = { table: Name; parts: readonly Part[] };

/** The columns that identify a row, for each table: a new table does not compile without. */
export const KEYS: Record<Name, readonly string[]> = {
  accounts: ['id'],
  accountRemovals: ['accountId'],
  clients: ['id'],
  tokens: ['hash'],
  people: ['id'],
  studioSessions: ['hash'],
  studioCodes: ['hash'],
  templates: ['id'],
  templateStyles: ['id'],
  templateStyleVersions: ['id'],
  mappings: ['id'],
  renderSessions: ['id'],
  playlists: ['storageKey'],
  recentWork: ['accountId', 'kind'],
  renderRates: ['templateStyleVersionId', 'variant'],
  batches: ['id'],
  batchTargets: ['batchId', 'digest'],
  batchOptions: ['batchId'],
  batchRows: ['batchId', 'row'],
  sessionInputs: ['sessionId'],
  uploads: ['id'],
  destinations: ['id'],
  externalUploads: ['id'],
  madeFiles: ['id'],
  usage: ['accountId', 'day', 'templateStyleVersionId'],
  openRenders: ['sessionId'],
  idempotencyKeys: ['accountId', 'caller', 'key'],
  events: ['id'],
  eventSequences: ['subjectId'],
  webhookEndpoints: ['id'],
  webhookDeliveries: ['id'],
  leases: ['name'],
  segments: ['id'],
  segmentWants: ['sessionId', 'segmentId'],
  segmentPlaces: ['accountId', 'priority'],
};

/** Rows that stay: accounts keep their ids, and leases are about processes. */
export const NOT_OWNED: readonly Name[] = ['accounts', 'accountRemovals', 'leases'];

const part = (table: Name, column: string, of = 'id'): Part => ({ table, column, of });
const SEQUENCE = part('eventSequences', 'subjectId');

/** Tables by which people and clients sign in. Their rows are removed when the deletion begins. */
export const CREDENTIALS: readonly OwnedTable[] = [
  { table: 'tokens', parts: [] },
  { table: 'studioCodes', parts: [] },
  { table: 'people', parts: [part('studioSessions', 'personId')] },
  { table: 'clients', parts: [part('studioSessions', 'clientId')] },
];

/**
 * The tables with rows of accounts, in the order of their removal: before the tables that they refer to. Parts are
 * removed with the rows that they belong to, also if they have a column `accountId`, because only that order has
 * an index.
 */
export const OWNED: readonly OwnedTable[] = [
  { table: 'webhookEndpoints', parts: [part('webhookDeliveries', 'endpointId'), SEQUENCE] },
  {
    table: 'batches',
    parts: [
      part('batchRows', 'batchId'),
      part('batchTargets', 'batchId'),
      part('batchOptions', 'batchId'),
      SEQUENCE,
    ],
  },
  {
    table: 'renderSessions',
    parts: [
      part('externalUploads', 'sessionId'),
      part('sessionInputs', 'sessionId'),
      part('playlists', 'sessionId'),
      part('openRenders', 'sessionId'),
      part('segmentWants', 'sessionId'),
      SEQUENCE,
    ],
  },
  { table: 'segments', parts: [part('segmentWants', 'segmentId')] },
  { table: 'segmentPlaces', parts: [] },
  { table: 'events', parts: [part('eventSequences', 'subjectId', 'subjectId')] },
  { table: 'mappings', parts: [] },
  { table: 'uploads', parts: [] },
  { table: 'madeFiles', parts: [] },
  {
    table: 'templateStyleVersions',
    parts: [part('renderRates', 'templateStyleVersionId'), SEQUENCE],
  },
  { table: 'templateStyles', parts: [] },
  { table: 'templates', parts: [] },
  { table: 'destinations', parts: [] },
  { table: 'idempotencyKeys', parts: [] },
  { table: 'usage', parts: [] },
  { table: 'recentWork', parts: [] },
  // A person may have signed in or got a token while the deletion began.
  ...CREDENTIALS,
];
