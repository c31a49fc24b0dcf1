import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesBelow } from './entries-below.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-entries-'));
  await mkdir(join(folder, 'stays/inner'), { recursive: true });
  await writeFile(join(folder, 'stays/inner/file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

const pathsBelow = async () =>
  (await entriesBelow(folder)).map((entry) => relative(folder, join(entry.parentPath, entry.name)));

test('the entries at any depth are found', async () => {
  expect(await pathsBelow()).toEqual(['stays', 'stays/inner', 'stays/inner/file']);
});

test('folders that are removed meanwhile hide no others', async () => {
  let isEnding = false;
  const changes = (async () => {
    while (!isEnding) {
      await mkdir(join(folder, 'goes/inner'), { recursive: true });
      await rm(join(folder, 'goes'), { recursive: true });
    }
  })();
  try {
    for (let i = 0; i < 500; i += 1) expect(await pathsBelow()).toContain('stays/inner/file');
  } finally {
    isEnding = true;
    await changes;
  }
});

test('a folder that is not there has no entries, and other failures are thrown', async () => {
  expect(await entriesBelow(join(folder, 'none'))).toEqual([]);
  await expect(entriesBelow('\0')).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
});
