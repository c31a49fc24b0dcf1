import {
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk-store.ts';

let folder: string;
let store: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-storage-'));
  store = openDiskStore(join(folder, 'files'));
});
afterEach(() => removeFolder(folder));

async function file(content: string): Promise<string> {
  const path = join(folder, 'source');
  await writeFile(path, content);
  return path;
}

describe('a stored file', () => {
  test('can be read under its key, as a whole and in ranges', async () => {
    await store.put('sessions/rs_1/video.mp4', await file('0123456789'));
    expect(await store.stat('sessions/rs_1/video.mp4')).toMatchObject({ bytes: 10 });
    expect(String(await buffer(store.read('sessions/rs_1/video.mp4')))).toBe('0123456789');
    const range = { start: 3, end: 5 };
    expect(String(await buffer(store.read('sessions/rs_1/video.mp4', range)))).toBe('345');
    const path = await store.localPath('sessions/rs_1/video.mp4');
    expect(await readFile(path, 'utf8')).toBe('0123456789');
  });

  test('is a hard link after putLinked, and stays when the source is removed', async () => {
    const source = await file('linked');
    await store.putLinked('a/b', source);
    expect((await stat(source)).ino).toBe((await stat(await store.localPath('a/b'))).ino);
    await rm(source);
    expect(String(await buffer(store.read('a/b')))).toBe('linked');
    await expect(store.putLinked('a/c', source)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await readdir(join(folder, 'files', 'a'))).toEqual(['b']);
  });

  test('replaces an older file and has a different etag', async () => {
    await store.put('a/b', await file('one'));
    const statBefore = await store.stat('a/b');
    await store.putBytes('a/b', Buffer.from('two'));
    const statAfter = await store.stat('a/b');
    expect(String(await buffer(store.read('a/b')))).toBe('two');
    expect(statAfter?.etag).not.toBe(statBefore?.etag);
    expect(statAfter?.etag).toMatch(/^"[\w-]+"$/);
  });

  test('is synced before it appears under its key', async () => {
    await using handle = await open(folder);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    const { sync } = prototype;
    const existed: boolean[] = [];
    using spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      existed.push((await store.stat('a/b')) !== undefined);
      return sync.call(this);
    });
    await store.putBytes('a/b', Buffer.from('x'));
    expect(spy).toHaveBeenCalled();
    expect(existed[0]).toBe(false);
    expect(existed.at(-1)).toBe(true);
  });

  test('is the only file in its folder', async () => {
    await store.putBytes('a/b', Buffer.from('x'));
    expect(await readdir(join(folder, 'files', 'a'))).toEqual(['b']);
  });

  test('can come from a different file system', async () => {
    const other = await mkdtemp('/dev/shm/framepress-').catch(() => folder);
    const path = join(other, 'source');
    await writeFile(path, 'far');
    await store.put('far', path);
    if (other !== folder) await rm(other, { recursive: true });
    expect(String(await buffer(store.read('far')))).toBe('far');
  });
});

describe('a failure', () => {
  test('for a missing source leaves no temporary file', async () => {
    const missing = store.put('a/b', join(folder, 'missing'));
    await expect(missing).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await readdir(join(folder, 'files', 'a'))).toEqual([]);
    expect(await store.stat('a/b')).toBeUndefined();
  });

  test('has no local path in its message', async () => {
    await store.putBytes('a', Buffer.from('x'));
    const below = await store.putBytes('a/b', Buffer.from('y')).catch((error: Error) => error);
    expect(below).toMatchObject({ code: 'storage_failed' });
    expect((below as Error).message).not.toContain(folder);
  });
});

describe('removing', () => {
  test('deletes old temporary files', async () => {
    await store.removeUnfinished(Date.now());
    await store.putBytes('a/b', Buffer.from('x'));
    const leftoverFile = join(folder, 'files', '.unfinished', 'left');
    await writeFile(leftoverFile, 'half');
    await store.removeUnfinished(Date.now() - 60_000);
    expect(await readFile(leftoverFile, 'utf8')).toBe('half');
    await store.removeUnfinished(Date.now() + 60_000);
    expect(await readdir(join(folder, 'files', '.unfinished'))).toEqual([]);
    expect(await store.stat('a/b')).toBeDefined();
  });

  test('deletes a file or all files below a prefix, and accepts missing files', async () => {
    for (const key of ['a/1', 'a/2', 'a2/1']) await store.putBytes(key, Buffer.from(key));
    await store.remove('a/1');
    expect(await store.stat('a/1')).toBeUndefined();
    expect(await store.stat('a/2')).toBeDefined();
    await store.removePrefix('a');
    expect(await store.stat('a/2')).toBeUndefined();
    expect(await store.stat('a2/1')).toBeDefined();
    await store.remove('a/1');
    await store.removePrefix('nothing/here');
  });

  test('of a prefix does not delete a file whose key equals the prefix', async () => {
    await store.putBytes('a', Buffer.from('x'));
    await store.removePrefix('a');
    expect(await store.stat('a')).toBeDefined();
  });
});

test('a folder does not count as a file', async () => {
  await store.putBytes('a/b', Buffer.from('x'));
  expect(await store.stat('a')).toBeUndefined();
  expect(await store.stat('a/b/c')).toBeUndefined();
});

test.each([
  '',
  '/etc/passwd',
  '../x',
  'a/../b',
  'a//b',
  'a/',
  '.hidden',
  'a b',
  'ä',
  'a\\b',
  'a\0',
])('the key %j is rejected', async (key) => {
  await expect((async () => store.stat(key))()).rejects.toThrow('not a storage key');
  await expect(store.putBytes(key, Buffer.from('x'))).rejects.toThrow('not a storage key');
  expect(() => store.read(key)).toThrow('not a storage key');
  await expect(store.localPath(key)).rejects.toThrow('not a storage key');
});
