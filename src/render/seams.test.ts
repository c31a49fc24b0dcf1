import { afterAll, beforeAll, expect, test } from 'vitest';
import { AudioBench, left, sine } from '../audio/audio.fixture.ts';
import type { AudioClip } from '../compose/index.ts';
import { SAMPLE_RATE } from '../media/audio/index.ts';

let bench: AudioBench;
beforeAll(async () => {
  bench = await AudioBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

const WINDOW = 1024;
/** Far above the frequencies that the tests play; a click is loud at all frequencies. */
const FROM_HERTZ = 6000;

/**
 * The maximum level above 6 kHz, in decibels below full scale: measured in windows of 21 ms that
 * overlap by half.
 */
function maxHighLevel(samples: Float32Array): number {
  const shape = Array.from(
    { length: WINDOW },
    // Blackman–Harris window: a low tone leaks less than -92 dB.
    (_, i) =>
      [0.35875, -0.48829, 0.14128, -0.01168].reduce(
        (sum, a, n) => sum + a * Math.cos((2 * Math.PI * n * i) / WINDOW),
        0,
      ),
  );
  let max = 0;
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW / 2) {
    const powers = spectrum(shape.map((weight, i) => weight * (samples[at + i] ?? 0)));
    const high = powers.slice(Math.round((FROM_HERTZ / SAMPLE_RATE) * WINDOW));
    max = Math.max(max, ...high);
  }
  return 10 * Math.log10(max + 1e-20);
}

/** The power at each multiple of the window's frequency; 1 for a sine of full scale. */
function spectrum(windowed: readonly number[]): Float64Array {
  const [re, im] = transform(windowed);
  const full = (WINDOW * 0.35875) / 2;
  return re.slice(0, WINDOW / 2).map((r, i) => (r * r + (im[i] ?? 0) ** 2) / full ** 2);
}

/** The Fourier transform of a real signal whose length is a power of two. */
function transform(signal: readonly number[]): [Float64Array, Float64Array] {
  const n = signal.length;
  const bits = Math.log2(n);
  const [re, im] = [new Float64Array(n), new Float64Array(n)];
  for (const [i, value] of signal.entries()) {
    let place = 0;
    for (let bit = 0; bit < bits; bit++) place |= ((i >> bit) & 1) << (bits - 1 - bit);
    re[place] = value;
  }
  for (let half = 1; half < n; half *= 2)
    for (let k = 0; k < half; k++) {
      const [cos, sin] = [Math.cos((Math.PI * k) / half), -Math.sin((Math.PI * k) / half)];
      for (let low = k; low < n; low += 2 * half) {
        const high = low + half;
        const [r = 0, m = 0] = [re[high], im[high]];
        const [oddRe, oddIm] = [cos * r - sin * m, cos * m + sin * r];
        re[high] = (re[low] ?? 0) - oddRe;
        im[high] = (im[low] ?? 0) - oddIm;
        re[low] = (re[low] ?? 0) + oddRe;
        im[low] = (im[low] ?? 0) + oddIm;
      }
    }
  return [re, im];
}

const INAUDIBLE_DB = -85;

const SEAMS: [string, Partial<AudioClip>][] = [
  ['a whole file', { startSeconds: 0.2, endSeconds: 1.2 }],
  ['a trim', { trimStartSeconds: 0.1037, startSeconds: 0.2, endSeconds: 0.6543 }],
  ['an end in the middle of the audio', { endSeconds: 0.5025 }],
  ['a loop', { endSeconds: 3, loopSeconds: 0.3333 }],
  ['a loop of a part', { endSeconds: 3, trimStartSeconds: 0.2111, loopSeconds: 0.7889 }],
  [
    'a loop that is longer than its audio',
    { endSeconds: 3, trimStartSeconds: 0.1, loopSeconds: 1.3 },
  ],
  ['a loop at another speed', { endSeconds: 3, speed: 1.25, loopSeconds: 0.71 }],
  ['a short loop', { endSeconds: 1, loopSeconds: 0.021 }],
  ['fades', { fadeInSeconds: 0.1, fadeOutSeconds: 0.2, trimStartSeconds: 0.005 }],
  ['very short fades', { fadeInSeconds: 0.001, fadeOutSeconds: 0.001, trimStartSeconds: 0.005 }],
  [
    'a level that jumps, as a template writes it',
    {
      gain: [
        [0, 1, 1],
        [0.4025, 1, 1],
        [0.4075, 0.1, 0.1],
        [0.7, 0.1, 0.1],
        [0.705, 1, 1],
      ],
    },
  ],
  [
    'a level in ramps',
    {
      gain: [
        [0, 0, 0],
        [0.3, 1, 1],
        [0.6, 0.2, 0.2],
        [1, 0.8, 0.8],
      ],
    },
  ],
];

test.each(SEAMS)('%s does not click', async (_, more) => {
  for (const [name, wave] of [
    ['low', sine(100)],
    ['still', () => 0.5],
  ] as const) {
    const clip = bench.clip(await bench.wav(name, 1, wave), more);
    const heard = left(await bench.mixed([clip], 3));
    expect(maxHighLevel(heard), name).toBeLessThan(INAUDIBLE_DB);
    expect(Math.max(...heard.subarray(0, SAMPLE_RATE))).toBeGreaterThan(0.4);
  }
});

test('two adjacent clips do not click', async () => {
  const [a, b] = [await bench.wav('a', 2, sine(100)), await bench.wav('b', 2, sine(130))];
  const first = bench.clip(a, { endSeconds: 1.0013 });
  const second = bench.clip(b, { startSeconds: 1.0013, endSeconds: 2, trimStartSeconds: 0.4567 });
  expect(maxHighLevel(left(await bench.mixed([first, second], 2)))).toBeLessThan(INAUDIBLE_DB);
});

test('the measurement finds the click of a loop without ramps', () => {
  const period = Math.round(0.3333 * SAMPLE_RATE);
  const wave = sine(100);
  const jumps = Float32Array.from({ length: 48_000 }, (_, i) => wave((i % period) / SAMPLE_RATE));
  expect(maxHighLevel(jumps)).toBeGreaterThan(-60);
});

test('an untrimmed file keeps its first drum hit', async () => {
  const drum = (t: number) => Math.exp(-t * 8) * Math.sin(2 * Math.PI * 80 * t) * 0.9;
  const clip = bench.clip(await bench.wav('drum', 1, drum), {
    startSeconds: 0.25,
    endSeconds: 1.25,
  });
  const heard = left(await bench.mixed([clip], 1.25));
  for (const n of [1, 10, 100, 239]) {
    expect(heard[12_000 + n]).toBe(Math.fround(drum(n / SAMPLE_RATE)));
  }
});

test('a loop that is already seamless is not changed', async () => {
  const path = await bench.wav('seamless', 1, sine(100));
  const heard = left(await bench.mixed([bench.clip(path, { endSeconds: 5, loopSeconds: 1 })], 5));
  for (const t of [0.9999, 1, 1.0001, 2.0025, 3.9975]) {
    const n = Math.round(t * SAMPLE_RATE);
    expect(heard[n]).toBeCloseTo(sine(100)(n / SAMPLE_RATE), 5);
  }
});

test('very short audio files are played unchanged', async () => {
  const path = await bench.wav('blip', 0.002, () => 0.25);
  const heard = left(
    await bench.mixed([bench.clip(path, { startSeconds: 0.1, endSeconds: 0.102 })], 0.3),
  );
  expect(maxHighLevel(heard)).toBeLessThan(-60);
  expect(heard.subarray(0, 4800).every((v) => v === 0)).toBe(true);
  expect(heard.subarray(4896).every((v) => v === 0)).toBe(true);
});
