import { expect, test } from 'vitest';
import { batchActions, batchWords } from './batch-words.ts';

const NONE = {
  total: 5,
  invalid: 0,
  waiting: 0,
  rendering: 0,
  rendered: 0,
  failed: 0,
  canceled: 0,
};
const batch = (
  status: 'checking' | 'running' | 'paused' | 'completed' | 'canceled' | 'failed',
  counts: Partial<typeof NONE> = {},
  reason: 'user' | 'invalid_rows' | 'template_removed' | null = null,
) => ({ status, paused_reason: reason, counts: { ...NONE, ...counts } });

test('a pause says what it waits for', () => {
  const keyOf = (...parameters: Parameters<typeof batch>) => batchWords(batch(...parameters)).key;
  expect(keyOf('paused', { waiting: 5 }, 'user')).toBe('batchStatus.toStart');
  expect(keyOf('paused', { waiting: 3, invalid: 2 }, 'user')).toBe('batchStatus.toCorrect');
  expect(keyOf('paused', { waiting: 3, invalid: 2 }, 'invalid_rows')).toBe('batchStatus.toCorrect');
  expect(keyOf('paused', { waiting: 3, rendered: 2 }, 'user')).toBe('batchStatus.paused');
  expect(keyOf('paused', { waiting: 3, rendered: 2 }, 'template_removed')).toBe(
    'batchStatus.paused',
  );
  expect(batchWords(batch('completed', { rendered: 4, failed: 1 })).tone).toBe('warning');
});

test('the status decides what can be done', () => {
  const actions = (...parameters: Parameters<typeof batch>) =>
    Object.entries(batchActions(batch(...parameters)))
      .filter(([, isPermitted]) => isPermitted)
      .map(([name]) => name);
  expect(actions('checking')).toEqual(['canCancel']);
  expect(actions('paused', { waiting: 3, invalid: 2 })).toEqual([
    ...['canResume', 'canCancel', 'canCorrect', 'canDelete'],
  ]);
  expect(actions('running', { waiting: 3, rendered: 2 })).toEqual([
    ...['canPause', 'canCancel', 'canDownload'],
  ]);
  expect(actions('canceled', { rendered: 1, failed: 1, canceled: 3 })).toEqual([
    ...['canResume', 'canDownload', 'canDelete'],
  ]);
  expect(actions('completed', { rendered: 4, failed: 1 })).toEqual([
    ...['canRetry', 'canCorrect', 'canDownload', 'canDelete'],
  ]);
});
