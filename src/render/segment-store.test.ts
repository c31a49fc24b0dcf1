import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { segmentArgs } from './encoder.ts';
import { isSealed, readSegment, sealSegment } from './segment-file.ts';
import { dropSegments, SegmentStore } from './segment-store.ts';

const DIGEST = 'ab'.repeat(32);
const FRAMES = 9;
const ENCODER = 'ffmpeg';
const encoded = encode();

let folder: string;
let store: SegmentStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-segments-'));
  store = new SegmentStore(join(folder, 'kept'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function encode(): Buffer {
  const args = segmentArgs({ width: 32, height: 16, fps: 25, quality: 'draft' });
  const input = Buffer.alloc(32 * 16 * 1.5 * FRAMES, 60);
  return spawnSync(ENCODER, args, { input }).stdout;
}

const sealed = () => sealSegment(Buffer.from(encoded), 50, FRAMES);
const at = (name: string) => join(folder, name);
const draw = (name: string) => () => writeFile(at(name), sealed());
const never = () => Promise.reject(new Error('It is there.'));

test('a segment knows its frames and its place, and that it is whole', () => {
  const bytes = sealed();
  const segment = readSegment(bytes, 'It');
  expect(segment.samples.map(({ isSync }) => isSync)).toEqual([
    true,
    ...Array(FRAMES - 1).fill(false),
  ]);
  expect(segment.timescale / segment.frameDuration).toBe(25);
  expect(bytes.readBigUInt64BE(bytes.indexOf('tfdt') + 8)).toBe(BigInt(50 * segment.frameDuration));
  expect(isSealed(bytes)).toBe(true);
  for (const place of [20, bytes.length / 2, bytes.length - 50, bytes.length - 1]) {
    const damaged = Buffer.from(bytes);
    damaged[Math.floor(place)] = (damaged[Math.floor(place)] ?? 0) ^ 1;
    expect(isSealed(damaged)).toBe(false);
  }
});

test('what is not the segment that it should be is refused', () => {
  expect(() => sealSegment(Buffer.from(encoded), 0, FRAMES + 1)).toThrow(/10 frames/);
  for (const bytes of [Buffer.alloc(0), encoded.subarray(0, -1), Buffer.alloc(100, 255)])
    expect(() => sealSegment(Buffer.from(bytes), 0, FRAMES)).toThrow(/no video segment/);
});

test('what was made once is there; what was damaged is made again', async () => {
  expect(await store.takeOr(DIGEST, at('1'), draw('1'))).toBe(false);
  expect(await store.takeOr(DIGEST, at('2'), never)).toBe(true);
  expect(await readFile(at('2'))).toEqual(sealed());
  const kept = join(folder, 'kept', 'ab', `${DIGEST}.mp4`);
  await rm(at('1'));
  await rm(at('2'));
  await truncate(kept, 700);
  expect(await store.takeOr(DIGEST, at('3'), draw('3'))).toBe(false);
  expect(await store.takeOr(DIGEST, at('4'), never)).toBe(true);
});

test('two who want the same have it made once; when that fails, the other makes it', async () => {
  let times = 0;
  const make = (name: string) => async () => {
    times += 1;
    if (times === 1) throw new Error('chance');
    await draw(name)();
  };
  const three = ['1', '2', '3'].map((name) => store.takeOr(DIGEST, at(name), make(name)));
  const outcomes = await Promise.allSettled(three);
  expect(outcomes.map((o) => (o.status === 'fulfilled' ? o.value : 'failed'))).toEqual([
    'failed',
    false,
    true,
  ]);
  expect(times).toBe(2);
});

test('what is old goes, and what was used longest ago when there is no room', async () => {
  const names = ['a/old', 'a/used', 'b/new', 'b/newest'];
  for (const [index, name] of names.entries()) {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), Buffer.alloc(10));
    await utimes(at(name), index * 1000, index * 1000);
  }
  const left = async () => {
    const there = await Promise.all(names.map((name) => stat(at(name)).catch(() => undefined)));
    return names.filter((_, index) => there[index]);
  };
  expect(await dropSegments(folder, { sinceMs: 500_000, mostBytes: 100 })).toBe(1);
  expect(await left()).toEqual(names.slice(1));
  await dropSegments(folder, { sinceMs: 0, mostBytes: 25 });
  expect(await left()).toEqual(['b/new', 'b/newest']);
  expect(await dropSegments(join(folder, 'none'), { sinceMs: 0, mostBytes: 0 })).toBe(0);
});
