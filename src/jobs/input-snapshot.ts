import { setTimeout as sleep } from 'node:timers/promises';
import { EXPIRED_INPUTS, inputsGone, type RenderSession } from '../database/index.ts';
import { digestOfFile } from '../media/file/index.ts';
import type { IngestedAssets } from '../produce/index.ts';
import { systemClock } from '../system/index.ts';
import type { JobContext } from './job-context.ts';

const REMOVAL_POLL_MS = 100;

type Keeping = Pick<JobContext, 'db' | 'store' | 'inputsTtlSeconds'>;

/** Where a session's inputs lie, by the SHA-256 of their bytes. */
export function inputsPrefix(sessionId: string): string {
  return `sessions/${sessionId}/inputs`;
}

/**
 * Moves what has been pinned into the store, where it stays for another render of the session; gives
 * it back with its new places.
 */
export async function keepInputs(
  session: Pick<RenderSession, 'id'>,
  ingested: IngestedAssets,
  isComplete: boolean,
  { db, store, inputsTtlSeconds }: Keeping,
): Promise<IngestedAssets> {
  const paths = new Map<string, string>();
  for (const { sha256, path } of Object.values(ingested)) {
    if (paths.has(sha256)) continue;
    const key = `${inputsPrefix(session.id)}/${sha256}`;
    const kept = await store.localPath(key);
    if (path !== kept) await store.put(key, path);
    paths.set(sha256, kept);
  }
  const expiresAtMs = systemClock.nowMs() + inputsTtlSeconds * 1000;
  const reported = placed(ingested, () => '');
  await db.sessionInputs.keep(session.id, { ingested: reported, isComplete, expiresAtMs });
  return placed(ingested, (sha256) => paths.get(sha256) ?? '');
}

/**
 * What an earlier render of the session has kept and is whole; all of it, or nothing is missing that
 * cannot be pinned again. A session that has a video is not to get other pictures: where some of
 * what it was made of is gone, that is `inputs_gone`.
 */
export async function readInputSnapshot(
  session: Pick<RenderSession, 'id' | 'videoKey'>,
  { db, store }: Pick<Keeping, 'db' | 'store'>,
  signal: AbortSignal,
): Promise<{ ingested: IngestedAssets; isComplete: boolean }> {
  let kept = await db.sessionInputs.find(session.id);
  // What is kept anew must not go with what is being removed.
  while (kept?.expiresAtMs === EXPIRED_INPUTS) {
    signal.throwIfAborted();
    await sleep(REMOVAL_POLL_MS);
    kept = await db.sessionInputs.find(session.id);
  }
  const all = (kept?.ingested ?? {}) as IngestedAssets;
  const whole = new Map<string, string>();
  for (const { sha256 } of Object.values(all)) {
    const key = `${inputsPrefix(session.id)}/${sha256}`;
    if (whole.has(sha256) || !(await store.stat(key))) continue;
    const path = await store.localPath(key);
    // A power cut may have left less than was written.
    if ((await digestOfFile(path, signal)).sha256 === sha256) whole.set(sha256, path);
  }
  const there = Object.entries(all).filter(([, { sha256 }]) => whole.has(sha256));
  const isComplete = kept?.isComplete === true && there.length === Object.keys(all).length;
  if (session.videoKey !== null && !isComplete) throw inputsGone(session.id);
  const ingested = placed(Object.fromEntries(there), (sha256) => whole.get(sha256) ?? '');
  return { ingested, isComplete };
}

function placed(ingested: IngestedAssets, pathOf: (sha256: string) => string): IngestedAssets {
  return Object.fromEntries(
    Object.entries(ingested).map(([pointer, input]) => [
      pointer,
      { ...input, path: pathOf(input.sha256) },
    ]),
  );
}
