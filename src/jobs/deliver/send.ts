import { AppError, assert, say } from '../../base/index.ts';
import {
  captionFilesOf,
  type Database,
  type Destination,
  type ExternalUpload,
  type RenderSession,
  type UploadSecrets,
} from '../../database/index.ts';
import {
  type DeliverySettings,
  type DestinationReport,
  longestPrefix,
  type Network,
  type ObjectStore,
  openSource,
  openStore,
  parseTarget,
  testDestination,
} from '../../delivery/index.ts';
import { countUpload, inSpan } from '../../observe/index.ts';
import type { Vault } from '../../secrets/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import {
  addLogFields,
  type Clock,
  isAway,
  type Log,
  stubbornly,
  toAppError,
} from '../../system/index.ts';

/** The resources that sending an upload needs. */
export type DeliveryContext = {
  db: Database;
  store: BlobStore;
  vault: Vault;
  network: Network;
  clock: Clock;
  log: Log;
};

type Upload = ExternalUpload & UploadSecrets;

const ABANDON_MS = 10_000;

/**
 * Attempts to send an upload if it is due. Returns the milliseconds until the next attempt; undefined when
 * the upload has ended, or another process sends it. Throws the signal's reason, and then the upload is
 * pending again; or `unavailable` without the database. `onClaim` receives the claim of the attempt.
 */
export async function attemptUpload(
  id: string,
  deliveryContext: DeliveryContext,
  signal: AbortSignal,
  onClaim: (claim: number) => void = () => undefined,
): Promise<number | undefined> {
  const { db, clock, log } = deliveryContext;
  const upload = await db.deliveries.find(id);
  if (upload?.status === 'canceled') await removePartsOfCanceled(upload, deliveryContext);
  if (!upload || upload.endedAtMs !== null || upload.status === 'waiting') return undefined;
  const nowMs = clock.nowMs();
  const { nextAttemptAtMs } = upload;
  if (nextAttemptAtMs !== null && nextAttemptAtMs > nowMs) return nextAttemptAtMs - nowMs;
  const begunAtMs = upload.begunAtMs ?? nowMs;
  const attempts = upload.attempts + 1;
  const reported = { uploadId: id, sessionId: upload.sessionId, to: upload.target, attempts };
  const claimed = await db.deliveries.begin(upload, attempts, begunAtMs);
  if (!claimed) return undefined;
  onClaim(claimed.claim);
  const { sessionId } = upload;
  addLogFields({ sessionId, ...(await db.renderSessions.originOf(sessionId)) });
  const claimedUpload = { ...upload, ...claimed };
  const { kind } = parseTarget(upload.target, 'the upload');
  let opened: Opened | undefined;
  try {
    opened = await openStoreFor(claimedUpload, deliveryContext);
    const sending = {
      opened,
      upload: claimedUpload,
      isRetry: attempts > 1,
      context: deliveryContext,
    };
    const receipt = await inSpan({ name: `upload to ${kind}` }, () => sendFile(sending, signal));
    const facts = { remoteId: upload.target, ...receipt };
    if (await stubbornly(() => db.deliveries.complete(claimed, facts), signal)) {
      countUpload(kind, 'delivered', receipt.bytes);
      log.info({ ...reported, bytes: receipt.bytes }, 'delivered');
    }
    return undefined;
  } catch (error) {
    // The upload stays open, and an attempt after the return of the database continues it.
    if (isAway(error) && !signal.aborted) throw error;
    const attempt = {
      upload: claimedUpload,
      previousAttempts: upload.attempts,
      opened,
      begunAtMs,
      reported,
    };
    return endAttempt(error, attempt, deliveryContext, signal);
  }
}

type FailedAttempt = {
  upload: Upload;
  /** The number of attempts before this one. */
  previousAttempts: number;
  opened: Opened | undefined;
  begunAtMs: number;
  /** The fields of log lines. */
  reported: object;
};

