import { expect, test } from 'vitest';
import { dayText, lastDays, nameText, numberText, percentText } from './words.ts';

test('numbers and days follow the language', () => {
  expect(numberText(1234.56, 'de', 1)).toBe('1.234,6');
  expect(percentText(42, 'en')).toBe('42%');
  expect(dayText('2026-11-20', 'en')).toBe('Nov 20');
  expect(dayText('x', 'en')).toBe('x');
});

test('a name in which nothing can be seen has other words', () => {
  expect(nameText('\u200b\u2060\u3164 \u202e', 'Untitled')).toBe('Untitled');
  expect(nameText(undefined, 'Untitled')).toBe('Untitled');
  expect(nameText('👩‍👩‍👧', 'Untitled')).toBe('👩‍👩‍👧');
});

test('a period ends today and has all its days', () => {
  const nowMs = Date.parse('2026-11-20T23:59:00Z');
  expect(lastDays(30, nowMs)).toEqual({ from: '2026-10-22', to: '2026-11-20' });
  expect(lastDays(1, nowMs)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
});
