import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import type { BlobStore } from './index.ts';
import { openStore } from './open-store.ts';
import { BACKENDS, type Backend } from './store-backends.fixture.ts';

const MEBIBYTE = 1024 * 1024;

describe.each(Object.entries(BACKENDS))('a store in %s', (_, start) => {
  let folder: string;
  let backend: Backend;
  let store: BlobStore;
  let other: BlobStore;

  const open = async (name: string) => {
    const storage = { ...backend, cacheBytes: 40 * MEBIBYTE };
    return (await openStore({ dataDir: join(folder, name), storage })).store;
  };
  const source = async (content: string | Buffer) => {
    const path = join(folder, 'source');
    await writeFile(path, content);
    return path;
  };
  const textOf = async (key: string, from = store) => String(await buffer(from.read(key)));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-store-'));
    backend = await start(folder);
    store = await open('one');
    other = await open('two');
  });
  afterAll(async () => {
    await backend[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  test('can be checked', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });

  test('gives a file to other machines, as a whole and in ranges', async () => {
    await store.put('sessions/rs_1/video.mp4', await source('0123456789'));
    const facts = await other.stat('sessions/rs_1/video.mp4');
    expect(facts).toMatchObject({ bytes: 10 });
    expect(facts?.etag).toMatch(/^"[^"]+"$/);
    expect(Math.abs((facts?.modifiedMs ?? 0) - Date.now())).toBeLessThan(3600_000);
    expect(await textOf('sessions/rs_1/video.mp4', other)).toBe('0123456789');
    const range = { start: 3, end: 5 };
    expect(String(await buffer(other.read('sessions/rs_1/video.mp4', range)))).toBe('345');
    const path = await other.localPath('sessions/rs_1/video.mp4');
    expect(await readFile(path, 'utf8')).toBe('0123456789');
  });

  test('replaces a file, which then has a different etag', async () => {
    await store.putLinked('a/b', await source('one'));
    const statBefore = await store.stat('a/b');
    await store.putBytes('a/b', Buffer.from('two'));
    expect(await textOf('a/b')).toBe('two');
    expect((await store.stat('a/b'))?.etag).not.toBe(statBefore?.etag);
    await store.putBytes('a/empty', new Uint8Array());
    expect([(await store.stat('a/empty'))?.bytes, await textOf('a/empty')]).toEqual([0, '']);
  });

  test('stores a large file in parts', async () => {
    const bytes = randomBytes(10 * MEBIBYTE);
    await store.put('large', await source(bytes));
    expect((await other.stat('large'))?.bytes).toBe(bytes.byteLength);
    expect(bytes.equals(await readFile(await other.localPath('large')))).toBe(true);
    const across = { start: 8 * MEBIBYTE - 2, end: 8 * MEBIBYTE + 1 };
    const part = await buffer(other.read('large', across));
    expect(part.equals(bytes.subarray(across.start, across.end + 1))).toBe(true);
  });

  test('says that a missing file is missing', async () => {
    expect(await store.stat('none/x')).toBeUndefined();
    await expect(buffer(store.read('none/x'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readFile(await store.localPath('none/x'))).rejects.toThrow('ENOENT');
    await expect(readFile(await store.localPath('none/x', folder))).rejects.toThrow('ENOENT');
    expect(await store.fetchTo('none/x', join(folder, 'x'))).toBe(false);
    await store.remove('none/x');
    await store.removePrefix('none');
    expect(await store.bytesBelow('none')).toBe(0);
    expect(await store.foldersBelow('none', Date.now())).toEqual([]);
  });

  test('gives a path that stays valid while the folder of the work exists', async () => {
    await store.putBytes('kept', Buffer.from('kept'));
    const work = join(folder, 'work');
    await mkdir(work, { recursive: true });
    const [path, secondPath] = await Promise.all([
      other.localPath('kept', work),
      other.localPath('kept', work),
    ]);
    expect(secondPath).toBe(path);
    expect(await readFile(path, 'utf8')).toBe('kept');
    const to = join(work, 'file');
    expect(await other.fetchTo('kept', to)).toBe(true);
    expect(await readFile(to, 'utf8')).toBe('kept');
  });

  test('counts, finds and removes by prefix', async () => {
    const keys = ['p/1/a', 'p/1/b', 'p/2/a', 'p/3/a/b', 'p2/1/a', 'p/file'];
    for (const key of keys) await store.putBytes(key, Buffer.from(key));
    expect(await other.bytesBelow('p')).toBe(5 + 5 + 5 + 7 + 6);
    const soon = Date.now() + 3600_000;
    expect((await other.foldersBelow('p', soon)).sort()).toEqual(['1', '2', '3']);
    expect(await other.foldersBelow('p', Date.now() - 3600_000)).toEqual([]);
    const filesBelow = async (prefix: string, fromMs: number, toMs: number) => {
      const foundKeys: string[] = [];
      for await (const keyBatch of other.filesBelow(prefix, { fromMs, toMs }))
        foundKeys.push(...keyBatch);
      return foundKeys;
    };
    expect(await filesBelow('p', 0, soon)).toEqual(['p/file']);
    expect(await filesBelow('p', 0, Date.now() - 3600_000)).toEqual([]);
    expect(await filesBelow('p', soon, soon)).toEqual([]);
    expect(await filesBelow('none', 0, soon)).toEqual([]);
    await other.remove('p/2/a');
    await other.removePrefix('p/1');
    expect(await store.bytesBelow('p')).toBe(7 + 6);
    await store.removePrefix('p');
    expect(await store.stat('p2/1/a')).toBeDefined();
    expect(await store.bytesBelow('p')).toBe(0);
  });

  test('keeps the source of putLinked, and reports a missing source', async () => {
    const path = await source('linked');
    await store.putLinked('l/a', path);
    expect(await readFile(path, 'utf8')).toBe('linked');
    await rm(path);
    expect(await textOf('l/a')).toBe('linked');
    const missing = store.put('l/b', path);
    await expect(missing).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await store.stat('l/b')).toBeUndefined();
  });

  test('gives many callers the same file', async () => {
    const keys = Array.from({ length: 6 }, (_, index) => `many/${index}`);
    for (const key of keys) await store.putBytes(key, Buffer.alloc(MEBIBYTE, key));
    const expectedKeys = [...keys, ...keys, ...keys];
    const paths = await Promise.all(expectedKeys.map((key) => other.localPath(key)));
    expect(new Set(paths).size).toBe(6);
    for (const path of paths) expect((await stat(path)).size).toBe(MEBIBYTE);
  });

  test('rejects a key that is none', async () => {
    for (const key of ['', '../x', 'a//b', '.hidden', 'a b']) {
      await expect((async () => store.stat(key))()).rejects.toThrow('not a storage key');
      await expect(store.putBytes(key, Buffer.from('x'))).rejects.toThrow('not a storage key');
      expect(() => store.read(key)).toThrow('not a storage key');
      await expect(store.localPath(key)).rejects.toThrow('not a storage key');
      await expect(store.fetchTo(key, join(folder, 'x'))).rejects.toThrow('not a storage key');
    }
  });

  test('removes what killed processes left', async () => {
    await store.removeUnfinished(Date.now() + 3600_000);
    expect(await textOf('a/b')).toBe('two');
    expect(await textOf('l/a', other)).toBe('linked');
  });

  test('has a presigned URL, or none', async () => {
    await store.putBytes('signed/video.mp4', Buffer.from('0123456789'));
    const options = { seconds: 60, contentType: 'video/mp4', contentDisposition: 'inline' };
    const url = await store.link('signed/video.mp4', options);
    expect(url === undefined).toBe(!backend.signs);
    if (url === undefined || !backend.serves) return;
    const answer = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    const changed = await fetch(url.replace('video.mp4', 'other.mp4'));
    expect(changed.status).toBeGreaterThanOrEqual(400);
  });
});
