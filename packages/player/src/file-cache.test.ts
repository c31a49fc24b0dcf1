import { expect, test } from 'vitest';
import { FileCache } from './file-cache.ts';

const bytes = (count: number) => new ArrayBuffer(count);

test('only missing files are asked for', () => {
  const files = new FileCache(100);
  expect(files.prepare(['a', 'b', 'a'])).toEqual(['a', 'b']);
  files.set('a', bytes(10));
  expect(files.prepare(['a', 'b'])).toEqual(['b']);
});

test('the files that were not used for the longest time are dropped', () => {
  const files = new FileCache(30);
  for (const key of ['a', 'b', 'c']) files.set(key, bytes(10));
  files.prepare(['a']);
  files.set('d', bytes(10));
  expect(files.bytes).toBe(30);
  expect(files.get('b')).toBeUndefined();
  expect(files.prepare(['a', 'c', 'd'])).toEqual([]);
});

test('files that a composition needs stay beyond the limit until the next composition', () => {
  const files = new FileCache(15);
  files.prepare(['a', 'b']);
  files.set('a', bytes(10));
  files.set('b', bytes(10));
  expect(files.bytes).toBe(20);
  expect(files.prepare(['b'])).toEqual([]);
  expect(files.bytes).toBe(10);
});

test('a file that comes twice is counted once', () => {
  const files = new FileCache(100);
  files.set('a', bytes(10));
  files.set('a', bytes(20));
  expect(files.bytes).toBe(20);
});
