import { chmod, mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { openPrivately } from './private-folder.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

test('only the owner can read a new or existing data folder and its new files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-private-'));
  const earlierMask = process.umask(0o022);
  try {
    const newFolder = join(folder, 'made', 'data');
    await openPrivately(newFolder);
    expect(await modeOf(newFolder)).toBe(0o700);
    await writeFile(join(newFolder, 'file'), '');
    await mkdir(join(newFolder, 'below'));
    expect([await modeOf(join(newFolder, 'file')), await modeOf(join(newFolder, 'below'))]).toEqual(
      [0o600, 0o700],
    );

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
    process.umask(earlierMask);
    await removeFolder(folder);
  }
});

test.runIf(process.platform === 'linux')('reports a folder that cannot be created', async () => {
  const earlierMask = process.umask(0o022);
  try {
    for (const folder of ['/proc/none', '/proc/none/below'])
      await expect(openPrivately(folder)).rejects.toMatchObject({
        code: 'config_invalid',
        message: `The data folder ${folder} cannot be created (ENOENT).`,
      });
  } finally {
    process.umask(earlierMask);
  }
});
