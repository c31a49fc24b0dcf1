import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, removeDeadProcesses, takeProcessFolders } from './data-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-data-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('one worker has a folder, and the next one when it has ended', () => {
  {
    using _lock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(/another one is using it/);
  }
  using _next = lockDataFolder(folder);
});

test('folders of processes that live stay, those of dead ones go', async () => {
  await using living = await takeProcessFolders(folder);
  await using other = await takeProcessFolders(folder);
  expect(living.uploads).not.toBe(other.uploads);
  await writeFile(join(living.uploads, 'in-flight'), 'x');
  // As a process that was killed has left it, and a version that had no folders for each process.
  await writeFile(join(folder, 'processes/gone.lock-journal'), '');
  for (const path of ['uploads/dead', 'proofs/dead/one', 'processes'])
    await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, 'processes/dead.lock'), '');
  await writeFile(join(folder, 'uploads/plain-file'), 'x');

  await removeDeadProcesses(folder);
  expect(existsSync(join(living.uploads, 'in-flight'))).toBe(true);
  expect(existsSync(other.previews)).toBe(true);
  expect((await readdir(join(folder, 'uploads'))).length).toBe(2);
  expect((await readdir(join(folder, 'previews'))).length).toBe(2);
  const locks = (await readdir(join(folder, 'processes'))).map((name) => name.slice(0, 36));
  expect(new Set(locks).size).toBe(2);
});

test('a process that ends leaves nothing', async () => {
  {
    await using own = await takeProcessFolders(folder);
    await writeFile(join(own.previews, 'left'), 'x');
  }
  for (const name of ['uploads', 'previews', 'processes'])
    expect(await readdir(join(folder, name))).toEqual([]);
});
