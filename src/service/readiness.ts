import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/index.ts';
import type { DiskRoom } from '../jobs/index.ts';
import { codecEncoders, type Hardware } from '../raster/index.ts';
import { lackingEncoders } from './lacking-encoders.ts';
import type { Overload } from './overload.ts';

export const STARTING = 'The service is starting.';

/** For each part `ok`, or the problem. */
export async function readiness({
  config,
  db,
  hardware,
  state,
  disk,
  overload,
}: {
  config: Config;
  db: Database;
  hardware: Promise<Hardware>;
  state: { jobs: string };
  disk: DiskRoom;
  overload: Overload;
}): Promise<Record<string, string>> {
  const outcome = (check: Promise<unknown>) =>
    check.then(
      () => 'ok',
      (error: Error) => error.message,
    );
  const [database, storage, encoder] = await Promise.all([
    outcome(db.ping()),
    outcome(writable(config.dataDir).then(() => disk.check())),
    outcome(usualEncoder(hardware)),
  ]);
  return { database, storage, encoder, jobs: state.jobs, load: overload.reason() ?? 'ok' };
}

async function writable(folder: string): Promise<void> {
  const file = await open(join(folder, '.ready'), 'w');
  await file.close();
}

/** Sessions that request no codec use H.264. */
async function usualEncoder(hardware: Promise<Hardware>): Promise<void> {
  const missing = lackingEncoders(await codecEncoders(), await hardware).get('h264');
  if (missing) throw new Error(`ffmpeg has no ${missing.join(' and no ')}`);
}
