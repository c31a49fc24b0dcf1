import { describe, expect, test } from 'vitest';
import type { Cue } from '../../captions/index.ts';
import { importTemplate } from '../../import/index.ts';
import { LAYER } from '../../lottie/index.ts';
import { parsed } from '../../mapping/mapping.fixture.ts';
import { cuesOfEditable } from './editable-cues.ts';

const [FPS, FRAMES] = [10, 200];
const span = { ip: 0, op: FRAMES, st: 0, sr: 1, ks: {} };
const video = { ...span, ty: LAYER.video, nm: 'video_1', refId: 'clip' };
const audio = { ...span, ty: LAYER.audio, nm: 'a_01' };

function importOf(layers: readonly object[], precomp: readonly object[] = []) {
  const assets = [
    { id: 'clip', w: 64, h: 36, u: 'videos/', p: 'clip.mp4', e: 0 },
    { id: 'scene', layers: precomp },
  ];
  const animation = { v: '5.9.0', fr: FPS, ip: 0, op: FRAMES, w: 64, h: 36, assets, layers };
  return importTemplate({
    label: 'test',
    animation: new TextEncoder().encode(JSON.stringify(animation)),
    base: '',
    templateJson: undefined,
    files: new Map(),
  });
}

const cue = (startSeconds: number, endSeconds: number, text = 'Hello'): Cue => ({
  startSeconds,
  endSeconds,
  text,
});

const SOURCE = { source: { remote_url: 'https://x.example/clip' } };

async function placed(
  cues: readonly Cue[],
  {
    layers,
    precomp = [],
    transform = {},
    seconds,
    name = 'video_1',
  }: {
    layers: readonly object[];
    precomp?: readonly object[];
    transform?: object | null;
    seconds?: number;
    name?: string;
  },
) {
  const template = await importOf(layers, precomp);
  const entry = { [name]: transform === null ? null : { ...SOURCE, transform } };
  const mapping = parsed(
    template,
    name === 'video_1' ? { resources: entry } : { audio_tracks: entry },
  );
  const file = seconds === undefined ? {} : { durationSeconds: seconds };
  const { cues: placedCues, ...more } = cuesOfEditable(cues, name, {
    template,
    mapping,
    files: new Map([[name, file]]),
  });
  return { times: placedCues.map((c) => [c.startSeconds, c.endSeconds]), ...more };
}

describe('cues of an editable', () => {
  test('follow the trim and the start of a video', async () => {
    const layers = [{ ...video, ip: 50, st: 50, op: 100 }];
    const transform = { trim_start_time: 2 };
    const cues = [cue(0, 1), cue(1.5, 3), cue(4, 5), cue(6.5, 9), cue(7, 8)];
    expect(await placed(cues, { layers, transform, seconds: 60 })).toEqual({
      times: [
        [5, 6],
        [7, 8],
        [9.5, 10],
      ],
      leftOutSeconds: [0, 7],
      isPlayed: true,
      isTooMany: false,
    });
  });

  test('follow the speed of a layer and of the precomps around it, in each place', async () => {
    const precomp = [{ ...video, sr: 0.5 }];
    const scene = { ...span, ty: LAYER.precomp, refId: 'scene', w: 64, h: 36 };
    const layers = [
      { ...scene, op: 50 },
      { ...scene, st: 100, ip: 100, sr: 2 },
    ];
    // Twice as fast, then as fast as it is.
    expect(await placed([cue(2, 4)], { layers, precomp, seconds: 60 })).toMatchObject({
      times: [
        [1, 2],
        [12, 14],
      ],
    });
  });

  test('follow the tempo of a track that plays faster to fit its place', async () => {
    const layers = [{ ...audio, op: 20 }];
    const request = { layers, transform: { fit: 'speed' }, seconds: 2.3, name: 'a_01' };
    expect(await placed([cue(1.15, 2.3)], request)).toMatchObject({ times: [[1, 2]] });
  });

  test('repeat with a video and with a track, from its trim on', async () => {
    const looped = { trim_start_time: 1, end_behavior: 'loop' };
    const cues = [cue(0.5, 2), cue(3, 4)];
    const layers = [{ ...video, st: -15, op: 80 }];
    // One and a half seconds have passed before the video begins; a repetition has three seconds.
    expect(await placed(cues, { layers, transform: looped, seconds: 4 })).toMatchObject({
      times: [
        [0.5, 1.5],
        [1.5, 2.5],
        [3.5, 4.5],
        [4.5, 5.5],
        [6.5, 7.5],
        [7.5, 8],
      ],
      leftOutSeconds: [],
    });
    const track = { trim_start_time: 1, loop: true };
    const tracks = [{ ...audio, op: 50 }];
    expect(
      await placed([cue(3, 4)], { layers: tracks, transform: track, seconds: 4, name: 'a_01' }),
    ).toMatchObject({ times: [[2, 3]] });
  });

  test('are shown once if layers play the same together', async () => {
    const layers = [video, { ...video, nm: 'video_1' }];
    expect(await placed([cue(1, 2)], { layers, seconds: 60 })).toMatchObject({ times: [[1, 2]] });
  });

  test('are left out without a file that plays', async () => {
    const silent = { layers: [audio], transform: null, name: 'a_01' };
    const leftOut = { times: [], leftOutSeconds: [1], isPlayed: false, isTooMany: false };
    expect(await placed([cue(1, 2)], silent)).toEqual(leftOut);
    // An image in the place of a video.
    expect(await placed([cue(1, 2)], { layers: [video] })).toEqual(leftOut);
    const remapped = [{ ...video, tm: { a: 0, k: 1 } }];
    expect(await placed([cue(1, 2)], { layers: remapped, seconds: 60 })).toEqual(leftOut);
  });

  test('take their words with them', async () => {
    const template = await importOf([{ ...video, st: 20, ip: 30, sr: 0.5 }]);
    const words = [
      { startSeconds: 1, endSeconds: 2, text: 'One' },
      { startSeconds: 4, endSeconds: 5, text: 'two' },
    ];
    const { cues } = cuesOfEditable([{ ...cue(1, 6, 'One two'), words }], 'video_1', {
      template,
      mapping: parsed(template, { resources: { video_1: SOURCE } }),
      files: new Map([['video_1', { durationSeconds: 9 }]]),
    });
    expect(cues).toEqual([
      {
        startSeconds: 3,
        endSeconds: 5,
        text: 'One two',
        words: [
          { startSeconds: 3, endSeconds: 3, text: 'One' },
          { startSeconds: 4, endSeconds: 4.5, text: 'two' },
        ],
      },
    ]);
  });

  test('of a loop of a moment are as many as captions may have', async () => {
    const cues = Array.from({ length: 100 }, (_, n) => cue(n / 10_000, (n + 1) / 10_000, `${n}`));
    const transform = { end_behavior: 'loop' };
    const { times, isTooMany } = await placed(cues, { layers: [video], transform, seconds: 0.02 });
    expect([times.length, isTooMany]).toEqual([5000, true]);
  });
});
