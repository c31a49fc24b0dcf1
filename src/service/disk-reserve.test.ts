import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { DiskReserve } from './disk-reserve.ts';

const MEGABYTE = 2 ** 20;

test('a full disk gives the reserve to the database, and takes it back above the floor', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-reserve-'));
  const disk = { free: 100 * MEGABYTE };
  const lines: string[] = [];
  try {
    await using reserve = new DiskReserve({
      folder,
      floorBytes: 512 * MEGABYTE,
      log: { warn: (line: string) => void lines.push(line), info: () => undefined } as never,
      freeBytes: async () => disk.free,
    });
    const look = async (megabytes: number) => {
      await reserve.adjust();
      disk.free = megabytes * MEGABYTE;
      await reserve.adjust();
      return readdir(folder);
    };
    expect(await look(500)).toEqual([]);
    expect(await look(600)).toEqual(['reserve']);
    const { size, blocks } = await stat(join(folder, 'reserve'));
    expect([size, blocks * 512]).toEqual([8 * MEGABYTE, expect.any(Number)]);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    expect(await look(100)).toEqual(['reserve']);
    expect(await look(0)).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(await look(8)).toEqual([]);
    expect(await look(600)).toEqual(['reserve']);
  } finally {
    await removeFolder(folder);
  }
});
