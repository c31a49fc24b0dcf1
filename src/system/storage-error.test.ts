import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { AppError } from '../base/index.ts';
import { isDiskFull, isSystemError, storageError, toAppError } from './storage-error.ts';

const coded = (code: string) => Object.assign(new Error(`${code}: write '/data/x'`), { code });

test.each([
  ['a full disk', coded('ENOSPC')],
  ['a used-up quota', coded('EDQUOT')],
  ['a full database', Object.assign(coded('ERR_SQLITE_ERROR'), { errcode: 13 })],
])('%s is recognised', (_name, cause) => {
  const full = { code: 'storage_failed', message: 'The disk is full.', retryable: true, cause };
  expect(storageError(cause)).toMatchObject(full);
  expect(toAppError(cause)).toMatchObject(full);
});

test.each([
  ['write error: No space left on device', true],
  ['Disk quota exceeded', true],
  ['Invalid data found when processing input', false],
])('a program that says %j', (text, isFull) => {
  expect(isDiskFull(text)).toBe(isFull);
});

test('another file system error is reported with its code, without a path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-storage-'));
  try {
    const cause: unknown = await open(join(folder, 'none', 'file')).catch((error) => error);
    expect(String(cause)).toContain(folder);
    expect(isSystemError(cause)).toBe(true);
    const error = storageError(cause);
    expect(error.code).toBe('storage_failed');
    expect(error.message).toBe('A file could not be read or written (ENOENT).');
    expect(JSON.stringify(error.faults)).not.toContain(folder);
    expect(error.cause).toBe(cause);
  } finally {
    await removeFolder(folder);
  }
});

test('an AppError keeps its code; any other error is internal', () => {
  const error = new AppError('text_invalid', 'no');
  expect(storageError(error)).toBe(error);
  expect(toAppError(error)).toBe(error);
  expect(isSystemError(error)).toBe(false);
  const cause = new Error('why');
  expect(toAppError(cause)).toMatchObject({ code: 'internal', retryable: true, cause });
});
