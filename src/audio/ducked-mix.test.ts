import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../media/audio/index.ts';
import { AudioBench, left, sine } from './audio.fixture.ts';

let bench: AudioBench;
beforeAll(async () => {
  bench = await AudioBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** The level of a part of a mix, in dB. */
function levelOf(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE);
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

test('a clip with a tempo is shorter, at the same pitch', async () => {
  const path = await bench.wav('talk', 2, (t) => (t < 1 ? sine(440)(t) : 0));
  const clip = bench.clip(path, { endSeconds: 2 / 1.15, tempo: 1.15 });
  const samples = left(await bench.mixed([clip], 2));
  const end = samples.findLastIndex((value) => Math.abs(value) > 0.1) / SAMPLE_RATE;
  expect(Math.abs(end - 1 / 1.15)).toBeLessThan(0.03);
  let rises = 0;
  for (let i = 9600; i < 33_600; i += 1)
    if ((samples[i - 1] ?? 0) < 0 && (samples[i] ?? 0) >= 0) rises += 1;
  expect(Math.abs(rises / 0.5 - 440)).toBeLessThan(6);
});

test('levels between keys of a ducked clip are those of the keys', async () => {
  const path = await bench.wav('bed', 4, sine(220, 0.4));
  const low = 10 ** (-9 / 20);
  const keys = [
    [0.8, 1],
    [1, low],
    [2, low],
    [2.4, 1],
  ].map(([seconds = 0, gain = 1]): [number, number, number] => [seconds, gain, gain]);
  const clip = bench.clip(path, { endSeconds: 4, gain: keys });
  const samples = left(await bench.mixed([clip], 4));
  const change = levelOf(samples, 1.1, 1.9) - levelOf(samples, 2.6, 3.6);
  expect(Math.abs(change + 9)).toBeLessThan(0.1);
});
