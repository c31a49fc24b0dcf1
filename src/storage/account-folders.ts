import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchFolder } from '../media/fetch/index.ts';
import { storageError } from '../system/index.ts';

const ACCOUNT = /^acc_/;

/** Folders of the data folder that contain a folder for each account, and the name of an account's folder there. */
const CACHES: readonly { name: string; of: (accountId: string) => string; isOne: RegExp }[] = [
  { name: 'segments', of: (accountId) => accountId, isOne: ACCOUNT },
  { name: 'preview-cache', of: (accountId) => accountId, isOne: ACCOUNT },
  { name: 'fetched', of: fetchFolder, isOne: /^[0-9a-f]{32}$/ },
];

/** Removes what this machine has cached of an account. */
export async function removeAccountFolders(dataFolder: string, accountId: string): Promise<void> {
  for (const { name, of } of CACHES) await removeFolder(join(dataFolder, name, of(accountId)));
}

/**
 * Removes what this machine has cached of deleted accounts. Another machine may have deleted them, or a job may
 * have written its last file after the deletion.
 */
export async function removeGoneFolders(
  dataFolder: string,
  { accounts }: { accounts: { ids: () => Promise<readonly string[]> } },
): Promise<void> {
  // The names are read first, so that the folder of an account that is created meanwhile is not among them.
  const namesByCache = await Promise.all(CACHES.map(({ name }) => namesIn(join(dataFolder, name))));
  if (namesByCache.every((names) => names.length === 0)) return;
  const ids = await accounts.ids();
  for (const [at, { name, of, isOne }] of CACHES.entries()) {
    const wantedNames = new Set(ids.map(of));
    for (const folderName of namesByCache[at] ?? [])
      if (isOne.test(folderName) && !wantedNames.has(folderName))
        await removeFolder(join(dataFolder, name, folderName));
  }
}

/** Removes a folder, if it exists. */
function removeFolder(path: string): Promise<void> {
  // A job that is just ending may still write to it.
  return rm(path, { recursive: true, force: true, maxRetries: 5 }).catch((cause: unknown) => {
    throw storageError(cause);
  });
}

/** Returns the names in a folder; none if it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw storageError(error);
  });
}
