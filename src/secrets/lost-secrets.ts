import type { Log } from '../system/index.ts';
import type { EncryptedStores } from './encrypted-store.ts';
import { canDecrypt } from './reencrypt.ts';
import type { Vault } from './vault.ts';

const MAX_REPORTED = 20;

/** Ids of the owners of needed values that none of the keys can decrypt. It only reads. */
export async function lostSecrets(stores: EncryptedStores, vault: Vault): Promise<string[]> {
  const lost = new Set<string>();
  for (const store of [...stores.credentials, ...stores.addresses]) {
    if (!store.isNeeded) continue;
    for await (const { owner, values } of store.list(vault.currentPrefix)) {
      const isLost = (value: string) =>
        vault.isEncrypted(value) && !canDecrypt(vault, value, owner);
      if (values.some(isLost)) lost.add(owner);
    }
  }
  return [...lost];
}

/** Logs an error when stored secrets cannot be decrypted. */
export async function reportLostSecrets(
  stores: EncryptedStores,
  vault: Vault,
  log: Log,
): Promise<void> {
  const lost = await lostSecrets(stores, vault);
  if (lost.length === 0) return;
  log.error(
    { count: lost.length, owners: lost.slice(0, MAX_REPORTED), hint: LOST_HINT },
    'stored secrets cannot be decrypted with any of the keys',
  );
}

export const LOST_HINT =
  'put secrets.key of the data folder back from a backup, or add the missing key to FRAMEPRESS_SECRET_KEYS, and start again; or send the credentials again (PATCH /v2/destinations/:id), give new secrets and addresses to receivers (POST /v2/webhook_endpoints/:id/rotate_secret, PATCH /v2/webhook_endpoints/:id), and send mappings with their addresses again';
