import { randomBytes } from 'node:crypto';
import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
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

test('deflated files are smaller, and stored where that helps nothing or looks like a bomb', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-zip-'));
  try {
    const path = join(folder, 'a.zip');
    const words = Array.from({ length: 5000 }, (_, at) => at.toString(36)).join(' ');
    const contents = {
      'data.json': Buffer.from(words),
      'ü.png': randomBytes(5000),
      'zeros.bin': Buffer.alloc(500_000),
    };
    await using file = await open(path, 'w+');
    const zip = new ZipWriter(file);
    for (const [name, bytes] of Object.entries(contents)) await zip.addDeflated(name, bytes);
    await zip.end();

    const other = await openPromise(path);
    const methods: Record<string, number> = {};
    for await (const entry of other.eachEntry()) {
      methods[entry.fileName] = entry.compressionMethod;
      expect(await buffer(await other.openReadStreamPromise(entry))).toEqual(
        contents[entry.fileName as keyof typeof contents],
      );
    }
    expect(methods).toEqual({ 'data.json': 8, 'ü.png': 0, 'zeros.bin': 0 });
    expect((await file.stat()).size).toBeLessThan(500_000 + words.length * 0.6 + 6000);
  } finally {
    await removeFolder(folder);
  }
});
