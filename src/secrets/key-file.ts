import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';

const BYTES = 32;

/**
 * Returns a key that is created at the first start and stored, so that signatures and encrypted values stay
 * valid after a restart. The file appears complete or not at all. Two processes that start at the same time
 * get the same key.
 */
export async function keyFile(path: string): Promise<Uint8Array> {
  const key = (await readKeyFile(path)) ?? (await createKeyFile(path));
  if (key.byteLength === BYTES) return key;
  throw new AppError(
    'storage_failed',
    `Expected ${BYTES} bytes in ${path} but it has ${key.byteLength}.`,
    {
      hint: 'Restore the correct file, or remove it. Without it, everything that was signed or encrypted with it is lost.',
    },
  );
}

/**
 * Returns the keys; the first encrypts. A key that was created in the data folder before a key was configured
 * still decrypts. If there is no key, one is created if `makes` is true.
 */
export async function secretKeys(
  { secretKeys: configuredKeys, dataDir }: { secretKeys: readonly Uint8Array[]; dataDir: string },
  { makes }: { makes: boolean },
): Promise<Uint8Array[]> {
  const path = join(dataDir, 'secrets.key');
  const hasOwn = (await readKeyFile(path)) !== undefined;
  const isMade = makes && configuredKeys.length === 0;
  return [...configuredKeys, ...(hasOwn || isMade ? [await keyFile(path)] : [])];
}

/**
 * Makes a key file, and returns its content. Of several processes that make it at once, the first
 * wins: a file appears only when it is complete, and is never replaced.
 */
async function createKeyFile(path: string): Promise<Uint8Array> {
  const draft = `${path}.${process.pid}`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.write(randomBytes(BYTES));
    await file.sync();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  return readFile(path);
}

/** Returns the key; undefined if there is no file. */
async function readKeyFile(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
