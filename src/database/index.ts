import { addressJson, type Vault } from '../secrets/index.ts';
import { type Clock, systemClock } from '../system/index.ts';
import { accountRemovalOf } from './accounts/account-removal.ts';
import { accountsOf } from './accounts/accounts.ts';
import { clientsOf } from './accounts/clients.ts';
import { idempotencyOf } from './accounts/idempotency.ts';
import { LimitedAccount as AccountInTransaction } from './accounts/limited-account.ts';
import { madeFilesOf } from './accounts/made-files.ts';
import { peopleOf } from './accounts/people.ts';
import { studioSessionsOf } from './accounts/studio-sessions.ts';
import { TokenCache } from './accounts/token-cache.ts';
import { type Caller, tokensOf } from './accounts/tokens.ts';
import { usageOf } from './accounts/usage.ts';
import { isPostgresUrl, postgresBackend, sqliteBackend } from './backend.ts';
import { batchRowsOf } from './batches/batch-rows.ts';
import { batchesOf } from './batches/batches.ts';
import { changesOf } from './changes.ts';
import { encryptedStoresOf } from './encrypted-stores.ts';
import type { EventForms, RepositoryParts } from './events/event-forms.ts';
import { eventsOf } from './events/events.ts';
import { webhookDeliveriesOf } from './events/webhook-deliveries.ts';
import { webhookEndpointsOf } from './events/webhook-endpoints.ts';
import { jobsOf } from './jobs.ts';
import { leasesOf } from './leases.ts';
import { sendNotes } from './noted-changes.ts';
import type { Notices } from './notices.ts';
import { atomicallyUnsynced, type Connection } from './open.ts';
import { queueCountsOf } from './queue-counts.ts';
import { recentWorkOf } from './recent-work.ts';
import { renderRatesOf } from './render-rates.ts';
import { segmentsOf } from './segments/segments.ts';
import { deliveriesOf } from './sessions/deliveries.ts';
import { destinationsOf } from './sessions/destinations.ts';
import { playlistsOf } from './sessions/playlists.ts';
import { renderSessionsOf } from './sessions/render-sessions.ts';
import { sessionInputsOf } from './sessions/session-inputs.ts';
import type { LogFile } from './sqlite/log-sync.ts';
import { storageOf } from './storage.ts';
import { mappingsOf } from './templates/mappings.ts';
import { templateRemovalOf } from './templates/template-removal.ts';
import { templateStylesOf } from './templates/template-styles.ts';
import { templateVersionsOf } from './templates/template-versions.ts';
import { templatesOf } from './templates/templates.ts';
import { uploadsOf } from './uploads.ts';

/** The repositories of Framepress's tables, one for each resource. Times are milliseconds since 1970, UTC. */
export type Repositories = ReturnType<typeof repositoriesOf>;

/** The repositories within a transaction. */
export type Transaction = Repositories & {
  /** Calls a function after the transaction has been committed. */
  afterCommit: (then: () => void) => void;
  /** Returns an account whose limits the transaction may check; undefined for an unknown account. */
  limitedAccount: (id: string) => Promise<LimitedAccount | undefined>;
};

export type LimitedAccount = AccountInTransaction<Repositories>;

/** The repositories with their connection. */
export type Database = Repositories &
  AsyncDisposable & {
    /**
     * Runs `work` in a transaction; if it throws, nothing changes. Inside, only `tx` may be used: SQLite has
     * one connection, and calls on the database itself wait until `work` has ended. PostgreSQL repeats `work`
     * after a conflict with another transaction, so it must have no effects outside: use `afterCommit`.
     */
    transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
    /**
     * Like `transaction`, but it does not wait for the disk. Use it for changes that a power cut may undo
     * because the work is then repeated.
     */
    fastTransaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
    /** Resolves when all changes up to now would survive a power cut. */
    synced(): Promise<void>;
    /** Keeps long writes out of the event loop until the result is disposed. For services, not for commands. */
    checkpointsInThread(): Promise<AsyncDisposable>;
    /** Messages between the processes that share the database. */
    notices: Notices;
    /** Throws if the database cannot be read, or if a change could not be synced to the disk. */
    ping(): Promise<void>;
  };

export type DatabaseOptions = {
  /** Default: the clock of the system. */
  clock?: Clock | undefined;
  /** Encrypts presigned addresses. Without it they are read in their encrypted form. */
  vault?: Vault | undefined;
  /** For tests: opens SQLite's log. */
  openLog?: (path: string) => Promise<LogFile>;
};

