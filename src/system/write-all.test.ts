import { mkdtemp, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { writeAll } from './write-all.ts';

test('writeAll completes a partial write, both at the current position and at a given position', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-write-'));
  const path = join(folder, 'file');
  try {
    await using file = await open(path, 'w');
    // A nearly full disk causes such partial writes.
    const short = {
      write: (bytes: Buffer, from: number, length: number, at: number | null) =>
        file.write(bytes, from, Math.min(3, length), at),
    };
    await writeAll(short as never, Buffer.from('01234567'));
    await writeAll(short as never, Buffer.from('89'));
    await writeAll(short as never, Buffer.from('abcde'), 2);
    expect(await readFile(path, 'utf8')).toBe('01abcde789');
  } finally {
    await removeFolder(folder);
  }
});
