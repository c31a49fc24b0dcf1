import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError, fault } from '../base/index.ts';
import type { AudioClip, HeardAudio } from '../compose/index.ts';
import { NO_ENTRIES } from '../mapping/index.ts';
import type { Transcript } from '../speech/index.ts';
import { hearWords, type Listener } from './hear.ts';

const CLIP: AudioClip = {
  ...{ digest: 'talk', startSeconds: 0, endSeconds: 10, trimStartSeconds: 0, speed: 1 },
  ...{ gain: [[0, 1, 1]], fadeInSeconds: 0, fadeOutSeconds: 0 },
};
const MIX: HeardAudio = { clips: [CLIP], seconds: 10 };

async function heard(listener: Partial<Listener>, isRequired: boolean) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'framepress-hear-'));
  const track = { pointer: '/captions', source: { from: 'mix', isRequired }, isBurnt: true };
  const mapping = { ...NO_ENTRIES, captions: [track] };
  const inputs = { ingested: {}, paths: {} };
  const { ingested, faults } = await hearWords(
    { mapping, inputs, folder: folder.path },
    {
      videoSeconds: 10,
      find: async () => ({ mix: MIX }),
      recognise: async (): Promise<Transcript> => ({ words: [] }),
      ...listener,
    },
    new AbortController().signal,
  );
  return { input: ingested['/captions'], faults: faults.map(({ pointer }) => pointer) };
}

test('words that are too many for captions are like words that cannot be had', async () => {
  // Marks have no width: all stand in one cue.
  const words = Array.from({ length: 2000 }, (_, index) => ({
    ...{ startSeconds: index / 1000, endSeconds: index / 1000 + 0.001, text: '\u0301' },
  }));
  const recognise = async () => ({ words });
  expect(await heard({ recognise }, false)).toMatchObject({
    input: { kind: 'captions', contentType: 'text/vtt', missing: { message: expect.any(String) } },
    faults: [],
  });
  expect(await heard({ recognise }, true)).toEqual({
    input: undefined,
    faults: ['/mapping/captions/from'],
  });
});

test('faults of the audio are those of the mapping', async () => {
  const pointer = '/mapping/audio_tracks/voice/transform/trim_start_time';
  const find = async () => {
    throw AppError.fromFaults([fault('sound_too_short', 'The trim is too long.', { pointer })]);
  };
  expect(await heard({ find }, false)).toEqual({ input: undefined, faults: [pointer] });
});
