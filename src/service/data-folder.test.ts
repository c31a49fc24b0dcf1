import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { lockDataFolder, removeDeadProcesses, takeProcessFolders } from './data-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-data-'));
});

afterEach(() => removeFolder(folder));

test('only one worker can lock a data folder; it becomes free when the worker ends', () => {
  {
    using _lock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(/is used by another worker/);
  }
  using _next = lockDataFolder(folder);
});

test('only the folders of dead processes are removed', async () => {
  await using living = await takeProcessFolders(folder);
  await using other = await takeProcessFolders(folder);
  expect(living.uploads).not.toBe(other.uploads);
  await writeFile(join(living.uploads, 'in-flight'), 'x');
  // The remains of a killed process, and of a version without a folder for each process.
  await writeFile(join(folder, 'processes/gone.lock-journal'), '');
  for (const path of ['uploads/dead', 'previews/dead/one', 'processes'])
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

test('a process removes its folders when it ends', async () => {
  {
    await using folders = await takeProcessFolders(folder);
    await writeFile(join(folders.previews, 'left'), 'x');
  }
  for (const name of ['uploads', 'previews', 'processes'])
    expect(await readdir(join(folder, name))).toEqual([]);
});

const UNUSABLE = {
  code: 'storage_failed',
  message: expect.stringMatching(/cannot be written .*: .+\.$/),
};

test('a lock that cannot be written is not taken for that of another worker', async () => {
  await mkdir(join(folder, 'worker.lock'));
  expect(() => lockDataFolder(folder)).toThrow(expect.objectContaining(UNUSABLE));
});

// No user, not even root, can create files there.
test.runIf(process.platform === 'linux')('a read-only folder is tried once', async () => {
  await symlink('/proc', join(folder, 'processes'));
  await expect(takeProcessFolders(folder)).rejects.toMatchObject(UNUSABLE);
  const none = join(folder, 'none');
  await mkdir(none);
  await symlink('/proc/none', join(none, 'processes'));
  await expect(removeDeadProcesses(none)).rejects.toMatchObject(UNUSABLE);
  await expect(takeProcessFolders(none)).rejects.toMatchObject(UNUSABLE);
  expect(await readdir(folder)).toEqual(['none', 'processes']);
});
