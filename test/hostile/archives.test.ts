import { expect, test } from 'vitest';
import { readPackage } from '../../src/import/index.ts';
import { hostileArchives, zipOf } from './archives.ts';

test('reads an archive that the test writer made', async () => {
  const files = [
    { name: 'data.json', content: '{}' },
    { name: 'images/a.png', content: 'x', method: 0 },
  ];
  expect([...(await readPackage(zipOf(files), 'a.zip')).files.keys()]).toEqual([
    'data.json',
    'images/a.png',
  ]);
});

test.each(hostileArchives())('$name is refused', async ({ entries, code, message }) => {
  await expect(readPackage(zipOf(entries), 'a.zip')).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
