import type { AccountRemovalRow } from './accounts/account-contents.ts';
import type { StoredBatch, StoredBatchRow } from './batches/batch.ts';
import type { EventType } from './events/event-types.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from './events/webhooks.ts';
import type { SegmentTables } from './segments/segment-tables.ts';
import type { DeliveryRow } from './sessions/delivery.ts';
import type { RenderSessionRow } from './sessions/render-session.ts';
import type { MappingRow } from './templates/mapping.ts';
import type { TemplateVersionRow } from './templates/template-version.ts';

/**
 * The rows of the tables. `columns.ts` translates names and values: times are in milliseconds since 1970, UTC;
 * lists and objects are stored as JSON, and booleans as 0 and 1.
 */
export type Tables = SegmentTables & {
  accounts: {
    id: string;
    name: string;
    createdAtMs: number;
    rendersAtOnce: number | null;
    queuedSessions: number | null;
    framesPerDay: number | null;
    storedBytes: number | null;
    speechCharactersPerDay: number | null;
    transcriptionSecondsPerDay: number | null;
    deletedAtMs: number | null;
  };
  accountRemovals: AccountRemovalRow;
  clients: {
    id: string;
    accountId: string;
    name: string;
    secretHash: string;
    scope: string;
    createdAtMs: number;
  };
  tokens: {
    hash: string;
    accountId: string;
    clientId: string;
    scope: string;
    createdAtMs: number;
    expiresAtMs: number | null;
    renderSessionId: string | null;
  };
  people: {
    id: string;
    accountId: string;
    issuer: string;
    subject: string;
    name: string;
    role: string;
    createdAtMs: number;
    signedInAtMs: number;
    blockedAtMs: number | null;
  };
  studioSessions: {
    hash: string;
    personId: string | null;
    clientId: string | null;
    createdAtMs: number;
    expiresAtMs: number;
  };
  studioCodes: {
    hash: string;
    accountId: string;
    role: string;
    expiresAtMs: number;
    /** The person of an invitation; null: the person of all links of this role. */
    personId: string | null;
  };
  templates: {
    id: string;
    accountId: string;
    name: string;
    createdAtMs: number;
    updatedAtMs: number | null;
    deletedAtMs: number | null;
  };
  templateStyles: {
    id: string;
    accountId: string;
    templateId: string;
    name: string;
    createdAtMs: number;
    deletedAtMs: number | null;
  };
  templateStyleVersions: TemplateVersionRow;
  mappings: MappingRow;
  renderSessions: RenderSessionRow;
  playlists: { storageKey: string; sessionId: string; epoch: number; content: string };
  recentWork: { accountId: string; kind: string; seconds: number; at: number };
  renderRates: {
    templateStyleVersionId: string;
    variant: string;
    accountId: string;
    seconds: number;
    megapixels: number;
    renders: number;
    updatedAtMs: number;
  };
  batches: StoredBatch;
  batchTargets: { batchId: string; digest: string; row: number };
  batchOptions: { batchId: string; options: string };
  batchRows: StoredBatchRow;
  sessionInputs: { sessionId: string; ingested: string; isComplete: boolean; expiresAtMs: number };
  uploads: {
    id: string;
    accountId: string;
    storageKey: string;
    contentType: string;
    kind: 'image' | 'video' | 'audio' | 'font' | 'captions';
    bytes: number;
    sha256: string;
    width: number | null;
    height: number | null;
    duration: number | null;
    /** PostScript names and families. */
    fontNames: string[];
    createdAtMs: number;
    /** From this time on, no request can name the upload. */
    expiresAtMs: number;
    /** The session of the edit token that uploaded it. No other session finds its font by name. */
    renderSessionId: string | null;
    /** The name that the client gave to the file; null if it gave none. */
    filename: string | null;
  };
  destinations: {
    id: string;
    accountId: string;
    kind: 's3' | 'gcs' | 'azure' | 'https';
    name: string;
    /** The prefix of a `to`, unique in an account. */
    prefix: string;
    /** JSON. */
    options: string;
    /** Identifies the credentials without containing them. */
    identity: string;
    /** The credentials as JSON, encrypted for the destination's id. */
    encryptedCredentials: string;
    createdAtMs: number;
    updatedAtMs: number;
  };
  externalUploads: DeliveryRow;
  usage: {
    accountId: string;
    day: string;
    templateStyleVersionId: string;
    templateId: string;
    renders: number;
    failedRenders: number;
    videoSeconds: number;
    frames: number;
    cpuSeconds: number;
    bytes: number;
    speechCharacters: number;
    transcriptionSeconds: number;
  };
  madeFiles: {
    id: string;
    accountId: string;
    templateStyleVersionId: string;
    /** Null while the file is made. */
    storageKey: string | null;
    sha256: string | null;
    bytes: number;
    facts: Record<string, unknown>;
    /** What was counted in the account's usage. */
    characters: number;
    seconds: number;
    /** The process that makes the file. */
    madeBy: string | null;
    claimedUntilMs: number;
    createdAtMs: number;
    usedAtMs: number;
  };
  openRenders: {
    sessionId: string;
    accountId: string;
    attempt: number;
    reservedFrames: number;
    drawnShare: number;
    cpuSeconds: number;
  };
  idempotencyKeys: {
    accountId: string;
    caller: string;
    key: string;
    requestHash: string;
    status: number;
    body: string;
    createdAtMs: number;
  };
  events: {
    id: string;
    accountId: string;
    type: EventType;
    subjectId: string;
    sequence: number;
    data: string;
    createdAtMs: number;
  };
  eventSequences: { subjectId: string; last: number };
  webhookEndpoints: WebhookEndpointRow;
  leases: { name: string; holder: string; epoch: number; until: number };
  webhookDeliveries: WebhookDeliveryRow;
};
