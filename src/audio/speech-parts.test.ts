import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudioForm } from '../media/audio/audio-decoder.ts';
import { AudioBench, sine } from './audio.fixture.ts';
import { writeSpeechParts } from './speech-parts.ts';

let bench: AudioBench;
beforeAll(async () => {
  bench = await AudioBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

test('audio becomes mono files for a recogniser, with equal digests for equal samples', async () => {
  const tone = await bench.wav('tone', 2, sine(440));
  const clips = [bench.clip(tone, { startSeconds: 1, endSeconds: 3 })];
  const write = (name: string) =>
    writeSpeechParts({ clips, seconds: 3, paths: bench.paths }, join(bench.folder, name));
  const [part] = await write('speech');
  expect(part).toMatchObject({ startSeconds: 0, seconds: 3 });
  expect(await readAudioForm(part?.path ?? '', 'audio', {})).toMatchObject({
    contentType: 'audio/flac',
    sampleRate: 16_000,
    channels: 1,
  });
  expect(await readdir(join(bench.folder, 'speech'))).toEqual(['speech-1.flac']);
  expect((await write('again'))[0]?.digest).toBe(part?.digest);
});

test('long audio is cut where it is quiet, into files that servers take; silence is left out', async () => {
  // One tone, and the same tone again from 11:40 on: nothing between 9:40 and 9:41.
  const tone = await bench.wav('long', 1, sine(300, 0.4));
  const looped = (startSeconds: number, endSeconds: number) =>
    bench.clip(tone, { startSeconds, endSeconds, loopSeconds: 1 });
  const clips = [looped(0, 580), looped(581, 610)];
  const parts = await writeSpeechParts(
    { clips, seconds: 1300, paths: bench.paths },
    join(bench.folder, 'parts'),
  );
  expect(parts).toHaveLength(2);
  const [first, second] = parts;
  expect(first?.startSeconds).toBe(0);
  expect(first?.seconds).toBeGreaterThan(580);
  expect(first?.seconds).toBeLessThan(581);
  expect(second?.startSeconds).toBe(first?.seconds);
  for (const { path } of parts) expect((await stat(path)).size).toBeLessThan(20e6);
});

test('silence has no parts', async () => {
  const silence = await bench.wav('silence', 1, () => 0);
  const clips = [bench.clip(silence, {})];
  const folder = join(bench.folder, 'silent');
  expect(await writeSpeechParts({ clips, seconds: 1, paths: bench.paths }, folder)).toEqual([]);
});
