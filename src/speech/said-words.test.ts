import { expect, test } from 'vitest';
import { saidWords } from './said-words.ts';
import { readSpeechAnswer } from './speech-answer.ts';

const timesOf = (text: string, words: [string, number, number][], seconds = 10, language = 'en') =>
  saidWords(
    text,
    words.map(([word, start, end]) => ({ text: word, start, end })),
    { seconds, language },
  )?.map(({ text: word, start, end }) => [word, start, end]);

test('words have the times of the server, however it splits them', () => {
  const text = 'Hello, you two-legged friend!';
  const times: [string, number, number][] = [
    ['hello', 0.1, 0.4],
    [',', 0.4, 0.6],
    ['You', 0.6, 0.8],
    ['two', 0.8, 1],
    ['-', 1, 1],
    ['legged', 1, 1.4],
    ['friend!', 1.4, 1.9],
  ];
  expect(timesOf(text, times)).toEqual([
    ['Hello,', 0.1, 0.4],
    ['you', 0.6, 0.8],
    ['two-legged', 0.8, 1.4],
    ['friend!', 1.4, 1.9],
  ]);
});

test('words that the server has rewritten share the time between their neighbours', () => {
  const words = timesOf('On May 5 2027 at noon', [
    ['On', 0, 0.2],
    ['May', 0.2, 0.5],
    ['fifth', 0.5, 0.8],
    ['twenty', 0.8, 1.1],
    ['at', 1.5, 1.7],
    ['noon', 1.7, 2],
  ]);
  expect(words?.slice(1, 5)).toEqual([
    ['May', 0.2, 0.5],
    ['5', 0.5, 1],
    ['2027', 1, 1.5],
    ['at', 1.5, 1.7],
  ]);
  expect(
    timesOf('5 dogs', [
      ['five', 0.2, 0.5],
      ['dogs', 0.5, 1],
    ]),
  ).toEqual([
    ['5', 0.2, 0.5],
    ['dogs', 0.5, 1],
  ]);
  expect(
    timesOf('dogs 5', [
      ['dogs', 0, 0.5],
      ['five', 0.5, 1],
    ]),
  ).toEqual([
    ['dogs', 0, 0.5],
    ['5', 0.5, 1],
  ]);
});

test('a rewritten word is not found within another word, or in a later one', () => {
  const timed = (words: string) =>
    words.split(' ').map((word, at): [string, number, number] => [word, at, at + 0.9]);
  const tens = timed('Come at ten and listen to the often read story');
  expect(timesOf('Come at 10 and listen to the often read story', tens)).toEqual(
    tens.map(([word, start, end], at) => (at === 2 ? ['10', 1.9, 3] : [word, start, end])),
  );
  const ones = timed('I have one cat and you have one');
  expect(timesOf('I have 1 cat and you have one', ones)?.slice(2, 4)).toEqual([
    ['1', 1.9, 3],
    ['cat', 3, 3.9],
  ]);
  expect(timesOf('birthday party', timed('birth day par ty'))).toEqual([
    ['birthday', 0, 1.9],
    ['party', 2, 3.9],
  ]);
});

test('zeros are no times', () => {
  expect(
    timesOf('one two', [
      ['one', 0, 0],
      ['two', 0, 0],
    ]),
  ).toBeUndefined();
});

test('scripts without spaces, and several words of the same letters', () => {
  expect(
    timesOf(
      '你好世界',
      [
        ['你好', 0, 0.5],
        ['世界', 0.5, 1],
      ],
      2,
      'zh',
    ),
  ).toEqual([
    ['你好', 0, 0.5],
    ['世界', 0.5, 1],
  ]);
  expect(
    timesOf('no no no', [
      ['no', 0, 0.2],
      ['no', 0.3, 0.5],
      ['no', 0.6, 0.8],
    ]),
  ).toEqual([
    ['no', 0, 0.2],
    ['no', 0.3, 0.5],
    ['no', 0.6, 0.8],
  ]);
});

test('times stay within the audio and in order; another text is not used', () => {
  expect(
    timesOf(
      'a b c',
      [
        ['a', 0.5, 9],
        ['b', 0.2, 0.3],
        ['c', 1, 99],
      ],
      2,
    ),
  ).toEqual([
    ['a', 0.5, 2],
    ['b', 0.5, 0.5],
    ['c', 1, 2],
  ]);
  expect(
    timesOf('one two three', [
      ['eins', 0, 1],
      ['two', 1, 2],
    ]),
  ).toBeUndefined();
  expect(timesOf('one two', [])).toBeUndefined();
  expect(timesOf('', [['x', 0, 1]])).toBeUndefined();
});

test('answers have audio in base64 and words under the names that servers use', () => {
  const audio = Buffer.from('RIFF').toString('base64');
  const words = [{ text: 'a', start: 0, end: 1 }];
  const read = (json: unknown) => readSpeechAnswer(JSON.stringify(json));
  expect(read({ audio, words })).toEqual({ audio: Buffer.from('RIFF'), words });
  const timestamps = [{ word: 'a', start_time: 0, end_time: 1 }];
  expect(read({ audio_base64: audio, timestamps })?.words).toEqual(words);
  const wrong = [null, 5, {}, { word: 'a', start: '0', end: 1 }, { word: 'a', start: -1, end: 1 }];
  expect(read({ audio, words: wrong })?.words).toEqual([]);
  for (const none of [{}, [], null, { audio: 5 }]) expect(read(none)).toBeUndefined();
  expect(readSpeechAnswer('{ broken')).toBeUndefined();
});
