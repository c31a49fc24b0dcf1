import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { DiskRoom } from './disk-room.ts';

async function free() {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}

test('reserved space is not available to other renders until it is released', async () => {
  // Other programs also write to this disk, so the floor leaves only half of the free space.
  const half = Math.floor((await free()) / 2);
  const room = new DiskRoom(tmpdir(), half);
  await room.check();
  {
    using first = await room.reserve('rs_1', 0.7 * half);
    expect(first).toBeDefined();
    expect(await room.reserve('rs_1', 0.7 * half)).toBeUndefined();
  }
  using second = await room.reserve('rs_1', 0.7 * half);
  expect(second).toBeDefined();
  // No other render would release space for it.
  const empty = new DiskRoom(tmpdir(), half);
  await expect(empty.reserve('rs_1', 2 * half)).rejects.toMatchObject({ code: 'storage_failed' });
});

test('small renders do not overtake a waiting large render, unless it stops asking', async () => {
  const half = Math.floor((await free()) / 2);
  const room = new DiskRoom(tmpdir(), half);
  {
    using small = await room.reserve('rs_small', 0.3 * half);
    expect(small).toBeDefined();
    expect(await room.reserve('rs_large', 0.8 * half)).toBeUndefined();
    expect(await room.reserve('rs_next', 0.1 * half)).toBeUndefined();
  }
  {
    expect(await room.reserve('rs_next', 0.1 * half)).toBeUndefined();
    using large = await room.reserve('rs_large', 0.8 * half);
    expect(large).toBeDefined();
    expect(await room.reserve('rs_gone', 0.8 * half)).toBeUndefined();
  }
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000);
  try {
    using next = await room.reserve('rs_next', 0.1 * half);
    expect(next).toBeDefined();
  } finally {
    clock.mockRestore();
  }
});

test('a disk below its floor is reported, and nothing is reserved', async () => {
  const room = new DiskRoom(tmpdir(), 2 * (await free()));
  await expect(room.check()).rejects.toThrow(/The data folder has \d+ MB left/);
  expect(await room.reserve('rs_1', 1)).toBeUndefined();
});

test('below the floor, new files are rejected', async () => {
  await new DiskRoom(tmpdir(), 0).require();
  const full = new DiskRoom(tmpdir(), 1e15);
  for (let twice = 0; twice < 2; twice++)
    await expect(full.require()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
});