/**
 * Opens the SQLite file at a path, or the PostgreSQL database of a URL. It is created (the file only) and
 * migrated if necessary; several processes may do this at the same time. Throws `config_invalid` for a
 * database that a newer version has changed or that cannot be reached, and SQLite's error for a file that is
 * not a database. `forms` write the public forms of rows into events.
 */
export async function openDatabase(
  place: string,
  forms: EventForms,
  { clock = systemClock, vault, openLog }: DatabaseOptions = {},
): Promise<Database> {
  const backend = isPostgresUrl(place)
    ? await postgresBackend(place)
    : await sqliteBackend(place, openLog);
  const { db, notices, synced, ping, checkpointsInThread } = backend;
  const tokens = new TokenCache<Caller>(backend.tokenState);
  const parts = { nowMs: () => clock.nowMs(), json: addressJson(vault), forms };
  sendNotes(db, notices);
  return {
    ...repositoriesOf(db, parts, tokens),
    transaction: async (work) => {
      const { result, last } = await backend.durably(async (tx) => {
        const then: (() => void)[] = [];
        const afterCommit = (callback: () => void) => void then.push(callback);
        const repositories = repositoriesOf(tx, parts, tokens);
        const limitedAccount = (id: string) => AccountInTransaction.find(id, repositories);
        return { result: await work({ ...repositories, afterCommit, limitedAccount }), last: then };
      });
      for (const then of last) then();
      return result;
    },
    fastTransaction: (work) =>
      atomicallyUnsynced(db, (tx) => work(repositoriesOf(tx, parts, tokens))),
    notices,
    ping,
    synced,
    checkpointsInThread,
    [Symbol.asyncDispose]: () => backend[Symbol.asyncDispose](),
  };
}

/**
 * Returns the queries of all resources on a connection, or on a transaction: then `cache` is not used for its
 * reads.
 */
function repositoriesOf(db: Connection, parts: RepositoryParts, cache: TokenCache<Caller>) {
  const { nowMs, json } = parts;
  return {
    accounts: accountsOf(db, nowMs),
    accountRemoval: accountRemovalOf(db, nowMs),
    clients: clientsOf(db, nowMs),
    tokens: tokensOf(db, nowMs, cache),
    people: peopleOf(db, nowMs),
    studioSessions: studioSessionsOf(db, nowMs),
    usage: usageOf(db, nowMs),
    templates: templatesOf(db, nowMs),
    templateStyles: templateStylesOf(db, nowMs),
    templateVersions: templateVersionsOf(db, parts),
    templateRemoval: templateRemovalOf(db, nowMs),
    mappings: mappingsOf(db, nowMs, json),
    renderSessions: renderSessionsOf(db, parts),
    sessionInputs: sessionInputsOf(db, json),
    playlists: playlistsOf(db, nowMs),
    changes: changesOf(db),
    jobs: jobsOf(db, nowMs),
    leases: leasesOf(db),
    queueCounts: queueCountsOf(db, nowMs),
    recentWork: recentWorkOf(db),
    segments: segmentsOf(db, nowMs),
    batches: batchesOf(db, parts),
    batchRows: batchRowsOf(db, parts),
    renderRates: renderRatesOf(db, nowMs),
    storage: storageOf(db, nowMs),
    idempotency: idempotencyOf(db, nowMs),
    uploads: uploadsOf(db, nowMs),
    madeFiles: madeFilesOf(db, nowMs),
    destinations: destinationsOf(db, nowMs),
    deliveries: deliveriesOf(db, parts),
    events: eventsOf(db, parts),
    encrypted: encryptedStoresOf(db),
    webhookEndpoints: webhookEndpointsOf(db, nowMs),
    webhookDeliveries: webhookDeliveriesOf(db, nowMs),
  };
}

