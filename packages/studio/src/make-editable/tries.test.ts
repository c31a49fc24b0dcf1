import { expect, test } from 'vitest';
import { resourcesOf } from './tries.ts';

const WORDS = { short: 'Hi!', long: 'A long text of several words' };
const entry = (name: string, more: object = {}) => ({
  name,
  type: 'text' as const,
  isChosen: true,
  fields: {},
  contents: [],
  ...more,
});

function texts(entries: Parameters<typeof resourcesOf>[0], trial: 'own' | 'short' | 'long') {
  return Object.fromEntries(
    Object.entries(resourcesOf(entries, trial, WORDS)).map(([name, { source }]) => [
      name,
      source.text,
    ]),
  );
}

test('a trial fills the chosen texts', () => {
  const entries = [
    entry('title'),
    entry('note', { isChosen: false }),
    entry('photo', { type: 'image' }),
  ];
  expect(texts(entries, 'own')).toEqual({});
  expect(texts(entries, 'short')).toEqual({ title: 'Hi!' });
  expect(texts(entries, 'long')['title']?.length).toBeGreaterThan(40);
});

test('a long text has whole words, and not more characters than the limit', () => {
  const long = texts([entry('title', { fields: { max_length: 10 } })], 'long')['title'];
  expect(long).toBe('A long');
  expect(texts([entry('code', { fields: { max_length: 1 } })], 'short')).toEqual({ code: 'H' });
});
