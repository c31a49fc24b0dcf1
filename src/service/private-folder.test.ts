import { chmod, mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { openPrivately } from './private-folder.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

test('only the owner can read a new or existing data folder and its new files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-private-'));
  const before = process.umask(0o022);
  try {
    const made = join(folder, 'made', 'data');
    await openPrivately(made);
    expect(await modeOf(made)).toBe(0o700);
    await writeFile(join(made, 'file'), '');
    await mkdir(join(made, 'below'));
    expect([await modeOf(join(made, 'file')), await modeOf(join(made, 'below'))]).toEqual([
      0o600, 0o700,
    ]);

    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o755);
    await openPrivately(open);
    expect(await modeOf(open)).toBe(0o700);

    // A shared folder such as /tmp keeps its mode, because other users need it.
    await chmod(open, 0o1777);
    expect(await openPrivately(open)).toBe('the folder is shared');
    expect(await modeOf(open)).toBe(0o1777);
  } finally {
    process.umask(before);
    await removeFolder(folder);
  }
});

test.runIf(process.platform === 'linux')('reports a folder that cannot be created', async () => {
  const before = process.umask(0o022);
  try {
    for (const folder of ['/proc/none', '/proc/none/below'])
      await expect(openPrivately(folder)).rejects.toMatchObject({
        code: 'config_invalid',
        message: `The data folder ${folder} cannot be created (ENOENT).`,
      });
  } finally {
    process.umask(before);
  }
});
