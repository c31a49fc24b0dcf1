import { expect, test } from 'vitest';
import { repositoryFiles } from './repository.ts';

test('no comment opens within a comment', () => {
  const files = repositoryFiles().filter(({ path }) => path.endsWith('.ts'));
  const nested = files.filter(({ text }) => /\/\*\*\n\s*\/\*\*\n/.test(text));
  expect(nested.map(({ path }) => path)).toEqual([]);
});
