import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../base/index.ts';
import { runProgram, SAMPLE_RATE } from '../media/index.ts';
import { boxesIn } from './boxes.ts';
import { fragmentSound } from './fragment-sound.ts';
import { readSampleEntry } from './sample-entry.ts';
import { SoundBench, sine } from './sound.fixture.ts';
import { makeSound } from './sound.ts';

let bench: SoundBench;
beforeAll(async () => {
  bench = await SoundBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Time and content of each packet; ffprobe tells no lengths in fragments. */
async function packets(path: string): Promise<string[]> {
  const args = ['-v', 'error', '-show_data_hash', 'md5', '-show_entries', 'packet=pts,data_hash'];
  const { stdout } = await runProgram('ffprobe', [...args, '-of', 'csv', `file:${path}`], {
    timeoutMs: 60_000,
  });
  return stdout.toString().match(/-?\d+|MD5:\w+/g) ?? [];
}

test('a sound in fragments is the same sound at the same times, cut where the pictures are', async () => {
  // More than a megabyte, after which ffmpeg begins another chunk; no whole number of AAC's frames.
  const seconds = 40.01;
  const clip = bench.clip(await bench.wav('tone', seconds, sine(300)), { endSeconds: seconds });
  const range = { first: 0, sampleCount: Math.round(seconds * SAMPLE_RATE) };
  const { path } = await makeSound([clip], bench.folder, { quality: 'high', range });
  const to = join(bench.folder, 'fragments.m4a');
  const starts = [0, 1.001, 3.003, 20];
  const { init, pieces, digest } = await fragmentSound(path, to, starts);

  expect(await packets(to)).toEqual(await packets(path));
  const bytes = await readFile(to);
  expect(sha256(bytes)).toBe(digest);
  expect(readSampleEntry(init).codec).toBe('mp4a.40.2');
  expect(bytes.subarray(0, init.length)).toEqual(init);
  let [end, time] = [init.length, 0];
  for (const [index, { offset, byteLength, seconds: length }] of pieces.entries()) {
    expect(offset).toBe(end);
    const types = boxesIn(bytes, offset, offset + byteLength).map(({ type }) => type);
    expect(types).toEqual(['moof', 'mdat']);
    expect(Math.abs(time - (starts[index] ?? 0))).toBeLessThan(512.5 / SAMPLE_RATE);
    [end, time] = [offset + byteLength, time + length];
  }
  expect(end).toBe(bytes.length);
  expect(Math.round(time * SAMPLE_RATE)).toBe(range.sampleCount);
});