/** Writes the end of an attempt that did not succeed. Returns or throws like `attemptUpload`. */
async function endAttempt(
  error: unknown,
  { upload, previousAttempts, opened, begunAtMs, reported }: FailedAttempt,
  deliveryContext: DeliveryContext,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { db, clock, log } = deliveryContext;
  if (await hasNewerClaim(upload, db)) {
    log.info(reported, 'another process sends the upload by now');
    await removeUnsavedParts(opened, upload, deliveryContext);
    return undefined;
  }
  if (signal.aborted) {
    if (await db.deliveries.handBack(upload, previousAttempts)) throw error;
    log.info(reported, 'canceled while it was sent');
    await removeParts(opened, upload, deliveryContext);
    return undefined;
  }
  const failure = toAppError(error);
  const [fault] = failure.faults;
  assert(fault, 'an AppError has a fault');
  const elapsedMs = clock.nowMs() - begunAtMs;
  const pauseMs = fault.retryable
    ? pauseAfter(previousAttempts + 1, elapsedMs, Math.random())
    : undefined;
  const { kind } = parseTarget(upload.target, 'the upload');
  countUpload(kind, pauseMs === undefined ? 'failed' : 'retried');
  log.warn({ ...reported, code: fault.code, pauseMs, err: plainError(error) }, failure.message);
  if (pauseMs !== undefined) {
    const nextMs = clock.nowMs() + pauseMs;
    await stubbornly(() => db.deliveries.retry(upload, fault, nextMs), signal);
    return pauseMs;
  }
  await removeParts(opened, upload, deliveryContext);
  await stubbornly(() => db.deliveries.fail(upload, fault), signal);
  return undefined;
}

/** Whether the delivery has a newer claim: another attempt has begun, or it was started again. */
async function hasNewerClaim(
  { id, claim }: Pick<Upload, 'id' | 'claim'>,
  db: DeliveryContext['db'],
): Promise<boolean> {
  const current = await db.deliveries.find(id);
  return current !== undefined && current.claim !== claim;
}

/** Returns whether a destination can be written to, with the reason if not. */
export async function probeDestination(
  destination: Destination,
  { vault, network }: Pick<DeliveryContext, 'vault' | 'network'>,
  signal: AbortSignal,
): Promise<DestinationReport> {
  const target = parseTarget(destination.prefix, 'the destination');
  const store = await openStore(target, settingsOf(destination, vault), network);
  return testDestination(store.probe, target.path, signal);
}

/**
 * A store that is ready for an upload. `cacheControl` is the destination's setting for all files; `resume` is
 * the last resume state, which is available here even after the session has been removed.
 */
type Opened = {
  store: ObjectStore;
  cacheControl: string | undefined;
  resume: string | undefined;
  /** The state of parts that only this attempt knows: another process sends the upload by now. */
  unknown?: string;
};

/**
 * Opens the store of an upload's target, with the credentials of its destination or with its presigned URL.
 * Throws `destination_unknown` if the destination was removed.
 */
async function openStoreFor(
  upload: Upload,
  { db, vault, network }: DeliveryContext,
): Promise<Opened> {
  const target = parseTarget(upload.target, 'the upload');
  const destination = longestPrefix(await db.destinations.all(upload.accountId), target);
  if (!destination && (target.kind !== 'https' || upload.encryptedQuery === null)) {
    throw new AppError(
      'destination_unknown',
      say`The destination for ${upload.target} no longer exists.`,
      // The destination may be created again while the upload is retried.
      { hint: 'Create it again with POST /v2/destinations.', retryable: true },
    );
  }
  const query =
    upload.encryptedQuery === null ? '' : vault.decrypt(upload.encryptedQuery, upload.id);
  const settings = destination && settingsOf(destination, vault);
  const store = await openStore({ ...target, query }, settings, network);
  const resume = resumeOf(upload.encryptedResume, upload.id, vault);
  return { store, cacheControl: settings?.options.cache_control, resume };
}

type Sending = { opened: Opened; upload: Upload; isRetry: boolean; context: DeliveryContext };

/**
 * Sends the file to the store, and continues with the parts that earlier attempts have sent. `keep` stores the
 * state for that; it throws `canceled` when another process has claimed the upload.
 */
async function sendFile(
  { opened, upload, isRetry, context: { db, store, vault } }: Sending,
  signal: AbortSignal,
): Promise<{ bytes: number; md5: string; version: string | null }> {
  const { id, target, contentType, cacheControl, overwrite } = upload;
  const session = await db.renderSessions.find(upload.sessionId);
  const source = await openSource(store, (session && storageKeyOf(session, upload.file)) ?? '');
  const { version, ...facts } = await opened.store.put(
    {
      id,
      path: parseTarget(target, 'the upload').path,
      source,
      contentType,
      cacheControl: cacheControl ?? opened.cacheControl,
      overwrite,
      isRetry,
      resume: opened.resume,
      keep: async (resume) => {
        const encrypted = vault.encrypt(resume, id);
        if (!(await stubbornly(() => db.deliveries.keepResume(upload, encrypted), signal))) {
          if (opened.resume === undefined) opened.unknown = resume;
          throw new AppError('canceled', 'Another process sends the upload by now.');
        }
        opened.resume = resume;
      },
    },
    signal,
  );
  return { ...facts, version: version ?? null };
}

