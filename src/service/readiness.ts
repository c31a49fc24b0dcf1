import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { deadline, orAbort } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import type { Database } from '../database/index.ts';
import type { VideoCodec } from '../output/index.ts';
import { type CodecEncoders, codecEncoders, type Hardware } from '../raster/index.ts';
import type { BlobStore, DiskRoom } from '../storage/index.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { Overload } from './overload.ts';

export const STARTING = 'The service is starting.';
const DATABASE_SECONDS = 5;

/** For each part `ok`, or the problem. */
export async function readiness({
  config,
  db,
  store,
  hardware,
  state,
  queue,
  disk,
  clockWatch,
  overload,
}: {
  config: Config;
  db: Pick<Database, 'ping'>;
  store: Pick<BlobStore, 'check'>;
  hardware: Promise<Hardware>;
  state: { jobs: string };
  queue: { readonly problem?: string | undefined };
  disk: DiskRoom;
  clockWatch: Pick<ClockWatch, 'state'>;
  /** Undefined for a process that answers no requests. */
  overload?: Overload;
}): Promise<Record<string, string>> {
  const outcome = (check: Promise<unknown>) =>
    check.then(
      () => 'ok',
      (error: Error) => error.message,
    );
  const [database, storage, encoder] = await Promise.all([
    outcome(requireDatabase(db)),
    outcome(canStore(config, disk, store)),
    outcome(usualEncoder(hardware)),
  ]);
  return {
    database,
    storage,
    encoder,
    jobs: queue.problem ?? state.jobs,
    load: overload?.reason() ?? 'ok',
    clock: clockWatch.state,
  };
}

/** Throws if the database does not answer in time. */
async function requireDatabase(db: Pick<Database, 'ping'>): Promise<void> {
  const message = `The database did not answer within ${DATABASE_SECONDS} seconds.`;
  using limit = deadline(DATABASE_SECONDS * 1000, 'unavailable', message);
  await orAbort(db.ping(), limit.signal);
}

/**
 * Throws if files cannot be stored now: in the data folder, for lack of space, or in the bucket.
 */
async function canStore(
  { dataDir, storage }: Config,
  disk: DiskRoom,
  store: Pick<BlobStore, 'check'>,
): Promise<void> {
  await requireWritable(dataDir);
  await disk.check();
  if (storage.url !== undefined) await store.check();
}

/** Throws if no file can be written in a folder. */
async function requireWritable(folder: string): Promise<void> {
  const file = await open(join(folder, '.ready'), 'w');
  await file.close();
}

/** Sessions that request no codec use H.264. */
async function usualEncoder(hardware: Promise<Hardware>): Promise<void> {
  const missing = lackingEncoders(await codecEncoders(), await hardware).get('h264');
  if (missing) throw new Error(`ffmpeg has no ${missing.join(' and no ')}`);
}

/** The encoders that ffmpeg lacks, by codec. A hardware encoder replaces the software encoder. */
export function lackingEncoders(
  codecs: readonly CodecEncoders[],
  hardware: Hardware,
): Map<VideoCodec, string[]> {
  const lacking = new Map<VideoCodec, string[]>();
  for (const { codec, encoders, missing } of codecs) {
    const lackingNames = missing.filter((name) => !(codec in hardware) || name !== encoders[0]);
    if (lackingNames.length > 0) lacking.set(codec, lackingNames);
  }
  return lacking;
}
