import { spawnSync } from 'node:child_process';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { isSealed, readSegment, sealSegment } from '../mux/segment-file.ts';
import { segmentArgs } from '../raster/encoder.ts';
import { openDiskStore } from '../storage/index.ts';
import { dropSegments, SegmentStore } from './segment-store.ts';

const DIGEST = 'ab'.repeat(32);
const FRAMES = 9;
const ENCODER = 'ffmpeg';
const encoded = encode('h264');

let folder: string;
let store: SegmentStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-segments-'));
  store = new SegmentStore(join(folder, 'store'));
});
afterEach(() => removeFolder(folder));

function encode(codec: 'h264' | 'png' | 'vp9'): Buffer {
  const size = { width: 32, height: 16 };
  const args = segmentArgs({ ...size, codec, fps: 25, quality: 'draft', hasAlpha: false });
  const input = Buffer.alloc(32 * 16 * (codec === 'png' ? 4 : 1.5) * FRAMES, 60);
  return spawnSync(ENCODER, args, { input }).stdout;
}

const at = (name: string) => join(folder, name);

/** Writes an encoder's segment to a path and seals it. */
async function seal(path: string, bytes = encoded, count = FRAMES): Promise<void> {
  await writeFile(path, bytes);
  await sealSegment(path, path.endsWith('.webm') ? 'webm' : 'mp4', 50, count);
}

const draw = (missing: readonly { path: string }[]) =>
  Promise.all(missing.map(({ path }) => seal(path))).then(() => undefined);
const never = () => Promise.reject(new Error('The segment is already stored.'));
const requestOf = (name: string, digest = DIGEST) => ({ digest, path: at(`${name}.mp4`) });

test('a segment file states its frames, its position and its seal', async () => {
  await seal(at('1.mp4'));
  const segment = await readSegment(at('1.mp4'));
  expect(segment.samples.map(({ isSync }) => isSync)).toEqual([
    true,
    ...Array(FRAMES - 1).fill(false),
  ]);
  expect(segment.timescale / segment.frameDuration).toBe(25);
  const bytes = await readFile(at('1.mp4'));
  expect(bytes.readBigUInt64BE(bytes.indexOf('tfdt') + 8)).toBe(BigInt(50 * segment.frameDuration));
});

test('fetchOrDraw reports when it waits for a segment that another caller draws', async () => {
  const drawing = Promise.withResolvers<void>();
  const first = store.fetchOrDraw([requestOf('1')], async (missing) => {
    await drawing.promise;
    await draw(missing);
  });
  // The first caller continues once the second waits.
  const second = store.fetchOrDraw([requestOf('2')], never, undefined, drawing.resolve);
  expect([await first, await second]).toEqual([0, 1]);
});

test('a segment of independent frames states the position of each frame', async () => {
  await seal(at('1.mp4'), encode('png'));
  const { samples, data, frameDuration } = await readSegment(at('1.mp4'));
  expect([samples.length, data.length]).toEqual([FRAMES, FRAMES]);
  expect(samples.every(({ isSync }) => isSync)).toBe(true);
  const bytes = await readFile(at('1.mp4'));
  const places: bigint[] = [];
  for (let tfdt = bytes.indexOf('tfdt'); tfdt >= 0; tfdt = bytes.indexOf('tfdt', tfdt + 1))
    places.push(bytes.readBigUInt64BE(tfdt + 8));
  expect(places).toEqual(samples.map((_, frame) => BigInt((50 + frame) * frameDuration)));
});

test.each(['h264', 'png', 'vp9'] as const)('%s: a changed byte breaks the seal', async (codec) => {
  const path = at(codec === 'vp9' ? '1.webm' : '1.mp4');
  await seal(path, encode(codec));
  const bytes = await readFile(path);
  expect(await isSealed(path)).toBe(true);
  for (const place of [20, bytes.length / 2, bytes.length - 50, bytes.length - 1]) {
    const damaged = Buffer.from(bytes);
    damaged[Math.floor(place)] = (damaged[Math.floor(place)] ?? 0) ^ 1;
    await writeFile(path, damaged);
    expect(await isSealed(path)).toBe(false);
  }
  await expect(seal(path, encode(codec), FRAMES + 1)).rejects.toThrow(/10 frames/);
});

