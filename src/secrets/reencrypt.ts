import type { Log } from '../system/index.ts';
import type { EncryptedRow, EncryptedStores } from './encrypted-store.ts';
import type { Vault } from './vault.ts';

type Change = { row: EncryptedRow; values: readonly string[] };

/** Each batch is one transaction. */
const BATCH_ROWS = 50;
const BATCH_CHARACTERS = 4 * 1024 * 1024;
const REWRITE_HINT =
  'stop the service and run: sqlite3 framepress.sqlite "VACUUM; PRAGMA user_version = 1"';

type ReencryptOptions = { stores: EncryptedStores; vault: Vault; log: Log; signal?: AbortSignal };

/**
 * Encrypts credentials with the first key that an older version has stored in the clear or that an
 * older key has encrypted. After that, the older key can be removed.
 */
export async function reencryptCredentials(options: ReencryptOptions): Promise<void> {
  const count = await reencrypt('credentials', options);
  if (count > 0) options.log.info({ count }, 'credentials were encrypted with the first key');
}

/**
 * Does the same for presigned addresses of media. These may be in very many rows, so jobs and
 * requests continue meanwhile. After an abort by `signal`, the next start does the rest.
 */
export async function reencryptAddresses(options: ReencryptOptions): Promise<void> {
  const { stores, log, signal } = options;
  const count = await reencrypt('addresses', options);
  if (count > 0) log.info({ count }, 'presigned addresses were encrypted with the first key');
  if (signal?.aborted || (await stores.overwriteFreeSpace())) return;
  log.warn({ hint: REWRITE_HINT }, 'free space of the database may hold presigned addresses');
}

/** Encrypts all values of a kind with the first key. Returns the number of changed rows. */
async function reencrypt(
  kind: 'credentials' | 'addresses',
  { stores, vault, signal }: ReencryptOptions,
): Promise<number> {
  let count = 0;
  for (const store of stores[kind]) {
    let batch: Change[] = [];
    let characters = 0;
    for await (const row of store.list(vault.currentPrefix)) {
      if (signal?.aborted) break;
      const values = row.values.map((value) => withFirstKey(vault, value, row.owner));
      if (values.every((value, index) => value === row.values[index])) continue;
      batch.push({ row, values });
      count += 1;
      characters += row.stored.length;
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      await store.replace(batch);
      [batch, characters] = [[], 0];
    }
    if (batch.length > 0) await store.replace(batch);
  }
  if (count > 0) await stores.flush();
  return count;
}

/** A value whose key is lost stays unchanged: the key may be restored. */
function withFirstKey(vault: Vault, value: string, owner: string): string {
  if (!vault.isEncrypted(value)) return vault.encrypt(value, owner);
  if (value.startsWith(vault.currentPrefix)) return value;
  return canDecrypt(vault, value, owner)
    ? vault.encrypt(vault.decrypt(value, owner), owner)
    : value;
}

export function canDecrypt(vault: Vault, value: string, owner: string): boolean {
  try {
    vault.decrypt(value, owner);
    return true;
  } catch {
    return false;
  }
}
