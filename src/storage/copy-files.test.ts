import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { copyFiles } from './copy-files.ts';
import { openDiskStore } from './disk-store.ts';

const { signal } = new AbortController();

test('files are copied once, and again when they changed or are missing in the target', async () => {
  const root = await mkdtemp(join(tmpdir(), 'framepress-copy-'));
  const [from, record] = [join(root, 'from'), join(root, 'record.jsonl')];
  const to = openDiskStore(join(root, 'to'));
  const written: string[] = [];
  const counting = {
    ...to,
    putLinked: (key: string, file: string) => {
      written.push(key);
      return to.putLinked(key, file);
    },
  };
  const copy = () => copyFiles(from, counting, { record, onFile: () => undefined }, signal);
  await mkdir(join(from, 'a/b'), { recursive: true });
  await mkdir(join(from, '.unfinished'));
  await writeFile(join(from, 'a/b/one.txt'), 'one');
  await writeFile(join(from, 'a/two.txt'), 'two');
  await writeFile(join(from, '.unfinished/part'), 'part');
  try {
    expect(await copy()).toEqual({ files: 2, bytes: 6 });
    expect(written.sort()).toEqual(['a/b/one.txt', 'a/two.txt']);
    expect(await buffer(to.read('a/b/one.txt'))).toEqual(Buffer.from('one'));
    // A kill has left half a line, and the target lost a file.
    await writeFile(record, '{"key":"a/tw', { flag: 'a' });
    await to.remove('a/two.txt');
    await writeFile(join(from, 'a/b/one.txt'), 'new');
    written.length = 0;
    expect(await copy()).toEqual({ files: 2, bytes: 6 });
    expect(written.sort()).toEqual(['a/b/one.txt', 'a/two.txt']);
    written.length = 0;
    await copy();
    expect(written).toEqual([]);
    expect(await readdir(join(root, 'to'))).not.toContain('.unfinished/part');
  } finally {
    await removeFolder(root);
  }
});

test('a copy with other bytes is an error', async () => {
  const root = await mkdtemp(join(tmpdir(), 'framepress-copy-'));
  const to = openDiskStore(join(root, 'to'));
  await mkdir(join(root, 'from'));
  await writeFile(join(root, 'from/a'), 'right');
  const lying = { ...to, putLinked: (key: string) => to.putBytes(key, Buffer.from('wrong')) };
  const record = join(root, 'record.jsonl');
  try {
    await expect(
      copyFiles(join(root, 'from'), lying, { record, onFile: () => undefined }, signal),
    ).rejects.toThrow('The copy of the file a has other bytes.');
  } finally {
    await removeFolder(root);
  }
});
