import { expect, test } from 'vitest';
import { type Cue, cueIndexAt, parseTime, timeText } from './cue.ts';
import {
  joinCue,
  placeAtTime,
  splitCue,
  withNewCue,
  withoutCue,
  withText,
  withTimes,
} from './cue-edits.ts';
import { placeWords } from './cue-words.ts';
import { draggedTimes } from './dragged-times.ts';

const cue = (start: number, end: number, text: string): Cue => ({ start, end, text });
const CUES = [cue(1, 2, 'One two'), cue(2.5, 4, 'Three four five')];

/** Times of words that share the time of a cue equally. */
function spoken({ start, end, text }: Cue, tokens: readonly string[]): Cue {
  const each = (end - start) / tokens.length;
  const at = (index: number) => Math.round((start + index * each) * 1000) / 1000;
  return {
    ...{ start, end, text },
    words: tokens.map((word, index) => ({ start: at(index), end: at(index + 1), text: word })),
  };
}

test.each([
  ['0:01.5', 1.5],
  [' 62,25 ', 62.25],
  ['1:02:03.4', 3723.4],
  ['١:٠٢٫٥', 62.5],
  ['०:०७.५', 7.5],
  ['00:01:02.500', 62.5],
])('the time %s is %d seconds', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds);
});

test.each(['', 'x', '1:', '1:2:3:4', '-1', '1e3', '99999:00', '1.2.3'])(
  '“%s” is no time',
  (text) => {
    expect(parseTime(text)).toBeUndefined();
  },
);

test('a time is shown with tenths, and read as it was', () => {
  expect([0, 7.96, 62.44, 4503.25].map(timeText)).toEqual([
    '0:00.0',
    '0:08.0',
    '1:02.4',
    '75:03.3',
  ]);
  for (let tenths = 0; tenths < 40_000; tenths += 37)
    expect(parseTime(timeText(tenths / 10))).toBe(tenths / 10);
});

test('the cue at a time is found', () => {
  expect([0.9, 1, 1.99, 2, 2.5, 4].map((at) => cueIndexAt(CUES, at))).toEqual([
    -1, 0, 0, -1, 1, -1,
  ]);
});