export type { AccountContents, AccountRemoval } from './accounts/account-contents.ts';
export { type Account, accountDeleted, DEFAULT_ACCOUNT } from './accounts/accounts.ts';
export { checkStorage } from './accounts/check-storage.ts';
export type { Client, ListedClient } from './accounts/clients.ts';
export type { IdempotencyState, KeyOwner } from './accounts/idempotency.ts';
export {
  type AccountLimits,
  limitsFor,
  type OwnLimits,
} from './accounts/limits.ts';
export type { MadeFileRow } from './accounts/made-files.ts';
export { OWNED, type OwnedTable } from './accounts/owned-tables.ts';
export {
  isPersonId,
  isRole,
  LINK_ISSUER,
  NEVER_MS,
  type Person,
  ROLES,
  type Role,
  type SignIn,
} from './accounts/people.ts';
export {
  CODE_SECONDS,
  MAX_SESSION_SECONDS,
  type StudioSession,
} from './accounts/studio-sessions.ts';
export type { Caller, Editor } from './accounts/tokens.ts';
export { type DailyUsage, dayOf, NO_USE, type RenderWork, type Usage } from './accounts/usage.ts';
export { migrateDatabase } from './backend.ts';
export {
  BATCH_STATUSES,
  type Batch,
  type BatchRow,
  type BatchStatus,
  type BatchWarning,
  type CheckedRow,
  doneRows,
  ENDED,
  type FailedRow,
  type NewBatch,
  ROW_STATES,
  type RowFault,
  type RowState,
  type RowsFormat,
  type RowTarget,
  type WaitingFor,
} from './batches/batch.ts';
export { CORRECTED, RETRIED, type WaitingRow } from './batches/batch-rows.ts';
export { EDITABLE_PREFIX, placeFault } from './batches/place-fault.ts';
export type { WatchedSubject } from './changes.ts';
export { databaseName } from './columns.ts';
export type { EventForms, FileReference, PublicContext } from './events/event-forms.ts';
export { dataWithUrls } from './events/event-payload.ts';
export { EVENT_TYPES, type EventType } from './events/event-types.ts';
export type { NewEvent, StoredEvent } from './events/events.ts';
export type { DeliveryOutcome } from './events/webhook-deliveries.ts';
export { validAt } from './events/webhook-endpoints.ts';
export type {
  DeliveryAttempt,
  DeliveryStatus,
  DisabledReason,
  WebhookDelivery,
  WebhookEndpoint,
} from './events/webhooks.ts';
export { JOB_KINDS, type JobKind, type PendingJob } from './jobs.ts';
export { moveRows } from './move/move-rows.ts';
export type { PageRequest, Position } from './newest-first.ts';
export { CHANGES } from './noted-changes.ts';
export { localNotices, type Notices } from './notices.ts';
export { requireMigrated } from './postgres/connect.ts';
export { openSqlPool } from './postgres/pool.ts';
export {
  type EndedWork,
  type OpenWork,
  type RunningSession,
  WORK_KINDS,
  WORK_PRIORITIES,
  type WorkKind,
  type WorkPriority,
} from './queue-counts.ts';
export type { RatedWork } from './render-rates.ts';
export type {
  ClaimedSegment,
  NewSegment,
  SegmentClaim,
  SegmentKinds,
  SegmentPriority,
  SegmentProgress,
  SegmentState,
} from './segments/segment.ts';
export { type CaptionFiles, captionFilesOf } from './sessions/caption-files.ts';
export {
  DELIVERY_STATUSES as UPLOAD_STATUSES,
  type Delivery as ExternalUpload,
  type DeliveryStatus as UploadStatus,
  type NewDelivery as NewUpload,
  type UploadSecrets,
} from './sessions/delivery.ts';
export type { Destination } from './sessions/destinations.ts';
export {
  type DraftEdit,
  type Lead,
  type Maker,
  type NewSession,
  type OutputFile,
  type PreviewOutput,
  type Priority,
  RENDERING,
  type RenderKind,
  type RenderSession,
  SESSION_STATUSES,
  type SessionEdit,
  type SessionFilter,
  type SessionPhase,
  type SessionResult,
  type SessionStart,
  type SessionStatus,
  type SessionSummary,
} from './sessions/render-session.ts';
export { EXPIRED_INPUTS, inputsGone, type SessionInputs } from './sessions/session-inputs.ts';
export { backUpSqlite } from './sqlite/back-up.ts';
export type { ListedMapping, NewMapping, StoredMapping } from './templates/mapping.ts';
export type { Removal } from './templates/template-removal.ts';
export type { StyleOverview, TemplateStyle } from './templates/template-styles.ts';
export {
  IMPORTING,
  type TemplateVersion,
  VERSION_STATUSES,
  type VersionStatus,
  type VersionSummary,
} from './templates/template-version.ts';
export type { ImportedAgain, NewVersion } from './templates/template-versions.ts';
export {
  type LatestVersion,
  TEMPLATE_SHAPES,
  type TemplateGroup,
  type TemplateOverview,
} from './templates/templates.ts';
export type { VersionFilter } from './templates/version-list.ts';
export {
  type VersionGroup,
  type VersionUse,
  versionRemovedError,
} from './templates/version-use.ts';
export type { Upload, UploadFilter } from './uploads.ts';
