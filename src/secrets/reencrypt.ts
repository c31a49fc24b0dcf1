import type { Log } from '../system/index.ts';
import type { Vault } from './vault.ts';

/** Gives each stored secret with its owner's id to `rewrite`, and stores the result where it differs. */
type Rewrite = (sealed: string, owner: string) => string;
type EncryptedRows = { resealAll(rewrite: Rewrite): Promise<number> };

/** Where secrets are stored. */
export type SecretStores = {
  destinations: EncryptedRows;
  externalUploads: EncryptedRows;
  webhookEndpoints: EncryptedRows;
  idempotency: { resealAll(rewrite: Rewrite, prefix: string): Promise<number> };
  sealedAddresses: {
    resealAll(rewrite: Rewrite, signal?: AbortSignal): Promise<number>;
    rewriteOnce(): Promise<boolean>;
    lookAtMappings(look: Rewrite): Promise<void>;
  };
};

const MAX_REPORTED = 20;
const REWRITE_HINT =
  'stop the service and run: sqlite3 framepress.sqlite "VACUUM; PRAGMA user_version = 1"';

/**
 * Encrypts secrets with the first key that an older version has stored in the clear, or that an older
 * key has encrypted, so that the older key can go.
 */
export async function resealSecrets(db: SecretStores, vault: Vault, log: Log): Promise<void> {
  const reseal = resealer(vault);
  let count = await db.idempotency.resealAll(reseal, vault.prefix);
  for (const table of tablesOf(db)) count += await table.resealAll(reseal);
  if (count > 0) log.info({ count }, 'credentials were encrypted with the first key');
}

/**
 * The same for presigned addresses of media, which may be in very many rows: jobs and requests can go
 * on meanwhile. Stopped by `signal`, it is done by the next start.
 */
export async function resealAddresses(
  db: SecretStores,
  vault: Vault,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const count = await db.sealedAddresses.resealAll(resealer(vault), signal);
  if (count > 0) log.info({ count }, 'presigned addresses were encrypted with the first key');
  if (signal?.aborted || (await db.sealedAddresses.rewriteOnce())) return;
  log.warn({ hint: REWRITE_HINT }, 'free space of the database may hold presigned addresses');
}

function resealer(vault: Vault) {
  return (sealed: string, owner: string) => {
    if (!vault.isSealed(sealed)) return vault.seal(sealed, owner);
    if (vault.isCurrent(sealed)) return sealed;
    try {
      return vault.seal(vault.open(sealed, owner), owner);
    } catch {
      return sealed;
    }
  };
}

/** Ids of those whose secrets none of the keys opens. */
export async function lostSecrets(db: SecretStores, vault: Vault): Promise<string[]> {
  const lost = new Set<string>();
  const look = (sealed: string, owner: string) => {
    try {
      if (vault.isSealed(sealed)) vault.open(sealed, owner);
    } catch {
      lost.add(owner);
    }
    return sealed;
  };
  for (const table of tablesOf(db)) await table.resealAll(look);
  await db.sealedAddresses.lookAtMappings(look);
  return [...lost];
}

export async function reportLostSecrets(db: SecretStores, vault: Vault, log: Log): Promise<void> {
  const lost = await lostSecrets(db, vault);
  if (lost.length === 0) return;
  log.error(
    { count: lost.length, owners: lost.slice(0, MAX_REPORTED), hint: LOST_HINT },
    'stored secrets cannot be decrypted: none of the keys is theirs',
  );
}

export const LOST_HINT =
  'put secrets.key of the data folder back from a backup, or add the key that is missing to FRAMEPRESS_SECRET_KEYS, and start again; or give the credentials again (PATCH /v2/destinations/:id) and new secrets and addresses to receivers (POST /v2/webhook_endpoints/:id/rotate_secret, PATCH /v2/webhook_endpoints/:id); or send mappings with their addresses again';

function tablesOf({ destinations, externalUploads, webhookEndpoints }: SecretStores) {
  return [destinations, externalUploads, webhookEndpoints];
}
