import type { Log, Vault } from '../../base/index.ts';
import type { Database } from '../../database/index.ts';

/** Seals credentials with the first key that an older one has sealed, so that the older can go. */
export async function resealSecrets(db: Database, vault: Vault, log: Log): Promise<void> {
  const unknown = new Set<string>();
  const reseal = (sealed: string, owner: string) => {
    if (vault.isCurrent(sealed)) return sealed;
    try {
      return vault.seal(vault.open(sealed, owner), owner);
    } catch {
      unknown.add(owner);
      return sealed;
    }
  };
  let count = 0;
  for (const table of [db.destinations, db.externalUploads, db.webhookEndpoints]) {
    count += await table.resealAll(reseal);
  }
  if (count > 0) log.info({ count }, 'credentials were encrypted with the first key');
  if (unknown.size > 0) {
    log.error(
      { owners: [...unknown].slice(0, 20) },
      'credentials cannot be decrypted: their key is not in FRAMEPRESS_SECRET_KEYS',
    );
  }
}
