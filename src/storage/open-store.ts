import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBucket } from '../cloud/index.ts';
import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk-store.ts';
import { openObjectStore } from './object-store.ts';

export type StoreOptions = {
  dataDir: string;
  storage: {
    /** An s3, gs, wasbs or file URL; undefined: the data folder. */
    url: string | undefined;
    s3Endpoint: string | undefined;
    cacheBytes: number;
  };
};

/** `filesFolder` is the folder of a store on a disk, which other processes may open, too; else null. */
export type OpenedStore = { store: BlobStore; filesFolder: string | null };

/**
 * Opens the store of the configuration. Sends no request. While `isDiskFull` returns true, the cache of a store on a
 * network shrinks. Throws `config_invalid`.
 */
export async function openStore(
  { dataDir, storage }: StoreOptions,
  isDiskFull = async () => false,
): Promise<OpenedStore> {
  const { url, s3Endpoint, cacheBytes } = storage;
  if (url === undefined || url.startsWith('file:')) {
    const filesFolder = url === undefined ? join(dataDir, 'files') : fileURLToPath(url);
    return { store: openDiskStore(filesFolder, url !== undefined), filesFolder };
  }
  const cacheFolder = join(dataDir, 'cache');
  const opened = await openBucket(url, s3Endpoint);
  const store = openObjectStore({ ...opened, cacheFolder, cacheBytes, isDiskFull });
  return { store, filesFolder: null };
}
