import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { moveTo, prepareOut, writeOut } from './out-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-out-'));
  await mkdir(join(folder, 'a-folder'));
  await writeFile(join(folder, 'a-file'), 'kept');
});
afterAll(() => removeFolder(folder));

test.each([
  ['a-folder', 'it is a folder'],
  ['a-file/x.png', 'a part of its path is a file'],
])('the output file %s is rejected with the reason', async (name, reason) => {
  const out = join(folder, name);
  const refused = {
    code: 'invalid_request',
    message: `The file ${out} cannot be written: ${reason}.`,
  };
  await expect(prepareOut(out)).rejects.toMatchObject(refused);
  await expect(writeOut(out, '')).rejects.toMatchObject(refused);
  await expect(moveTo(join(folder, 'a-file'), out)).rejects.toMatchObject(refused);
});

test('the folder of an output file is created', async () => {
  const out = join(folder, 'new', 'folder', 'x.json');
  await writeOut(out, '{}');
  await moveTo(join(folder, 'a-file'), out);
  expect(await readFile(out, 'utf8')).toBe('kept');
});
