import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import type { AudioClip } from '../compose/index.ts';
import { SAMPLE_RATE } from '../media/index.ts';
import { RAMP } from './clip-sound.ts';
import { Limiter, LOOK_AHEAD } from './limiter.ts';
import { mix } from './mix.ts';
import { openClips } from './open-clips.ts';
import { joinSound, makeSound, soundRange } from './sound.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-sound-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A float WAV of any function of the time. */
async function wav(
  name: string,
  seconds: number,
  wave: (t: number, channel: number) => number,
  rate = SAMPLE_RATE,
  channels = 2,
): Promise<string> {
  const count = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + count * channels * 4);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(3, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * channels * 4, 28);
  bytes.writeUInt16LE(channels * 4, 32);
  bytes.writeUInt16LE(32, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * channels * 4, 40);
  for (let i = 0; i < count * channels; i++) {
    bytes.writeFloatLE(wave(Math.floor(i / channels) / rate, i % channels), 44 + i * 4);
  }
  const path = join(folder, `${name}.wav`);
  await writeFile(path, bytes);
  return path;
}

const sine =
  (hertz: number, level = 0.5) =>
  (t: number) =>
    level * Math.sin(2 * Math.PI * hertz * t);

let clips = 0;
function clip(path: string, more: Partial<AudioClip>): AudioClip {
  return {
    digest: `${path}${clips++}`,
    path,
    startSeconds: 0,
    endSeconds: 1,
    trimStartSeconds: 0,
    speed: 1,
    gain: [[0, 1, 1]],
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
    ...more,
  };
}

/** What ffprobe says of each stream of a file. */
async function probe(path: string): Promise<Record<string, string | number>[]> {
  const args = ['-v', 'error', '-show_streams', '-of', 'json', path];
  return (JSON.parse((await run('ffprobe', args)).stdout) as { streams: never[] }).streams;
}

const DECODED_RATE = 8000;

