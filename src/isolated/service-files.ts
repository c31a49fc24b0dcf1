import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '../storage/index.ts';
import type { ServiceLink } from './service-link.ts';

/** The operations of the file store that tasks use. */
export type TaskStore = Pick<
  BlobStore,
  'put' | 'putLinked' | 'putBytes' | 'stat' | 'read' | 'localPath'
>;

/**
 * The file store of the main process, for tasks without access to it. Files pass through this
 * machine's disk; the channel has only keys and paths.
 */
export function serviceFiles(link: ServiceLink): TaskStore {
  const put = async (key: string, path: string, stays: boolean) =>
    void (await link.call('storeFile', { key, path, stays }));
  /** The files of a killed process are removed with its temporary folder. */
  const withTemporary = async <T>(work: (path: string) => Promise<T>) => {
    const path = join(tmpdir(), randomUUID());
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  };
  return {
    put: (key, path) => put(key, path, false),
    putLinked: (key, path) => put(key, path, true),
    putBytes: (key, bytes) =>
      withTemporary(async (path) => {
        await writeFile(path, bytes);
        await put(key, path, false);
      }),
    stat: async (key) => (await link.call('fileFacts', { key })) ?? undefined,
    read: (key, range) =>
      Readable.from(chunks(link, key, range, withTemporary), { objectMode: false }),
    localPath: async (key, folder) =>
      (await link.call('filePath', { key, folder: folder ?? null })).path,
  };
}

/** Fetches the whole file, so that a missing file is an error with the code `ENOENT`. */
async function* chunks(
  link: ServiceLink,
  key: string,
  range: { start: number; end: number } | undefined,
  withTemporary: (work: (path: string) => Promise<Readable>) => Promise<Readable>,
): AsyncGenerator<Buffer> {
  const file = await withTemporary(async (path) => {
    await link.call('fetchFile', { key, path });
    const stream = createReadStream(path, range);
    // An opened file stays readable after its removal.
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
    return stream;
  });
  yield* file as AsyncIterable<Buffer>;
}