/**
 * Returns the resume state; undefined when its key is lost. Then the upload starts again from its first part.
 */
function resumeOf(encrypted: string | null, id: string, vault: Vault): string | undefined {
  try {
    return encrypted === null ? undefined : vault.decrypt(encrypted, id);
  } catch {
    return undefined;
  }
}

/**
 * Removes the stored parts of an upload that has ended without success. Stores that keep such parts charge
 * for them.
 */
async function removeParts(
  opened: Opened | undefined,
  upload: Upload,
  deliveryContext: DeliveryContext,
): Promise<void> {
  if (opened?.resume === undefined) return;
  await abandonParts(opened.store, upload, opened.resume, deliveryContext);
  await deliveryContext.db.deliveries.keepResume(upload, null);
}

/**
 * Removes the parts whose state could not be stored, because the delivery has a newer claim. The newer attempt
 * continues all others.
 */
async function removeUnsavedParts(
  opened: Opened | undefined,
  upload: Upload,
  deliveryContext: DeliveryContext,
): Promise<void> {
  if (opened?.unknown === undefined) return;
  await abandonParts(opened.store, upload, opened.unknown, deliveryContext);
}

/** Removes parts from the store. An error is only logged: they then stay in the store. */
async function abandonParts(
  store: ObjectStore,
  { id, target }: Upload,
  resume: string,
  { log }: DeliveryContext,
): Promise<void> {
  try {
    const { path } = parseTarget(target, 'the upload');
    await store.abandon(path, resume, AbortSignal.timeout(ABANDON_MS));
  } catch (error) {
    log.warn({ uploadId: id, err: plainError(error) }, 'parts of an upload stay in the store');
  }
}

/**
 * Removes the stored parts of a canceled upload, for example a preview's upload that was replaced by the
 * final's.
 */
async function removePartsOfCanceled(
  upload: Upload,
  deliveryContext: DeliveryContext,
): Promise<void> {
  if (upload.encryptedResume === null) return;
  const opened = await openStoreFor(upload, deliveryContext).catch(() => undefined);
  if (opened) await removeParts(opened, upload, deliveryContext);
  // Without the destination, its parts cannot be removed.
  await deliveryContext.db.deliveries.keepResume(upload, null);
}

/**
 * Returns the key of a session's file (`video`, `video_2`, `poster`, `thumbnail_01`, `captions.vtt`); null if it
 * does not have it.
 */
function storageKeyOf(session: RenderSession, file: string): string | null {
  if (file === 'poster') return session.posterKey;
  if (file.startsWith('thumbnail_')) {
    return session.thumbnails[Number(file.replace('thumbnail_', '')) - 1] ?? null;
  }
  const captions = captionFilesOf(session).find((track) => file.startsWith(`${track.file}.`));
  if (captions) return file.endsWith('.vtt') ? captions.vttKey : captions.srtKey;
  const output = session.outputs.find((candidate) => candidate.file === file);
  // Sessions of older versions have only one output.
  return output?.key ?? (file === 'video' ? session.videoKey : null);
}

/** Returns the settings of a destination with its decrypted credentials. Keep them out of the log. */
function settingsOf(destination: Destination, vault: Vault): DeliverySettings {
  const { id, kind, options, encryptedCredentials } = destination;
  const credentials: unknown = JSON.parse(vault.decrypt(encryptedCredentials, id));
  // Both passed the schemas of their kind when they were stored.
  return { kind, options, credentials } as DeliverySettings;
}

/** Returns an error for the log without the other fields that an SDK adds, such as requests with keys. */
function plainError(error: unknown): object {
  const { name, stack, cause } = error as Error;
  return {
    name,
    ...(error instanceof AppError ? { cause: (cause as Error | undefined)?.message } : { stack }),
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses between attempts; the last value repeats. */
const PAUSES_MS = [
  5000,
  30_000,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];
/** Time from the first attempt to the last. */
export const GIVE_UP_MS = 48 * HOUR_MS;
const JITTER = 0.1;

/**
 * Returns the pause after a number of attempts, `elapsedMs` after the start of the first; undefined when the
 * upload has failed for good. The last attempt is at the end of the two days. `chance` is 0 to 1.
 */
export function pauseAfter(
  attempts: number,
  elapsedMs: number,
  chance: number,
): number | undefined {
  if (elapsedMs >= GIVE_UP_MS) return undefined;
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? HOUR_MS;
  const spread = Math.round(pause * (1 + JITTER * (2 * chance - 1)));
  return Math.min(spread, GIVE_UP_MS - elapsedMs);
}
