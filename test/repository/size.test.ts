import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from './repository.ts';

const MAX_FILE_LINES = 600;
const MAX_FOLDER_FILES = 25;

const files = repositoryFiles().filter(
  ({ path }) => path.endsWith('.ts') && !path.includes('/generated/'),
);
const sources = files.filter(
  ({ path }) => /^(?:src|packages\/\w+\/src)\//.test(path) && !path.endsWith('.test.ts'),
);

test(`no file has more than ${MAX_FILE_LINES} lines`, () => {
  const long = files
    .map(({ path, text }) => ({ path, lines: linesOf(text) }))
    .filter(({ lines }) => lines > MAX_FILE_LINES);
  expect(long).toEqual([]);
});

test(`no folder has more than ${MAX_FOLDER_FILES} source files`, () => {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count > MAX_FOLDER_FILES);
  expect(full).toEqual([]);
});

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