/** A sequence of numbers from 0 to 1 that is the same each time. */
function* numbers(seed: number) {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

const WORDS = ['Happy', 'birthday,', 'dear', 'Ana!', 'مرحبا', 'नमस्ते', '—', 'x'];

test('a cue that is split and joined is the same, with its words', () => {
  const random = numbers(7);
  const next = () => random.next().value ?? 0;
  for (let round = 0; round < 400; round++) {
    const tokens = Array.from(
      { length: 2 + Math.floor(next() * 9) },
      () => WORDS[Math.floor(next() * WORDS.length)] ?? 'x',
    );
    const start = Math.round(next() * 100_000) / 1000;
    const end = start + 0.2 + Math.round(next() * 8000) / 1000;
    const plain = cue(start, Math.round(end * 1000) / 1000, tokens.join(' '));
    const original = round % 2 === 0 ? plain : spoken(plain, tokens);
    const firstCue = cue(start - 1, start, 'before');
    const starts = tokens.map((_, at) => tokens.slice(0, at).join(' ').length + (at > 0 ? 1 : 0));
    const place = starts[1 + Math.floor(next() * (tokens.length - 1))] ?? 0;
    const split = splitCue([firstCue, original], 1, place);
    expect(split?.index).toBe(2);
    const [, first, second] = split?.cues ?? [];
    expect(first?.end).toBe(second?.start);
    expect(first && second && first.start < first.end && second.start < second.end).toBe(true);
    for (const part of [first, second])
      for (const word of part?.words ?? []) {
        expect(word.start).toBeGreaterThanOrEqual(part?.start ?? 0);
        expect(word.end).toBeLessThanOrEqual(part?.end ?? 0);
      }
    expect(joinCue(split?.cues ?? [], 1)?.cues).toEqual([firstCue, original]);
  }
});

test('a split at any place keeps all letters and the place of all words', () => {
  const texts = ['Hello brave new world', '今日はとてもいい天気です', 'สวัสดีชาวโลก', 'A\nB c'];
  for (const text of texts) {
    const tokens = text.split(/\s/);
    const spokenCue = spoken(cue(0, 4, text), tokens);
    for (let place = 0; place <= text.length + 1; place++) {
      const split = splitCue([spokenCue], 0, place);
      const letters = (value: string) => value.replaceAll(/\s/g, '');
      if (!split) {
        expect(text.slice(0, place).trim() === '' || text.slice(place).trim() === '').toBe(true);
        continue;
      }
      expect(letters(split.cues.map((part) => part.text).join(''))).toBe(letters(text));
      for (const part of split.cues) expect(placeWords(part)).toBeDefined();
      const joined = joinCue(split.cues, 0)?.cues[0];
      expect(letters(joined?.text ?? '')).toBe(letters(text));
    }
  }
});

test('a cue is split between words at a time', () => {
  expect(placeAtTime(cue(0, 4, 'aa bb cc dd'), 2)).toBe(6);
  expect(placeAtTime(spoken(cue(0, 4, 'aa bb cc dd'), ['aa', 'bb', 'cc', 'dd']), 2.5)).toBe(9);
  expect(placeAtTime(cue(0, 2, '今日'), 1)).toBe(1);
});

test('a corrected text keeps the times of its other words', () => {
  const words = ['Hapy', 'birthday', 'Ana'];
  const original = spoken(cue(0, 3, 'Hapy birthday Ana'), words);
  const wordsOf = (text: string) =>
    withText([original], 0, text).cues[0]?.words?.map(({ start, end, text: word }) => [
      word,
      start,
      end,
    ]);
  expect(wordsOf('Happy birthday Ana')).toEqual([
    ['Happy', 0, 1],
    ['birthday', 1, 2],
    ['Ana', 2, 3],
  ]);
  expect(wordsOf('Happy old birthday Ana')?.map(([word]) => word)).toEqual([
    ...['Happy', 'old', 'birthday', 'Ana'],
  ]);
  expect(wordsOf('Hapy Ana')).toEqual([
    ['Hapy', 0, 1],
    ['Ana', 2, 3],
  ]);
  expect(wordsOf('')).toBeUndefined();
  const thai = spoken(cue(0, 2, 'สวัสดีชาวโลก'), ['สวัสดี', 'ชาวโลก']);
  expect(withText([thai], 0, 'สวัสดีชาวโลกทุกคน').cues[0]?.words).toHaveLength(2);
  expect(withText([thai], 0, 'สวัสดีโลก').cues[0]).not.toHaveProperty('words');
});

test('another start moves a cue to its place in the list, and its words with it', () => {
  const first = spoken(cue(1, 2, 'One two'), ['One', 'two']);
  const edited = withTimes([first, CUES[1] as Cue], 0, { start: 5, end: 6 });
  expect(edited.index).toBe(1);
  expect(edited.cues[1]?.words?.map(({ start }) => start)).toEqual([5, 5.5]);
  const cut = withTimes([first], 0, { start: 1, end: 1.4 });
  expect(cut.cues[0]?.words?.map(({ end }) => end)).toEqual([1.4, 1.4]);
});

test('a new cue gets the free time at the frame', () => {
  expect(withNewCue(CUES, 2.1, 10)).toMatchObject({
    index: 1,
    cues: { 1: { start: 2.1, end: 2.5 } },
  });
  expect(withNewCue(CUES, 1.5, 10)).toMatchObject({
    index: 1,
    cues: { 1: { start: 2, end: 2.5 } },
  });
  expect(withNewCue(CUES, 6, 10)).toMatchObject({ index: 2, cues: { 2: { start: 6, end: 8 } } });
  expect(withNewCue([], 0, 1)).toMatchObject({ index: 0, cues: [{ start: 0, end: 1 }] });
  expect(withoutCue(CUES, 1)).toEqual({ cues: [CUES[0]], index: 0 });
});

test('a dragged cue stays between the others and within the video', () => {
  const drag = (index: number, grip: 'start' | 'end' | 'whole', by: number) =>
    draggedTimes(CUES, index, { grip, by, duration: 5 });
  expect(drag(0, 'whole', -3)).toEqual({ start: 0, end: 1 });
  expect(drag(0, 'whole', 3)).toEqual({ start: 1.5, end: 2.5 });
  expect(drag(0, 'end', 9)).toEqual({ start: 1, end: 2.5 });
  expect(drag(0, 'end', -9)).toEqual({ start: 1, end: 1.1 });
  expect(drag(1, 'start', -9)).toEqual({ start: 2, end: 4 });
  expect(drag(1, 'whole', 9)).toEqual({ start: 3.5, end: 5 });
});
