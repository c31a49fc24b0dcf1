import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AudioBench, sine } from '../audio/audio.fixture.ts';
import { makeAudioTracks } from '../audio/audio-track.ts';
import { SAMPLE_RATE } from '../media/audio/index.ts';
import { runProgram } from '../media/process/index.ts';
import { type AudioFragment, AudioFragments, audioInit } from './audio-fragments.ts';
import { boxesIn } from './boxes.ts';
import { readSampleEntry } from './sample-entry.ts';

let bench: AudioBench;
beforeAll(async () => {
  bench = await AudioBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Time and content of each packet; ffprobe reports no durations for fragments. */
async function packets(path: string): Promise<string[]> {
  const args = ['-v', 'error', '-show_data_hash', 'md5', '-show_entries', 'packet=pts,data_hash'];
  const { stdout } = await runProgram('ffprobe', [...args, '-of', 'csv', `file:${path}`], {
    timeoutMs: 200_000,
  });
  return stdout.toString().match(/-?\d+|MD5:\w+/g) ?? [];
}

test('fragmented audio has the same packets and times as whole audio, split at the video’s segments', async () => {
  // Not a whole number of AAC frames.
  const seconds = 6.01;
  const clip = bench.clip(await bench.wav('tone', seconds, sine(300)), { endSeconds: seconds });
  const range = { first: 0, sampleCount: Math.round(seconds * SAMPLE_RATE) };
  const starts = [0, 1.001, 3.003, 5];
  const fragments = new AudioFragments(starts, range.sampleCount);
  const audioFragments: AudioFragment[] = [];
  let previousEnd = 0;
  const tracks = [{ codec: 'aac', quality: 'high' }] as const;
  const options = { paths: bench.paths, tracks, range };
  await makeAudioTracks([clip], bench.folder, {
    ...options,
    onFrames: async (frames, isLast) => {
      audioFragments.push(...fragments.push(frames, isLast));
      if (!isLast) previousEnd = audioFragments.length;
    },
  });
  expect(previousEnd).toBeGreaterThan(0);

  const [wholePath = ''] = (await makeAudioTracks([clip], bench.folder, options)).paths;
  const to = join(bench.folder, 'fragments.mp4');
  await writeFile(to, Buffer.concat([audioInit(), ...audioFragments.map(({ bytes }) => bytes)]));
  expect(await packets(to)).toEqual(await packets(wholePath));
  expect(readSampleEntry(audioInit()).codec).toBe('mp4a.40.2');
  let time = 0;
  for (const [index, { bytes, seconds: length }] of audioFragments.entries()) {
    expect(boxesIn(bytes).map(({ type }) => type)).toEqual(['moof', 'mdat']);
    expect(Math.abs(time - (starts[index] ?? 0))).toBeLessThan(512.5 / SAMPLE_RATE);
    time += length;
  }
  expect(Math.round(time * SAMPLE_RATE)).toBe(range.sampleCount);
});

test('reading an audio track while it is encoded does not change the track', async () => {
  const clip = bench.clip(await bench.wav('low', 1, sine(100)), {});
  const options = {
    paths: bench.paths,
    tracks: [{ codec: 'aac', quality: 'standard' }],
    range: { first: 0, sampleCount: SAMPLE_RATE },
  } as const;
  const encoded = async (paths: readonly string[]) => readFile(paths[0] ?? '');
  const alone = await encoded((await makeAudioTracks([clip], bench.folder, options)).paths);
  const onFrames = async () => undefined;
  const followed = await makeAudioTracks([clip], bench.folder, { ...options, onFrames });
  expect((await encoded(followed.paths)).equals(alone)).toBe(true);
});
