import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/index.ts';
import type { Hardware, Rasterisers } from '../../raster/index.ts';
import { engineId, videoRequest } from '../../render/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import type { Log } from '../../system/index.ts';
import { stopEnded } from './segment-cleanup.ts';
import { type Drawing, SegmentDrawer } from './segment-drawer.ts';
import { engineFor, SegmentJobs } from './segment-jobs.ts';

const CHECK_MS = 10_000;

export type SegmentParts = {
  db: Database;
  store: BlobStore;
  rasterisers: Rasterisers;
  hardware: Hardware;
  /** A folder that only this process uses. It is emptied. */
  folder: string;
  log: Log;
  /** Whether this process can draw now. */
  isAble: () => boolean;
  mayBegin: () => boolean;
};

/**
 * Draws segments for all sessions of the database, and returns the maker of segments for the sessions of this
 * process. `working` stops both.
 */
export async function runSegments(
  parts: SegmentParts,
  working: AsyncDisposableStack,
): Promise<SegmentJobs> {
  const { db, store, rasterisers, hardware, folder, log, isAble, mayBegin } = parts;
  const { notices } = db;
  await rm(folder, { recursive: true, force: true });
  const engine = await engineId();
  const encoders = new Set(Object.values(hardware));
  const drawer = working.use(
    new SegmentDrawer({
      db,
      store,
      notices,
      folder,
      log,
      isAble,
      mayBegin,
      slots: rasterisers.size,
      engines: [null, ...encoders].map((encoder) => engineFor(engine, encoder ?? null)),
      draw: (drawing, signal) => drawSegment(rasterisers, drawing, signal),
    }),
  );
  await drawer.start();
  return working.use(await SegmentJobs.open({ db, store, notices, log }));
}

/** Draws a segment with the next free rasteriser, to a file for each encoding. Returns the CPU time. */
async function drawSegment(
  rasterisers: Rasterisers,
  { segment, paths, parts, first, encodings, limits }: Drawing,
  signal: AbortSignal,
): Promise<{ cpuSeconds: number }> {
  const { id: digest, accountId, priority } = segment;
  const files = encodings.map((encoding, n) => ({ encoding, digest, path: paths[n] ?? '' }));
  const request = videoRequest({ parts, files, first }, limits);
  const place = rasterisers.nextPlace(accountId, priority === 'batch');
  let cpuSeconds = 0;
  const onCpu = (seconds: number) => {
    cpuSeconds += seconds;
  };
  await rasterisers.run({ place, request, limits, onCpu }, signal);
  return { cpuSeconds };
}

/**
 * Stops the segments of sessions that ended without their process, at intervals, until the result is disposed.
 * One process at a time does this.
 */
export function stopEndedSegments({
  db,
  store,
  log,
}: Pick<SegmentParts, 'db' | 'store' | 'log'>): AsyncDisposable {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async () => {
    while (!signal.aborted) {
      await stopEnded({ db, store }).catch((err: unknown) =>
        log.warn({ err }, 'the segments of ended sessions could not be stopped'),
      );
      await sleep(CHECK_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}
