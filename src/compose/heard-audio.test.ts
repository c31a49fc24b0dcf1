import { expect, test } from 'vitest';
import { NO_ENTRIES } from '../mapping/index.ts';
import type { Template, TemplateAudio } from '../template/index.ts';
import { heardEditable, heardMix, wordsInVideo } from './heard-audio.ts';
import type { AudioSources, VideoAudio } from './index.ts';

const PLACE: TemplateAudio = {
  kind: 'video',
  editable: 'talk',
  assetId: undefined,
  path: '/layers/0',
  startSeconds: 2,
  endSeconds: 6,
  trimStartSeconds: 0,
  speed: 1,
  gain: [[0, 0.2, 0.2]],
};
const TALK: VideoAudio = {
  sha256: 'talk',
  durationSeconds: 30,
  originSeconds: 0,
  trimStartSeconds: 10,
  endBehavior: 'freeze',
  volume: 1,
};

const templateWith = (places: Partial<TemplateAudio>[]) =>
  ({
    video: { frameCount: 300, fps: 30 },
    audioSources: places.map((place) => ({ ...PLACE, ...place })),
  }) as unknown as Template;

function heard(places: Partial<TemplateAudio>[], talk: Partial<VideoAudio> = {}) {
  const sources: AudioSources = {
    tracks: new Map(),
    assets: new Map(),
    videos: new Map([['talk', { ...TALK, ...talk }]]),
  };
  return heardEditable(templateWith(places), NO_ENTRIES, { editable: 'talk', sources });
}

const wordsAt = (...starts: number[]) =>
  starts.map((startSeconds) => ({
    startSeconds,
    endSeconds: startSeconds + 0.5,
    text: `w${startSeconds}`,
  }));
const startsOf = (words: { startSeconds: number; text: string }[]) =>
  words.map(({ startSeconds, text }) => [text, Math.round(startSeconds * 1000) / 1000]);
const spans = ({ clips }: ReturnType<typeof heard>) =>
  clips.map(({ startSeconds, endSeconds, trimStartSeconds, speed }) => [
    startSeconds,
    endSeconds,
    trimStartSeconds,
    speed,
  ]);

test('only the played part of a video is heard, at its own speed', () => {
  const audio = heard([{ speed: 2 }]);
  expect(spans(audio)).toEqual([[0, 8, 10, 1]]);
  expect(audio.seconds).toBe(8);
  expect(startsOf(wordsInVideo(wordsAt(0, 3, 7.6, 9), audio))).toEqual([
    ['w0', 2],
    ['w3', 3.5],
    ['w7.6', 5.8],
  ]);
});

test('a loop is heard once, and its words show in each repetition', () => {
  const audio = heard([{}], { trimStartSeconds: 28.5, endBehavior: 'loop' });
  expect(spans(audio)).toEqual([[0, 1.5, 28.5, 1]]);
  expect(startsOf(wordsInVideo(wordsAt(0, 1), audio))).toEqual([
    ['w0', 2],
    ['w1', 3],
    ['w0', 3.5],
    ['w1', 4.5],
    ['w0', 5],
  ]);
});

test('parts of several layers are heard once, with a pause between them', () => {
  const audio = heard([
    {},
    { startSeconds: 6, endSeconds: 8, trimStartSeconds: 2 },
    { startSeconds: 8, endSeconds: 9, trimStartSeconds: 10 },
  ]);
  expect(spans(audio)).toEqual([
    [0, 4, 10, 1],
    [5, 6, 20, 1],
  ]);
  expect(startsOf(wordsInVideo(wordsAt(1, 3, 4.2, 5.2), audio))).toEqual([
    ['w1', 3],
    ['w3', 5],
    ['w3', 7],
    ['w5.2', 8.2],
  ]);
});

test('layers that play the same at the same time say it once', () => {
  const audio = heard([{}, { startSeconds: 2.01 }]);
  expect(startsOf(wordsInVideo(wordsAt(1), audio))).toEqual([['w1', 3]]);
});

test('an editable that is not played has nothing to hear', () => {
  expect(heard([])).toEqual({ clips: [], seconds: 0, places: [] });
});

test('the mix has the times of the video', () => {
  const sources = { tracks: new Map(), assets: new Map(), videos: new Map([['talk', TALK]]) };
  const audio = heardMix(templateWith([{}]), NO_ENTRIES, sources);
  expect(audio.seconds).toBe(10);
  expect(audio.clips).toMatchObject([{ startSeconds: 2, gain: [[0, 0.2, 0.2]] }]);
  expect(wordsInVideo(wordsAt(3), audio)).toEqual(wordsAt(3));
});

test('the voice is heard at the speed of its file, wherever its track begins', () => {
  const voice = {
    kind: 'audio' as const,
    source: { speech: { text: 'Hello', speed: 1 } },
    trimStartSeconds: 0,
    volume: 0,
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
    isLooped: false,
    startSeconds: 1,
  };
  const file = { sha256: 'voice', durationSeconds: 9.9 };
  const sources = { tracks: new Map([['voice', file]]), assets: new Map(), videos: new Map() };
  const template = { ...templateWith([{}]), editables: {} };
  const mapping = { ...NO_ENTRIES, entries: { voice } };
  const audio = heardEditable(template, mapping, { editable: 'voice', sources });
  // 9.9 s fit into 9 s at 1.1 times the speed.
  expect(spans(audio)).toEqual([[0, 9.9, 0, 1]]);
  expect(startsOf(wordsInVideo(wordsAt(0, 1.1), audio))).toEqual([
    ['w0', 1],
    ['w1.1', 2],
  ]);
});

test('a voice is not heard in the audio of another editable', () => {
  const voice = {
    ...({ kind: 'audio', source: { speech: { text: 'Hello', speed: 1 } } } as const),
    ...{ trimStartSeconds: 0, fadeInSeconds: 0, fadeOutSeconds: 0, isLooped: false },
  };
  const sources: AudioSources = {
    tracks: new Map([['voice', { sha256: 'voice', durationSeconds: 2 }]]),
    assets: new Map(),
    videos: new Map([['talk', TALK]]),
  };
  const template = { ...templateWith([{}]), editables: {} };
  const mapping = { ...NO_ENTRIES, entries: { voice } };
  const { clips } = heardEditable(template, mapping, { editable: 'talk', sources });
  expect(clips.map(({ digest }) => digest)).toEqual(['talk']);
});
