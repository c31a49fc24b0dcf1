import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DeliverySettings,
  type Network,
  type ObjectUpload,
  openSource,
  openStore,
} from '../../src/delivery/index.ts';
import { openDiskStore } from '../../src/storage/index.ts';
import { removeFolder } from '../support/folder.ts';
import { azureBackend, type Backend, gcsBackend, loopbackNetwork, s3Backend } from './backends.ts';

export const MEBIBYTE = 1024 * 1024;
export const never = new AbortController().signal;

/** The stores that files are uploaded to. */
export const STORES: [name: string, start: () => Promise<Backend>][] = [
  ['S3 (Swift)', s3Backend],
  ['Azure (Azurite)', azureBackend],
  ['Google Cloud Storage', gcsBackend],
];

/** An upload of the file `key` to `path`. Without settings and a target, the owner uploads to its own store. */
type Put = {
  key: string;
  path: string;
  changes?: Partial<ObjectUpload> | undefined;
  settings?: DeliverySettings | undefined;
  target?: ReturnType<Backend['target']>;
};

/** Files, and uploads of them to a store. */
export type Uploads = AsyncDisposable & {
  /** The folder of the files. */
  files: string;
  network: Network;
  /** What the uploads have kept, to be resumed. */
  kept: string[];
  /** Writes a file, and returns its MD5. */
  file(name: string, bytes: number): Promise<string>;
  put(backend: Backend, put: Put): ReturnType<Awaited<ReturnType<typeof openStore>>['put']>;
};

export async function openUploads(): Promise<Uploads> {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-delivery-'));
  const files = join(folder, 'files');
  await mkdir(files);
  const network = loopbackNetwork();
  const kept: string[] = [];
  return {
    files,
    network,
    kept,
    file: (name, bytes) => writeNoise(join(files, name), bytes),
    put: async (backend, { key, path, changes = {}, settings, target }) => {
      const to = target ?? backend.target(path);
      const store = await openStore(to, settings ?? backend.owner, network);
      const source = await openSource(openDiskStore(files), key);
      const objectUpload: ObjectUpload = {
        id: 'xup_1',
        path,
        source,
        contentType: 'video/mp4',
        cacheControl: undefined,
        overwrite: true,
        isRetry: false,
        resume: undefined,
        keep: async (resume) => void kept.push(resume),
        ...changes,
      };
      return store.put(objectUpload, never);
    },
    [Symbol.asyncDispose]: async () => {
      network[Symbol.dispose]();
      await removeFolder(folder);
    },
  };
}

/** A file without repeated content. */
async function writeNoise(path: string, bytes: number): Promise<string> {
  const handle = await open(path, 'w');
  const md5 = createHash('md5');
  const block = randomBytes(MEBIBYTE);
  for (let at = 0; at < bytes; at += MEBIBYTE) {
    block.writeUInt32BE(at / MEBIBYTE);
    const part = block.subarray(0, Math.min(MEBIBYTE, bytes - at));
    md5.update(part);
    await handle.write(part);
  }
  await handle.close();
  return md5.digest('hex');
}
