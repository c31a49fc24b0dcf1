import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untranslated } from '../../../test/support/translated.ts';
import { AppError } from '../../base/index.ts';
import { ZipWriter } from '../../zip/index.ts';
import { importTemplate } from '../import.ts';
import { repack } from './repack.ts';

const layer = (nm: string) => {
  const s = { t: nm, f: 'Inter', s: 20, fc: [0, 0, 0], lh: 24, j: 0, sz: [80, 30], ps: [0, 0] };
  return { ty: 5, nm, ip: 0, op: 60, ks: {}, t: { d: { k: [{ t: 0, s }] } } };
};
const animation = (...names: string[]) =>
  JSON.stringify({ v: '5.9.0', fr: 30, ip: 0, op: 60, w: 200, h: 100, layers: names.map(layer) });
const SETTINGS = Buffer.from('{"version":1,"editables":{"a":{"type":"text","targets":["one"]}}}');

async function zipped(files: Record<string, string>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-repack-'));
  try {
    const path = join(folder, 'a.zip');
    await using file = await open(path, 'w');
    const zip = new ZipWriter(file);
    for (const [name, text] of Object.entries(files)) await zip.add(name, Buffer.from(text));
    await zip.end();
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const added = (path: string) => ({ path, bytes: Buffer.from('new') });
const input = (bytes: Uint8Array, choice = {}) => ({ bytes, label: 'a', choice });

test('a bare animation becomes a package with data.json', async () => {
  const bytes = Buffer.from(`\uFEFF${animation('one')}`);
  const { files, source } = await repack(input(bytes), SETTINGS, [added('images/a.png')]);
  expect([...files.keys()]).toEqual(['data.json', 'template.json', 'images/a.png']);
  expect((await importTemplate(source)).editables).toHaveProperty('a');
});

test('files are put beside the animation, and equal paths are replaced in any spelling', async () => {
  const bytes = await zipped({
    'export/data.json': animation('one'),
    'export/Template.JSON': '{"version":1}',
    'export/images/LOGO.png': 'old',
    'readme.txt': 'kept',
  });
  const { files, source } = await repack(input(bytes), SETTINGS, [added('images/logo.png')]);
  expect([...files.keys()].sort()).toEqual([
    'export/Template.JSON',
    'export/data.json',
    'export/images/logo.png',
    'readme.txt',
  ]);
  expect(String(source.templateJson)).toBe(String(SETTINGS));
});

test('a dotLottie keeps its animation, also the one that the upload chose', async () => {
  const manifest = JSON.stringify({ animations: [{ id: 'first' }, { id: 'second' }] });
  const bytes = await zipped({
    'manifest.json': manifest,
    'animations/first.json': animation('zero'),
    'animations/second.json': animation('one'),
  });
  const { source } = await repack(input(bytes, { animation: 'second' }), SETTINGS, []);
  expect(source.chosen?.animation).toBe('second');
  const chosen = Buffer.from(
    JSON.stringify({ ...JSON.parse(String(SETTINGS)), animation: 'second' }),
  );
  expect((await repack(input(bytes), chosen, [])).source.chosen?.animation).toBe('second');
});

test.each([
  ['../images/a.png'],
  ['/etc/passwd'],
  ['images/../../a.png'],
  ['images\\a.png'],
  ['C:/a.png'],
  ['images//a.png'],
  ['images/a\u0000.png'],
  ['images/a\u202egnp.exe'],
  ['data.json'],
  ['images/data.JSON'],
  ['a.png'],
  [`images/${'x'.repeat(300)}.png`],
  ['images/1/2/3/4/5/6/a.png'],
])('the path %j is refused', async (path) => {
  const bytes = Buffer.from(animation('one'));
  const error = await repack(input(bytes), SETTINGS, [added(path)]).catch((cause) => cause);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).faults).toMatchObject([{ pointer: '/files/0/path' }]);
  expect(untranslated((error as AppError).faults)).toEqual([]);
});

test('two files of one path are refused', async () => {
  const bytes = Buffer.from(animation('one'));
  await expect(
    repack(input(bytes), SETTINGS, [added('fonts/A.ttf'), added('Fonts/a.TTF')]),
  ).rejects.toMatchObject({ faults: [{ pointer: '/files/1/path' }] });
});

test('more files or deeper folders than an archive may have are refused before the import', async () => {
  const many = Object.fromEntries(Array.from({ length: 1998 }, (_, at) => [`${at}.txt`, 'x']));
  const bytes = await zipped({ ...many, 'data.json': animation('one') });
  const { files } = await repack(input(bytes), SETTINGS, []);
  expect(files.size).toBe(2000);
  await expect(repack(input(bytes), SETTINGS, [added('images/a.png')])).rejects.toMatchObject({
    code: 'package_too_large',
    message: 'Expected at most 2000 entries for a but received more.',
  });
  const folder = 'f/'.repeat(10);
  const deep = await zipped({ [`${folder}data.json`]: animation('one') });
  await expect(repack(input(deep), SETTINGS, [added('images/1/a.png')])).rejects.toMatchObject({
    code: 'package_too_large',
    message: 'Expected at most 12 nested folders for a but received more.',
  });
});
