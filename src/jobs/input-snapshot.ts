import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXPIRED_INPUTS, inputsGone, type RenderSession } from '../database/index.ts';
import { digestOfFile } from '../media/file/index.ts';
import { type IngestedAssets, type IngestedInputs, inputsPrefix } from '../produce/index.ts';
import { systemClock } from '../system/index.ts';
import type { JobContext } from './job-context.ts';

const SHA256 = /^[0-9a-f]{64}$/;

const REMOVAL_POLL_MS = 100;

type Keeping = Pick<JobContext, 'db' | 'store' | 'inputsTtlSeconds'>;
type Reading = Pick<JobContext, 'db' | 'store' | 'workFolder'>;

/**
 * Moves ingested files to the store and writes their list to the database, for another render of the session.
 * Stores the seconds of the fetch when all inputs are there.
 */
export async function keepInputs(
  session: Pick<RenderSession, 'id' | 'attempt' | 'epoch'>,
  {
    inputs: { ingested, paths },
    storedPaths,
    isComplete,
    seconds,
  }: {
    inputs: IngestedInputs;
    /** Paths of files that are in the store already, by SHA-256. */
    storedPaths: IngestedInputs['paths'];
    isComplete: boolean;
    seconds: number;
  },
  { db, store, inputsTtlSeconds }: Keeping,
): Promise<void> {
  for (const [sha256, path] of Object.entries(paths)) {
    if (path !== storedPaths[sha256])
      await store.put(`${inputsPrefix(session.id)}/${sha256}`, path);
  }
  const expiresAtMs = systemClock.nowMs() + inputsTtlSeconds * 1000;
  // Not synced: after a power cut the media are fetched again.
  await db.fastTransaction(async (tx) => {
    await tx.sessionInputs.keep(session.id, { ingested, isComplete, expiresAtMs }, session);
    if (!isComplete) return;
    await tx.renderSessions.saveTimings(session.id, { fetching: seconds }, session);
  });
}

/**
 * Returns the inputs that earlier renders of the session stored and whose files are intact. A session with a
 * video must not be rendered with other inputs, so it throws `inputs_gone` if one of them is missing.
 */
export async function readInputSnapshot(
  session: Pick<RenderSession, 'id' | 'videoKey'>,
  { db, store, workFolder }: Reading,
  signal: AbortSignal,
): Promise<IngestedInputs & { isComplete: boolean }> {
  let inputs = await db.sessionInputs.find(session.id);
  // A cleanup that removes the inputs would also remove new ones.
  while (inputs?.expiresAtMs === EXPIRED_INPUTS) {
    signal.throwIfAborted();
    await sleep(REMOVAL_POLL_MS);
    inputs = await db.sessionInputs.find(session.id);
  }
  const assets = withoutPaths((inputs?.ingested ?? {}) as IngestedAssets);
  const paths: Record<string, string> = {};
  for (const { sha256 } of Object.values(assets)) {
    const key = `${inputsPrefix(session.id)}/${sha256}`;
    if (!SHA256.test(sha256) || paths[sha256] !== undefined || !(await store.stat(key))) continue;
    const path = await store.localPath(key, join(workFolder, session.id));
    // After a power cut a file may be shorter than it was written.
    if ((await digestOfFile(path, signal)).sha256 === sha256) paths[sha256] = path;
  }
  const there = Object.entries(assets).filter(([, { sha256 }]) => paths[sha256] !== undefined);
  const isComplete = inputs?.isComplete === true && there.length === Object.keys(assets).length;
  if (session.videoKey !== null && !isComplete) throw inputsGone(session.id);
  return { ingested: Object.fromEntries(there), paths, isComplete };
}

/** Earlier versions wrote a `path` to each input. Files are found by digest, wherever the data folder is now. */
function withoutPaths(ingested: IngestedAssets): IngestedAssets {
  return Object.fromEntries(
    Object.entries(ingested).map(([pointer, input]) => {
      const { path: _, ...asset } = input as typeof input & { path?: unknown };
      return [pointer, asset as typeof input];
    }),
  );
}
