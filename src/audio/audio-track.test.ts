import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import type { AudioClip } from '../compose/index.ts';
import { SAMPLE_RATE } from '../media/audio/index.ts';
import { AudioBench, left, sine } from './audio.fixture.ts';
import { audioRange, joinAudio, makeAudioTracks } from './audio-track.ts';
import { RAMP } from './clip-audio.ts';
import { Limiter, LOOK_AHEAD } from './limiter.ts';

const run = promisify(execFile);

let bench: AudioBench;
beforeAll(async () => {
  bench = await AudioBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** ffprobe's description of each stream of a file. */
async function probe(path: string): Promise<Record<string, string | number>[]> {
  const args = ['-v', 'error', '-show_streams', '-of', 'json', path];
  return (JSON.parse((await run('ffprobe', args)).stdout) as { streams: never[] }).streams;
}

const at = (samples: Float32Array, seconds: number) => samples[Math.round(seconds * SAMPLE_RATE)];
const peak = (samples: Float32Array, from = 0, to = samples.length / SAMPLE_RATE) =>
  samples
    .subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
    .reduce((max, value) => Math.max(max, Math.abs(value)), 0);

describe('mix', () => {
  test('returns the exact sum, bit by bit, where it does not clip', async () => {
    const a = await bench.wav('a', 1, sine(440, 0.4));
    const b = await bench.wav('b', 1, sine(1000, 0.5));
    const sum = left(
      await bench.mixed(
        [bench.clip(a, {}), bench.clip(b, { startSeconds: 0.25, endSeconds: 1 })],
        1,
      ),
    );
    expect(sum).toHaveLength(SAMPLE_RATE);
    for (const n of [1, 100, 11_000, 12_001, 30_000, 47_000]) {
      const first = Math.fround(sine(440, 0.4)(n / SAMPLE_RATE));
      const second = n < 12_000 ? 0 : Math.fround(sine(1000, 0.5)((n - 12_000) / SAMPLE_RATE));
      expect(sum[n]).toBe(Math.fround(first + second));
    }
  });

  test('attenuates smoothly only where the sum exceeds full scale', async () => {
    const swell = (t: number) => 0.1 + 0.9 * Math.exp(-(((t - 1) / 0.15) ** 2));
    const loud = await bench.wav('loud', 2, (t) => swell(t) * sine(300, 0.9)(t));
    const twice = [bench.clip(loud, { endSeconds: 2 }), bench.clip(loud, { endSeconds: 2 })];
    const sum = left(await bench.mixed(twice, 2));
    expect(peak(sum)).toBeLessThanOrEqual(1);
    expect(peak(sum, 0.95, 1.05)).toBeGreaterThan(0.9);
    const limitedSample = Math.fround(sine(300, 0.9)(0.5) * 0.1);
    expect(at(sum, 0.5)).toBeCloseTo(2 * limitedSample, 6);
    expect(peak(sum, 1.8, 2)).toBeCloseTo(0.18, 4);
  });

  test('the limiter returns samples that do not clip unchanged, bit by bit', () => {
    const noise = Float32Array.from({ length: 9600 }, (_, i) => Math.sin(i * i) * 0.999);
    const limiter = new Limiter();
    const out = noise.slice();
    limiter.process(out);
    expect(out.subarray(LOOK_AHEAD * 2)).toEqual(noise.subarray(0, noise.length - LOOK_AHEAD * 2));
    expect(limiter.limited).toBe(false);
  });

  test('the limiter never lets a peak pass, for any signal', () => {
    const wild = Float32Array.from({ length: 96_000 }, (_, i) => Math.tan(i * 0.7) * Math.sin(i));
    new Limiter().process(wild);
    expect(wild.reduce((max, v) => Math.max(max, Math.abs(v)), 0)).toBeLessThanOrEqual(1);
  });

  test('follows the level’s keys for each channel', async () => {
    const path = await bench.wav('one', 2, () => 0.5);
    const gain: AudioClip['gain'] = [
      [0.5, 1, 0.5],
      [1.5, 0, 0.5],
    ];
    const mixedSamples = await bench.mixed([bench.clip(path, { endSeconds: 2, gain })], 2);
    const right = mixedSamples.filter((_, i) => i % 2 === 1);
    expect(at(left(mixedSamples), 0.2)).toBe(0.5);
    expect(at(left(mixedSamples), 0.75)).toBeCloseTo(0.375, 5);
    expect(at(left(mixedSamples), 1)).toBeCloseTo(0.25, 5);
    expect(at(left(mixedSamples), 1.6)).toBe(0);
    expect(at(right, 0.2)).toBe(0.25);
    expect(at(right, 1.9)).toBe(0.25);
  });

  test('applies fades, cuts and the end of the output', async () => {
    const path = await bench.wav('dc', 3, () => 0.5);
    const faded = bench.clip(path, {
      startSeconds: 0.5,
      endSeconds: 2.5,
      trimStartSeconds: 0.1,
      fadeInSeconds: 0.5,
      fadeOutSeconds: 1,
    });
    const sum = left(await bench.mixed([faded], 3));
    expect(at(sum, 0.4999)).toBe(0);
    expect(at(sum, 0.75)).toBeCloseTo(0.25, 3);
    expect(at(sum, 1.2)).toBe(0.5);
    expect(at(sum, 2)).toBeCloseTo(0.25, 3);
    expect(at(sum, 2.501)).toBe(0);
  });

  test('fades out a loop only at the end of its clip', async () => {
    const path = await bench.wav('loop', 0.5, () => 0.5);
    const looped = bench.clip(path, { endSeconds: 1.5, loopSeconds: 0.5, fadeOutSeconds: 0.25 });
    const sum = left(await bench.mixed([looped], 1.5));
    expect([at(sum, 0.49), at(sum, 0.99)]).toEqual([0.5, 0.5]);
    expect(at(sum, 1.375)).toBeCloseTo(0.25, 3);
  });

  test('keeps a loop of any length in time over many repetitions', async () => {
    const tick = await bench.wav('tick', 0.4, (t) => (t < 0.01 ? 0.5 : 0));
    const period = 1 / 3 + 0.000_007;
    const sum = left(
      await bench.mixed([bench.clip(tick, { endSeconds: 60, loopSeconds: period })], 60),
    );
    const starts = [...sum.keys()].filter((i) => (sum[i] ?? 0) > 0.4 && (sum[i - 1] ?? 0) <= 0.4);
    // The first repetition has no seam and therefore no ramp.
    const drift = starts.map((start, turn) => start - turn * period * SAMPLE_RATE).slice(1);
    expect(Math.max(...drift) - Math.min(...drift)).toBeLessThanOrEqual(1.01);
    expect(Math.max(...drift)).toBeLessThan(RAMP);
    expect(starts).toHaveLength(Math.ceil(60 / period));
  });

  test('replaces infinities and NaN by silence', async () => {
    const bad = await bench.wav('bad', 1, (t) => (t < 0.5 ? Number.NaN : t < 0.7 ? 1e30 : 0.25));
    const sum = left(await bench.mixed([bench.clip(bad, {})], 1));
    expect(peak(sum, 0, 0.69)).toBe(0);
    expect(at(sum, 0.8)).toBe(0.25);
  });

  test('trims in seconds of the source at any speed', async () => {
    const steps = await bench.wav('steps', 3, (t) => [0.1, 0.5, 0.2][Math.floor(t)] ?? 0);
    const fast = bench.clip(steps, { speed: 2, trimStartSeconds: 1, endSeconds: 1 });
    const sum = left(await bench.mixed([fast], 1));
    expect(at(sum, 0.25)).toBeCloseTo(0.5, 2);
    expect(at(sum, 0.75)).toBeCloseTo(0.2, 2);
  });

  test('changes the pitch with the speed', async () => {
    const low = await bench.wav('speed', 2, sine(200));
    const sum = left(await bench.mixed([bench.clip(low, { speed: 2, endSeconds: 1 })], 1));
    let crossings = 0;
    for (let i = 4801; i < 43_200; i++)
      if ((sum[i - 1] ?? 0) < 0 && (sum[i] ?? 0) >= 0) crossings++;
    expect(crossings / 0.8).toBeCloseTo(400, -1);
  });
});

const ALL = (['aac', 'opus', 'pcm'] as const).map((codec) => ({
  codec,
  quality: 'draft' as const,
}));

describe('makeAudioTracks', () => {
  test('writes AAC LC at 48 kHz in stereo that starts at 0 and is exactly as long as the video', async () => {
    const path = await bench.wav('tone', 5, sine(440));
    for (const [frames, fps] of [
      [31, 29.97],
      [13, 24],
    ] as const) {
      const home = await mkdtemp(join(bench.folder, 'file-'));
      const range = audioRange({ first: 0, count: frames }, fps);
      const tracks = await makeAudioTracks([bench.clip(path, { endSeconds: frames / fps })], home, {
        paths: bench.paths,
        tracks: [{ codec: 'aac', quality: 'standard' }],
        range,
      });
      const video = join(home, 'video.mp4');
      const source = `color=red:s=64x36:r=${fps}:d=${frames / fps + 1}`;
      const encode = ['-frames:v', String(frames), '-c:v', 'libx264', '-pix_fmt', 'yuv420p', video];
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...encode]);
      const wholePath = join(home, 'whole.mp4');
      await joinAudio({ video, audio: tracks.paths[0] ?? '', to: wholePath, muxer: 'mp4' });
      const [image, audio] = await probe(wholePath);
      expect(audio).toMatchObject({
        codec_name: 'aac',
        profile: 'LC',
        sample_rate: '48000',
        channels: 2,
        start_time: '0.000000',
        duration_ts: Math.round((frames / fps) * SAMPLE_RATE),
      });
      expect(image).toMatchObject({ codec_name: 'h264', nb_frames: String(frames) });
      expect(Number(image?.['start_time'])).toBe(0);
      const gap = Number(image?.['duration']) - Number(audio?.['duration']);
      expect(Math.abs(gap)).toBeLessThan(0.5 / fps);
    }
  });

  test('writes the same bytes for the same audio', async () => {
    const path = await bench.wav('same', 1, sine(440));
    const makings = ['a', 'b'].map(async (name) => {
      const options = { paths: bench.paths, tracks: ALL, range: { first: 0, sampleCount: 48_000 } };
      const home = join(bench.folder, `same-${name}`);
      const { paths } = await makeAudioTracks([bench.clip(path, {})], home, options);
      return Buffer.concat(await Promise.all(paths.map((file) => readFile(file))));
    });
    const [a, b] = await Promise.all(makings);
    expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
  });

  test('measures the loudness, and adjusts it to a target if one is set', async () => {
    const path = await bench.wav('quiet', 3, sine(997, 0.1));
    const list = [bench.clip(path, { endSeconds: 3 })];
    const range = { first: 0, sampleCount: 3 * SAMPLE_RATE };
    const tracks = [{ codec: 'pcm', quality: 'draft' }] as const;
    const plain = await makeAudioTracks(list, join(bench.folder, 'p'), {
      paths: bench.paths,
      tracks,
      range,
    });
    // A sine of 997 Hz in both channels at -20 dBFS is -20 LUFS (EBU Tech 3341).
    expect(plain.loudness.integratedLufs).toBeCloseTo(-20, 0);
    expect(plain.loudness).toMatchObject({ truePeakDbtp: -20, isLimited: false });
    const options = { paths: bench.paths, tracks, range, targetLufs: -14 };
    const louder = await makeAudioTracks(list, join(bench.folder, 'l'), options);
    expect(louder.loudness.integratedLufs).toBeCloseTo(-14, 0);
    const silent = [bench.clip(path, { gain: [[0, 0, 0]] })];
    const none = await makeAudioTracks(silent, join(bench.folder, 'n'), options);
    expect(none.loudness.integratedLufs).toBeNull();
    expect([louder.isSilent, none.isSilent]).toEqual([false, true]);
  });

  test('says whether anything can be heard', async () => {
    const whisper = await bench.wav('whisper', 1, sine(440, 0.0002));
    const silence = await bench.wav('silence', 1, () => 0);
    const noise = await bench.wav('noise', 1, sine(440, 0.000_01));
    const later = { startSeconds: 1, endSeconds: 2 };
    const isSilent = async (clips: AudioClip[]) => {
      const options = { paths: bench.paths, range: { first: 0, sampleCount: SAMPLE_RATE / 2 } };
      const tracks = [{ codec: 'pcm', quality: 'draft' }] as const;
      return (await makeAudioTracks(clips, join(bench.folder, 'h'), { ...options, tracks }))
        .isSilent;
    };
    expect(await isSilent([bench.clip(whisper, {})])).toBe(false);
    expect(await isSilent([bench.clip(silence, {}), bench.clip(noise, {})])).toBe(true);
    expect(await isSilent([bench.clip(whisper, later)])).toBe(true);
    expect(await isSilent([])).toBe(true);
  });

  test('reports an encoder that fails, without waiting for it', async () => {
    const path = await bench.wav('short', 1, sine(440));
    const options = {
      paths: bench.paths,
      tracks: ALL,
      range: { first: 0, sampleCount: 4_800_000 },
    };
    const home = await mkdtemp(join(bench.folder, 'full-'));
    await mkdir(join(home, 'audio-0.m4a'));
    await expect(makeAudioTracks([bench.clip(path, {})], home, options)).rejects.toMatchObject({
      code: 'render_failed',
      message: expect.stringContaining('ffmpeg ended with exit code'),
    });
  });

  test('stops on abort and removes its files', async () => {
    const path = await bench.wav('abort', 1, sine(440));
    const options = { paths: bench.paths, tracks: ALL, range: { first: 0, sampleCount: 2 ** 31 } };
    const home = await mkdtemp(join(bench.folder, 'abort-'));
    const stop = new AbortController();
    const tracks = makeAudioTracks([bench.clip(path, {})], home, options, stop.signal);
    tracks.catch(() => undefined);
    await expect.poll(() => readdir(home)).not.toEqual([]);
    stop.abort(new AppError('canceled', 'Enough.'));
    await expect(tracks).rejects.toMatchObject({ code: 'canceled' });
    expect(await readdir(home)).not.toContain('audio');
  });
});
