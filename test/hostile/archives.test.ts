import { expect, test } from 'vitest';
import { readPackage } from '../../src/template/index.ts';
import { type ZipEntry, zipOf } from './archives.ts';

const DATA = { name: 'data.json', content: '{}' };
const MEGABYTE = Buffer.alloc(1024 * 1024, ' ');
const few = (count: number, make: (index: number) => ZipEntry): ZipEntry[] =>
  Array.from({ length: count }, (_, index) => make(index));

test('an archive of our own writing is read', async () => {
  const files = [DATA, { name: 'images/a.png', content: 'x', method: 0 }];
  expect([...(await readPackage(zipOf(files), 'a.zip')).files.keys()]).toEqual([
    'data.json',
    'images/a.png',
  ]);
});

test.each<[string, ZipEntry[], string, RegExp]>([
  ['climbs out', [{ name: '../data.json' }], 'package_path_unsafe', /stay inside/],
  ['begins at the root', [{ name: '/etc/passwd' }], 'package_path_unsafe', /stay inside/],
  ['is on a drive', [{ name: 'C:/data.json' }], 'package_path_unsafe', /stay inside/],
  ['has backslashes', [{ name: 'images\\a.png' }], 'package_path_unsafe', /stay inside/],
  ['has a zero byte', [{ name: 'data.json\0.png' }], 'package_path_unsafe', /stay inside/],
  ['is a thousand letters', [{ name: 'x'.repeat(1001) }], 'package_too_large', /in a name/],
  ['is deep', [{ name: `${'a/'.repeat(12)}b` }], 'package_too_large', /folders/],
])('a name that %s is refused', async (_, entries, code, message) => {
  await expect(readPackage(zipOf(entries), 'a.zip')).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});

test.each<[string, ZipEntry[], string, RegExp]>([
  [
    'the same name in other letters',
    [DATA, { name: 'images/É.png' }, { name: 'images/e\u0301.PNG' }],
    'package_unreadable',
    /has both/,
  ],
  [
    'the same name twice',
    [DATA, DATA],
    'package_unreadable',
    /has both "data.json" and "data.json"/,
  ],
  ['a password', [{ ...DATA, flags: 1 }], 'package_unreadable', /is encrypted/],
  ['another method', [{ ...DATA, method: 14 }], 'package_unreadable', /by method 14/],
  [
    'entries that share bytes',
    [DATA, ...few(100, (n) => ({ ...DATA, name: `${n}`, sharesWith: 0 }))],
    'package_unreadable',
    /share bytes/,
  ],
  [
    'many small bombs',
    few(300, (n) => ({ name: `${n}`, content: MEGABYTE })),
    'package_too_large',
    /at most 200 times its size/,
  ],
  [
    'sizes that lie',
    [{ ...DATA, content: MEGABYTE, declaredSize: 10 }],
    'package_unreadable',
    /broken/,
  ],
  [
    'more entries than a template has',
    few(2001, (n) => ({ name: `${n}` })),
    'package_too_large',
    /entries/,
  ],
])('an archive with %s is refused', async (_, entries, code, message) => {
  await expect(readPackage(zipOf(entries), 'a.zip')).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