test('a file that is not the expected segment is rejected', async () => {
  for (const bytes of [Buffer.alloc(0), encoded.subarray(0, -1), Buffer.alloc(100, 255)])
    await expect(seal(at('1.mp4'), bytes)).rejects.toThrow(/is not a video segment/);
});

test('a stored segment is reused, and a damaged one is drawn again', async () => {
  expect(await store.fetchOrDraw([requestOf('1')], draw)).toBe(0);
  expect(await store.fetchOrDraw([requestOf('2')], never)).toBe(1);
  expect(await readFile(at('2.mp4'))).toEqual(await readFile(at('1.mp4')));
  const storedPath = join(folder, 'store', 'ab', `${DIGEST}.mp4`);
  await rm(at('1.mp4'));
  await rm(at('2.mp4'));
  await truncate(storedPath, 700);
  expect(await store.fetchOrDraw([requestOf('3')], draw)).toBe(0);
  expect(await store.fetchOrDraw([requestOf('4')], never)).toBe(1);
});

test('a reused segment is marked as used without changing its modification time', async () => {
  await store.fetchOrDraw([requestOf('1')], draw);
  // A session's stream is the same file, and its validator contains the modification time.
  await link(at('1.mp4'), at('stream.mp4'));
  const files = openDiskStore(folder);
  const factsBefore = await files.stat('stream.mp4');
  const storedPath = join(folder, 'store', 'ab', `${DIGEST}.mp4`);
  await utimes(storedPath, 1000, (await stat(storedPath)).mtime);
  expect(await store.fetchOrDraw([requestOf('2')], never)).toBe(1);
  expect(await files.stat('stream.mp4')).toEqual(factsBefore);
  expect((await stat(storedPath)).atimeMs).toBeGreaterThan(1_000_000);
  await dropSegments(join(folder, 'store'), { sinceMs: 1_000_001, maxBytes: 1e6 });
  expect((await stat(storedPath)).isFile()).toBe(true);
});

test('only missing segments are drawn, and two callers never wait for each other', async () => {
  await store.fetchOrDraw([requestOf('1')], draw);
  const other = 'cd'.repeat(32);
  let segments: readonly { path: string }[] = [];
  const note = async (missing: readonly { path: string }[]) => {
    segments = missing;
    await draw(missing);
  };
  expect(await store.fetchOrDraw([requestOf('2', other), requestOf('3')], note)).toBe(1);
  expect(segments).toEqual([requestOf('2', other)]);
  const third = 'ef'.repeat(32);
  const counts = await Promise.all([
    store.fetchOrDraw([requestOf('4', third), requestOf('5', other)], draw),
    store.fetchOrDraw([requestOf('6', other), requestOf('7', third)], draw),
  ]);
  expect(counts).toEqual([1, 2]);
});

test('two callers draw the same segment once; if the first fails, the second draws it', async () => {
  let times = 0;
  const make = async (missing: readonly { path: string }[]) => {
    times += 1;
    if (times === 1) throw new Error('chance');
    await draw(missing);
  };
  const three = ['1', '2', '3'].map((name) => store.fetchOrDraw([requestOf(name)], make));
  const outcomes = await Promise.allSettled(three);
  expect(outcomes.map((o) => (o.status === 'fulfilled' ? o.value : 'failed'))).toEqual([
    'failed',
    0,
    1,
  ]);
  expect(times).toBe(2);
});

test('dropSegments removes old segments, and then the least recently used to fit the limit', async () => {
  const names = ['a/old', 'a/used', 'b/new', 'b/newest'];
  for (const [index, name] of names.entries()) {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), Buffer.alloc(10));
    await utimes(at(name), index * 1000, index * 1000);
  }
  const remainingNames = async () => {
    const there = await Promise.all(names.map((name) => stat(at(name)).catch(() => undefined)));
    return names.filter((_, index) => there[index]);
  };
  expect(await dropSegments(folder, { sinceMs: 500_000, maxBytes: 100 })).toBe(1);
  expect(await remainingNames()).toEqual(names.slice(1));
  await dropSegments(folder, { sinceMs: 0, maxBytes: 25 });
  expect(await remainingNames()).toEqual(['b/new', 'b/newest']);
  await dropSegments(folder, { sinceMs: 0, maxBytes: 0 });
  expect(await readdir(folder)).toEqual([]);
  expect(await dropSegments(join(folder, 'none'), { sinceMs: 0, maxBytes: 0 })).toBe(0);
});
