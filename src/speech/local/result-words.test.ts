import { expect, test } from 'vitest';
import { levelsOf } from './audio-chunks.ts';
import { type EngineResult, resultWords } from './result-words.ts';
import { toneSamples } from './tone-model.fixture.ts';

/** Tones from 0.5 to 1 s, and from 1.5 to 3 s. */
const AUDIO = levelsOf(
  toneSamples(4, [
    ['one', 0.5, 1],
    ['two', 1.5, 3],
  ]),
);

function words(result: EngineResult, language?: string) {
  return resultWords(result, AUDIO, language).map(({ text, startSeconds, endSeconds }) => [
    text,
    Math.round(startSeconds * 100) / 100,
    Math.round(endSeconds * 100) / 100,
  ]);
}

test('parts of words are joined, with signs; a word ends when it is quiet, or with the next', () => {
  const result = {
    text: ' Hello, world again.',
    tokens: [' He', 'llo', ',', ' wor', 'ld', ' again', '.'],
    timestamps: [0.52, 0.72, 0.9, 1.5, 1.8, 2.2, 2.8],
    durations: [],
  };
  expect(words(result)).toEqual([
    [' Hello,', 0.52, 1],
    [' world', 1.5, 2.2],
    [' again.', 2.2, 3],
  ]);
});

test('a word that begins in a pause is heard from its end on', () => {
  const result = { text: ' One two', tokens: [' One', ' two'], timestamps: [0, 1.2] };
  expect(words(result)).toEqual([
    [' One', 0.5, 1],
    [' two', 1.5, 2],
  ]);
});

test('the marks of SentencePiece and durations of tokens are read', () => {
  const result = {
    text: 'hello world',
    tokens: ['▁hello', '▁world'],
    timestamps: [0.5, 3.2],
    durations: [0.4, 0.32],
  };
  expect(words(result)).toEqual([
    [' hello', 0.5, 1],
    [' world', 3.2, 3.52],
  ]);
});

test('words of a script without spaces are list, and have no spaces', () => {
  const result = {
    text: '今天天气很好',
    tokens: ['今', '天', '天', '气', '很', '好'],
    timestamps: [0.5, 0.7, 1.5, 1.8, 2.1, 2.6],
  };
  const list = words(result, 'zh');
  expect(list.map(([text]) => text).join('')).toBe('今天天气很好');
  expect(list[0]).toEqual(['今天', 0.5, 1]);
  expect(list[1]).toEqual(['天气', 1.5, 2.1]);
});

test('tokens that are parts of a character lie between their neighbours', () => {
  const result = {
    text: ' I 🎉 win',
    tokens: [' I', ' \uFFFD', '\uFFFD', '<0x8E>', ' win'],
    timestamps: [0.5, 0.6, 0.7, 0.8, 1.5],
  };
  const list = words(result);
  expect(list.map(([text]) => text)).toEqual([' I', ' 🎉', ' win']);
  expect(list[1]?.[1]).toBeGreaterThan(0.5);
  expect(list[1]?.[1]).toBeLessThan(1.5);
  expect(list[2]?.[1]).toBe(1.5);
});

test('without times of tokens, the sentences of Whisper are aligned to the pauses in them', () => {
  const result = {
    text: ' Yes. We are here.',
    tokens: [' Yes', '.', ' We', ' are', ' here', '.'],
    timestamps: [],
    segment_texts: [' Yes.', ' We are here.'],
    segment_timestamps: [0.4, 1.3],
    segment_durations: [0.7, 2],
  };
  const list = words(result, 'en');
  expect(list.map(([text]) => text)).toEqual([' Yes.', ' We', ' are', ' here.']);
  expect(list[0]).toEqual([' Yes.', 0.5, 1]);
  expect(list[1]?.[1]).toBe(1.5);
  expect(list[3]?.[2]).toBe(3);
});

test('sentences that are cut off, and text outside of all, lose no word', () => {
  const result = {
    text: ' So yes. We are here',
    segment_texts: [' yes.', ' We are here'],
    segment_timestamps: [0.4, 1.3],
    segment_durations: [0.6, -2.3],
  };
  const list = words(result, 'en');
  expect(list.map(([text]) => text)).toEqual([' So', ' yes.', ' We', ' are', ' here']);
  expect(list[1]).toEqual([' yes.', 0.5, 1]);
  expect(list[4]?.[2]).toBe(3);
  const other = { ...result, segment_texts: [' yes!', ' We are here'] };
  expect(
    words(other, 'en')
      .map(([text]) => text)
      .join(''),
  ).toBe(' So yes. We are here');
});

test('a text without any times is aligned to the audio', () => {
  expect(words({ text: 'Yes. Indeed.' }, 'en')).toEqual([
    [' Yes.', 0.5, 1],
    [' Indeed.', 1.5, 3],
  ]);
});

test('times that are wrong give words in their order, within the audio', () => {
  const result = {
    text: 'one two three',
    tokens: [' one', ' two', ' three'],
    timestamps: [2, 1, 99],
  };
  const list = words(result);
  expect(list.map(([, start]) => start)).toEqual([2, 2, 4]);
  for (const [, start, end] of list) expect(end).toBeGreaterThanOrEqual(Number(start));
  expect(list.at(-1)?.[2]).toBe(4);
});

test('signs and marks alone are no words', () => {
  expect(words({ text: ' ... ♪ ' })).toEqual([]);
  expect(words({})).toEqual([]);
  expect(words({ text: 5, tokens: 'x', timestamps: [null] })).toEqual([]);
});