/** A file's sound as any player decodes it, in mono at a low rate. */
async function decoded(path: string): Promise<Float32Array> {
  const format = ['-f', 'f32le', '-ac', '1', '-ar', String(DECODED_RATE), '-'];
  const args = ['-v', 'error', '-i', path, '-map', '0:a', ...format];
  const options = { encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
  return new Float32Array(new Uint8Array((await run('ffmpeg', args, options)).stdout).buffer);
}

/** The mix before it is encoded: interleaved stereo. */
async function mixed(list: AudioClip[], seconds: number): Promise<Float32Array> {
  const range = { first: 0, sampleCount: Math.round(seconds * SAMPLE_RATE) };
  const blocks: Float32Array[] = [];
  await using opened = await openClips(list, join(folder, `raw${clips++}`));
  await mix(opened.sounds, range, 1, async (block) => void blocks.push(block.slice()));
  const all = new Float32Array(blocks.reduce((sum, b) => sum + b.length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

const left = (samples: Float32Array) => samples.filter((_, i) => i % 2 === 0);
const at = (samples: Float32Array, seconds: number) => samples[Math.round(seconds * SAMPLE_RATE)];
const peak = (samples: Float32Array, from = 0, to = samples.length / SAMPLE_RATE) =>
  samples
    .subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
    .reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/**
 * A click is broad in its spectrum: a fourth difference (80 dB an octave) all but removes a low sine and
 * whatever is slow, and leaves a jump as it is.
 */
function click(samples: Float32Array): number {
  let most = 0;
  for (let i = 4; i < samples.length; i++) {
    const v = (back: number) => samples[i - back] ?? 0;
    most = Math.max(most, Math.abs(v(4) - 4 * v(3) + 6 * v(2) - 4 * v(1) + v(0)));
  }
  return most;
}

describe('the mix', () => {
  test('is the exact sum, to the bit, where nothing would clip', async () => {
    const a = await wav('a', 1, sine(440, 0.4));
    const b = await wav('b', 1, sine(1000, 0.5));
    const sum = left(await mixed([clip(a, {}), clip(b, { startSeconds: 0.25, endSeconds: 1 })], 1));
    expect(sum).toHaveLength(SAMPLE_RATE);
    for (const n of [1, 100, 11_000, 12_001, 30_000, 47_000]) {
      const first = Math.fround(sine(440, 0.4)(n / SAMPLE_RATE));
      const second = n < 12_000 ? 0 : Math.fround(sine(1000, 0.5)((n - 12_000) / SAMPLE_RATE));
      expect(sum[n]).toBe(Math.fround(first + second));
    }
  });

  test('a sum beyond full scale is turned down smoothly, and nothing else is', async () => {
    const swell = (t: number) => 0.1 + 0.9 * Math.exp(-(((t - 1) / 0.15) ** 2));
    const loud = await wav('loud', 2, (t) => swell(t) * sine(300, 0.9)(t));
    const twice = [clip(loud, { endSeconds: 2 }), clip(loud, { endSeconds: 2 })];
    const sum = left(await mixed(twice, 2));
    expect(peak(sum)).toBeLessThanOrEqual(1);
    expect(peak(sum, 0.95, 1.05)).toBeGreaterThan(0.9);
    expect(click(sum)).toBeLessThan(0.01);
    const before = Math.fround(sine(300, 0.9)(0.5) * 0.1);
    expect(at(sum, 0.5)).toBeCloseTo(2 * before, 6);
    expect(peak(sum, 1.8, 2)).toBeCloseTo(0.18, 4);
  });

  test('the limiter hands on in time what does not clip, bit by bit', () => {
    const noise = Float32Array.from({ length: 9600 }, (_, i) => Math.sin(i * i) * 0.999);
    const limiter = new Limiter();
    const out = noise.slice();
    limiter.process(out);
    expect(out.subarray(LOOK_AHEAD * 2)).toEqual(noise.subarray(0, noise.length - LOOK_AHEAD * 2));
    expect(limiter.limited).toBe(false);
  });

  test('the limiter is in time for every peak of any sound', () => {
    const wild = Float32Array.from({ length: 96_000 }, (_, i) => Math.tan(i * 0.7) * Math.sin(i));
    new Limiter().process(wild);
    expect(wild.reduce((most, v) => Math.max(most, Math.abs(v)), 0)).toBeLessThanOrEqual(1);
  });

  test('levels follow their keys, each channel its own', async () => {
    const one = await wav('one', 2, () => 0.5);
    const gain: AudioClip['gain'] = [
      [0.5, 1, 0.5],
      [1.5, 0, 0.5],
    ];
    const all = await mixed([clip(one, { endSeconds: 2, gain })], 2);
    const right = all.filter((_, i) => i % 2 === 1);
    expect(at(left(all), 0.2)).toBe(0.5);
    expect(at(left(all), 0.75)).toBeCloseTo(0.375, 5);
    expect(at(left(all), 1)).toBeCloseTo(0.25, 5);
    expect(at(left(all), 1.6)).toBe(0);
    expect(at(right, 0.2)).toBe(0.25);
    expect(at(right, 1.9)).toBe(0.25);
  });

  test('fades, a cut and the end', async () => {
    const one = await wav('dc', 3, () => 0.5);
    const faded = clip(one, {
      ...{ startSeconds: 0.5, endSeconds: 2.5, trimStartSeconds: 0.1 },
      ...{ fadeInSeconds: 0.5, fadeOutSeconds: 1 },
    });
    const sum = left(await mixed([faded], 3));
    expect(at(sum, 0.4999)).toBe(0);
    expect(at(sum, 0.75)).toBeCloseTo(0.25, 3);
    expect(at(sum, 1.2)).toBe(0.5);
    expect(at(sum, 2)).toBeCloseTo(0.25, 3);
    expect(at(sum, 2.501)).toBe(0);
    const cut = left(await mixed([clip(one, { startSeconds: 1, trimStartSeconds: 1 })], 2));
    expect(click(cut)).toBe(0);
  });

  test('no seam clicks: trims, ends, loops of any length, a level that jumps', async () => {
    const low = await wav('low', 1, sine(100));
    const plain = click(left(await mixed([clip(low, { endSeconds: 1 })], 1.5)));
    const seams: [string, Partial<AudioClip>][] = [
      ['trim', { trimStartSeconds: 0.1037, startSeconds: 0.2, endSeconds: 0.6543 }],
      ['loop', { endSeconds: 3, loopSeconds: 0.3333 }],
      ['loop of a part', { endSeconds: 3, trimStartSeconds: 0.2111, loopSeconds: 0.7889 }],
      ['loop that outlasts its sound', { endSeconds: 3, trimStartSeconds: 0.1, loopSeconds: 1.3 }],
      ['fade', { fadeInSeconds: 0.1, fadeOutSeconds: 0.2, trimStartSeconds: 0.005 }],
    ];
    for (const [name, more] of seams) {
      const sum = left(await mixed([clip(low, more)], 3));
      expect(click(sum), name).toBeLessThan(1e-4);
      expect(peak(sum), name).toBeCloseTo(0.5, 3);
    }
    expect(plain).toBeLessThan(1e-4);
    // The measure does find a click: the same loop, put together sample by sample.
    const period = Math.round(0.3333 * SAMPLE_RATE);
    const wave = Float32Array.from({ length: 48_000 }, (_, i) =>
      sine(100)((i % period) / SAMPLE_RATE),
    );
    expect(click(wave)).toBeGreaterThan(0.01);
  });

  test('a loop that was cut to be seamless is left alone', async () => {
    const low = await wav('seamless', 1, sine(100));
    const looped = clip(low, { endSeconds: 5, loopSeconds: 1 });
    const sum = left(await mixed([looped], 5));
    for (const t of [0.9999, 1, 1.0001, 2.0025, 3.9975]) {
      const n = Math.round(t * SAMPLE_RATE);
      expect(sum[n]).toBeCloseTo(sine(100)(n / SAMPLE_RATE), 5);
    }
  });

  test('a loop stays in step over many turns, whatever its length', async () => {
    const tick = await wav('tick', 0.4, (t) => (t < 0.01 ? 0.5 : 0));
    const period = 1 / 3 + 0.000_007;
    const sum = left(await mixed([clip(tick, { endSeconds: 60, loopSeconds: period })], 60));
    const starts = [...sum.keys()].filter((i) => (sum[i] ?? 0) > 0.4 && (sum[i - 1] ?? 0) <= 0.4);
    // The first is not ramped, for it is no seam.
    const drift = starts.map((start, turn) => start - turn * period * SAMPLE_RATE).slice(1);
    expect(Math.max(...drift) - Math.min(...drift)).toBeLessThanOrEqual(1.01);
    expect(Math.max(...drift)).toBeLessThan(RAMP);
    expect(starts).toHaveLength(Math.ceil(60 / period));
  });

  test('infinities and what is not a number are silence', async () => {
    const bad = await wav('bad', 1, (t) => (t < 0.5 ? Number.NaN : t < 0.7 ? 1e30 : 0.25));
    const sum = left(await mixed([clip(bad, {})], 1));
    expect(peak(sum, 0, 0.69)).toBe(0);
    expect(at(sum, 0.8)).toBe(0.25);
  });

  test('speed goes with pitch', async () => {
    const low = await wav('speed', 2, sine(200));
    const sum = left(await mixed([clip(low, { speed: 2, endSeconds: 1 })], 1));
    let crossings = 0;
    for (let i = 4801; i < 43_200; i++)
      if ((sum[i - 1] ?? 0) < 0 && (sum[i] ?? 0) >= 0) crossings++;
    expect(crossings / 0.8).toBeCloseTo(400, -1);
  });
});

describe('the file', () => {
  test('AAC LC at 48 kHz in stereo, from 0 and exactly as long as the video', async () => {
    const path = await wav('tone', 5, sine(440));
    for (const [frames, fps] of [
      [100, 30],
      [101, 29.97],
      [37, 24],
    ] as const) {
      const home = await mkdtemp(join(folder, 'file-'));
      const range = soundRange({ first: 0, count: frames }, fps);
      const made = await makeSound([clip(path, { endSeconds: frames / fps })], home, {
        quality: 'standard',
        range,
      });
      const video = join(home, 'video.mp4');
      const source = `color=red:s=64x36:r=${fps}:d=${frames / fps + 1}`;
      const encode = ['-frames:v', String(frames), '-c:v', 'libx264', '-pix_fmt', 'yuv420p', video];
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...encode]);
      const whole = join(home, 'whole.mp4');
      await joinSound(video, made.path, whole);
      const [picture, sound] = await probe(whole);
      expect(sound).toMatchObject({
        ...{ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 2 },
        ...{ start_time: '0.000000', duration_ts: Math.round((frames / fps) * SAMPLE_RATE) },
      });
      expect(picture).toMatchObject({ codec_name: 'h264', nb_frames: String(frames) });
      expect(Number(picture?.['start_time'])).toBe(0);
      const gap = Number(picture?.['duration']) - Number(sound?.['duration']);
      expect(Math.abs(gap)).toBeLessThan(0.5 / fps);
    }
  });

  test('two makings of the same sound have the same bytes', async () => {
    const path = await wav('same', 1, sine(440));
    const makings = ['a', 'b'].map(async (name) => {
      const options = { quality: 'draft', range: { first: 0, sampleCount: 48_000 } } as const;
      const home = join(folder, `same-${name}`);
      return readFile((await makeSound([clip(path, {})], home, options)).path);
    });
    const [a, b] = await Promise.all(makings);
    expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
  });

  test('loudness is measured, and brought to a target when one is set', async () => {
    const path = await wav('quiet', 6, sine(997, 0.1));
    const list = [clip(path, { endSeconds: 6 })];
    const range = { first: 0, sampleCount: 6 * SAMPLE_RATE };
    const plain = await makeSound(list, join(folder, 'p'), { quality: 'draft', range });
    // A sine of 997 Hz in both channels at -20 dBFS is -20 LUFS (EBU Tech 3341).
    expect(plain.loudness.integratedLufs).toBeCloseTo(-20, 0);
    expect(plain.loudness).toMatchObject({ truePeakDbtp: -20, isLimited: false });
    const options = { quality: 'draft', range, targetLufs: -14 } as const;
    const louder = await makeSound(list, join(folder, 'l'), options);
    expect(louder.loudness.integratedLufs).toBeCloseTo(-14, 0);
    const silent = [clip(path, { gain: [[0, 0, 0]] })];
    const none = await makeSound(silent, join(folder, 'n'), options);
    expect(none.loudness.integratedLufs).toBeNull();
  });

  test('beeps are where they belong over ten minutes', async () => {
    const beep = await wav('beep', 0.05, sine(1000, 0.8));
    const seconds = 600;
    // Without a floor, the meter's filters run into numbers too small to be fast.
    const floor = await wav('floor', 1, sine(50, 0.01));
    const starts = Array.from({ length: 60 }, (_, i) => i * 10 + i / 30);
    const list = starts.map((start) =>
      clip(beep, { startSeconds: start, endSeconds: start + 0.05 }),
    );
    const shared = list.map((one) => ({ ...one, digest: 'beep' }));
    const range = { first: 0, sampleCount: seconds * SAMPLE_RATE };
    shared.push(clip(floor, { endSeconds: seconds, loopSeconds: 1 }));
    const { path } = await makeSound(shared, join(folder, 'long'), { quality: 'draft', range });
    const heard = await decoded(path);
    const found: number[] = [];
    for (let i = 0; i < heard.length; i++) {
      if (Math.abs(heard[i] ?? 0) < 0.4) continue;
      found.push(i / DECODED_RATE);
      i += DECODED_RATE;
    }
    expect(found).toHaveLength(starts.length);
    for (const [index, start] of starts.entries()) {
      expect(Math.abs((found[index] ?? 0) - start)).toBeLessThan(0.002);
    }
  });

  test('a broken encoder is told, not waited for', async () => {
    const path = await wav('short', 1, sine(440));
    const options = { quality: 'draft', range: { first: 0, sampleCount: 4_800_000 } } as const;
    const home = await mkdtemp(join(folder, 'full-'));
    await mkdir(join(home, 'sound.m4a'));
    await expect(makeSound([clip(path, {})], home, options)).rejects.toMatchObject({
      code: 'render_failed',
      message: expect.stringContaining('ffmpeg ended with exit code'),
    });
  });

  test('an abort ends it and leaves nothing behind', async () => {
    const path = await wav('abort', 1, sine(440));
    const options = { quality: 'draft', range: { first: 0, sampleCount: 2 ** 31 } } as const;
    const home = await mkdtemp(join(folder, 'abort-'));
    const stop = new AbortController();
    const made = makeSound([clip(path, {})], home, options, stop.signal);
    setTimeout(() => stop.abort(new AppError('canceled', 'Enough.')), 300);
    await expect(made).rejects.toMatchObject({ code: 'canceled' });
    expect(await readdir(home)).not.toContain('sound');
  });
});
