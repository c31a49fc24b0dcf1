import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { markMoved, requireNotMoved } from './moved-folder.ts';

test('a moved folder is refused, also when its record is incomplete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-moved-'));
  await requireNotMoved(folder);
  const database = 'postgres://:secret@db/framepress?password=secret';
  await markMoved(folder, { database, storage: 's3://bucket' });
  const hint = expect.stringContaining('remove moved.json');
  await expect(requireNotMoved(folder)).rejects.toMatchObject({
    code: 'config_invalid',
    message: `The data of the folder ${folder} were moved to postgres://db/framepress and s3://bucket.`,
    details: { hint },
  });
  for (const text of ['{"database":"po', '{}', 'null', '']) {
    await writeFile(join(folder, 'moved.json'), text);
    await expect(requireNotMoved(folder)).rejects.toMatchObject({
      code: 'config_invalid',
      message: `The data of the folder ${folder} were moved.`,
      details: { hint },
    });
  }
  await removeFolder(folder);
});
