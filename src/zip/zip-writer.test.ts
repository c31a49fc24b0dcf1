import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { removeFolder } from '../../test/support/folder.ts';
import { readZip, ZipWriter, zipDataStart } from './zip-writer.ts';

test('a ZIP64 with more than 65,535 files is readable by other programs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-zip-'));
  try {
    const path = join(folder, 'many.zip');
    const count = 65_537;
    const name = (n: number) => `frame_${String(n).padStart(6, '0')}.png`;
    await using file = await open(path, 'w+');
    const zip = new ZipWriter(file);
    for (let n = 0; n < count; n++) await zip.add(name(n), Buffer.from(`${n}`));
    await zip.end();

    const zipEntries = await readZip(file);
    expect(zipEntries).toHaveLength(count);
    const [last] = zipEntries.slice(-1);
    if (!last) throw new Error('The ZIP has no entries.');
    const { buffer } = await file.read(Buffer.alloc(5), 0, 5, zipDataStart(last));
    expect([last.name, String(buffer)]).toEqual([name(65_536), '65536']);

    const other = await openPromise(path);
    const names: string[] = [];
    for await (const { fileName } of other.eachEntry()) names.push(fileName);
    expect(names).toEqual(zipEntries.map((entry) => entry.name));
  } finally {
    await removeFolder(folder);
  }
});
