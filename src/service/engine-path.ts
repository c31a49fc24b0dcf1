import { readdir } from 'node:fs/promises';
import { PACKAGE_ROOT } from '../system/index.ts';

/** The engines of the player, each in a folder with its digest. */
const ENGINES = new URL('web/engine/', PACKAGE_ROOT);

/**
 * Returns the path at which the service has the player's engine; null if it was installed without the
 * files for browsers.
 */
export async function enginePath(): Promise<string | null> {
  const names = await readdir(ENGINES).catch(() => []);
  const digest = names.find((name) => /^[0-9a-f]{8,64}$/.test(name));
  return digest === undefined ? null : `/engine/${digest}/`;
}
