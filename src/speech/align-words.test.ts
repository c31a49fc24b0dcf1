import { describe, expect, test } from 'vitest';
import { alignWords, heardSpans } from './align-words.ts';

/** Levels of audio in which these spans are heard (seconds). */
function levelsOf(duration: number, ...spans: (readonly [number, number])[]) {
  const levels = Array.from({ length: Math.round(duration * 100) }, (_, index) => {
    const seconds = (index + 0.5) / 100;
    return spans.some(([start, end]) => seconds > start && seconds < end) ? -20 : -70;
  });
  return { stepSeconds: 0.01, levels };
}

test('short pauses and clicks are not heard', () => {
  const levels = levelsOf(3, [0.2, 0.6], [0.65, 1], [1.5, 1.52], [2, 2.5]);
  expect(heardSpans(levels)).toEqual([
    { start: 0.2, end: 1 },
    { start: 2, end: 2.5 },
  ]);
  expect(heardSpans(levelsOf(1))).toEqual([]);
});

describe('words', () => {
  test('lie between the pauses, which are at signs of punctuation', () => {
    const levels = levelsOf(4, [0.1, 0.9], [1.3, 2.6], [3, 3.8]);
    const words = alignWords('Hello Anna, this is a message. Good luck!', levels, 'en');
    expect(words.map(({ text }) => text)).toEqual([
      ...['Hello', 'Anna,', 'this', 'is', 'a', 'message.', 'Good', 'luck!'],
    ]);
    expect(words[1]?.end).toBe(0.9);
    expect(words[2]?.start).toBe(1.3);
    expect(words[5]?.end).toBe(2.6);
    expect(words[6]?.start).toBe(3);
    for (const [index, { start, end }] of words.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
    }
  });

  test('of scripts without spaces are those of a dictionary', () => {
    const words = alignWords('今日は良い天気です。', levelsOf(2, [0, 2]), 'ja');
    expect(words.length).toBeGreaterThan(3);
    expect(words.map(({ text }) => text).join('')).toBe('今日は良い天気です。');
  });

  test('are more than pauses, fewer, or none at all', () => {
    const many = levelsOf(4, [0, 0.5], [1, 1.5], [2, 2.5], [3, 3.5]);
    expect(alignWords('One two', many, 'en')).toMatchObject([{ start: 0 }, { end: 3.5 }]);
    expect(alignWords('One two', levelsOf(2), 'en')).toMatchObject([{ start: 0 }, { end: 2 }]);
    expect(alignWords('…', many, 'en')).toEqual([]);
    const text = 'word '.repeat(1000);
    expect(alignWords(text, levelsOf(300, [0, 100], [101, 300]), 'en')).toHaveLength(1000);
  });
});
