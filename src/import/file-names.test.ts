import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { removeFolder } from '../../test/support/folder.ts';
import { findPath } from './file-names.ts';
import { importTemplate } from './import.ts';
import { readPackage, readPackageFile } from './package.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = { o: still(100), p: still([0, 0, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
const layer = { ip: 0, op: 30, st: 0, ks };

/** An animation with an image and an audio file of these names. */
const animation = (name: string, folder = 'images/') =>
  JSON.stringify({
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 10,
    h: 10,
    assets: [
      { id: 'image', w: 1, h: 1, u: folder, p: `${name}.png`, e: 0 },
      { id: 'tune', u: 'audio/', p: `${name}.mp3`, e: 0 },
    ],
    layers: [
      { ...layer, ty: 2, nm: 'image', refId: 'image' },
      { ...layer, ty: 6, nm: 'tune', refId: 'tune' },
    ],
  });

async function zip(files: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return buffer(archive.outputStream);
}

const decomposed = (text: string) => text.normalize('NFD');

/** The files that an import finds for the image and the audio file. */
async function findFiles(source: Parameters<typeof importTemplate>[0]) {
  const { images, audioFiles } = await importTemplate(source);
  return [...images.values(), ...audioFiles.values()].map(({ bytes }) =>
    String(Buffer.from(bytes)),
  );
}

test.each([
  ['umlauts', 'grün'],
  ['Vietnamese letters', 'ảnh đại diện'],
  ['Hangul', '사진'],
  ['Japanese voiced marks', 'ガラス'],
  ['Devanagari', 'क़लम'],
])('files of an archive from a Mac are found: %s', async (_, name) => {
  const files = {
    [decomposed(`images/${name}.png`)]: 'image',
    [decomposed(`audio/${name}.mp3`)]: 'tune',
  };
  const bytes = await zip({ 'data.json': animation(name), ...files });
  expect(await findFiles(await readPackage(bytes, 'mac.zip'))).toEqual(['image', 'tune']);
  const other = await zip({
    'data.json': animation(decomposed(name)),
    [`images/${name}.png`.normalize('NFC')]: 'image',
    [`audio/${name}.mp3`.normalize('NFC')]: 'tune',
  });
  expect(await findFiles(await readPackage(other, 'other.zip'))).toEqual(['image', 'tune']);
});

test.each([
  ['files', 'images/PHOTO.PNG', 'audio/Photo.Mp3'],
  ['folders', 'Images/photo.png', 'AUDIO/photo.mp3'],
])('files are found with other capitals of their %s', async (_, image, tune) => {
  const bytes = await zip({ 'Data.JSON': animation('photo'), [image]: 'image', [tune]: 'tune' });
  expect(await findFiles(await readPackage(bytes, 'capitals.zip'))).toEqual(['image', 'tune']);
});

test.each([
  ['escaped in the animation', 'my%20gr%C3%BCn', 'images/', 'my grün'],
  ['escaped in the archive', 'my grün', 'images/', 'my%20gr%C3%BCn'],
  ['that have a percent sign', '100%', 'images/', '100%'],
  ['with backslashes', 'photo', '.\\images\\', 'photo'],
  ['with dots and slashes', './photo', '../x/.//images', 'photo'],
  ['of the designer’s folder', '/Users/me/photo', '', 'photo'],
])('files are found under names %s', async (_, name, folder, storedName) => {
  const files = {
    'x/data.json': animation(name, folder),
    [`x/images/${storedName}.png`]: 'image',
    [`x/audio/${storedName}.mp3`]: 'tune',
  };
  expect(await findFiles(await readPackage(await zip(files), 'names.zip'))).toEqual([
    'image',
    'tune',
  ]);
});

test('an archive may write backslashes, and the folder that it packed', async () => {
  for (const [folder, stands] of [
    ['x/', 'x\\'],
    ['xx', './'],
  ] as const) {
    const bytes = await zip({
      [`${folder}data.json`]: animation('photo'),
      [`${folder}images/photo.png`]: 'image',
      [`${folder}audio/photo.mp3`]: 'tune',
    });
    const text = bytes.toString('latin1');
    const renamed = text.replaceAll(/(?:x\/|xx)(?=data|images|audio)/g, stands);
    const source = await readPackage(Buffer.from(renamed, 'latin1'), 'windows.zip');
    expect(await findFiles(source)).toEqual(['image', 'tune']);
  }
});

test('names in UTF-8 without a flag for it are read, as a Mac writes them', async () => {
  const name = decomposed('grün');
  const bytes = await zip({
    'data.json': animation('grün'),
    [`images/${name}.png`]: 'image',
    [`audio/${name}.mp3`]: 'tune',
  });
  // The flags of the headers in the file and in its directory.
  for (const [signature, at] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    for (
      let start = bytes.indexOf(signature);
      start >= 0;
      start = bytes.indexOf(signature, start + 4)
    )
      bytes.writeUInt16LE(bytes.readUInt16LE(start + at) & ~0x800, start + at);
  }
  expect(await findFiles(await readPackage(bytes, 'mac.zip'))).toEqual(['image', 'tune']);
});

test('an animation and a theme of a dotLottie are found', async () => {
  const files = {
    'manifest.json': '{"version":"2","animations":[{"id":"Größe"}],"themes":[{"id":"Tag"}]}',
    [decomposed('a/Größe.json')]: animation('photo', ''),
    't/tag.json': '{"rules":[]}',
    'i/photo.png': 'image',
    'u/photo.mp3': 'tune',
  };
  const source = await readPackage(await zip(files), 'test.lottie', { theme: 'Tag' });
  expect(await findFiles(source)).toEqual(['image', 'tune']);
  expect(source.chosen?.theme?.id).toBe('Tag');
});

test('files beside an animation on the disk are found, once each', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-names-'));
  try {
    for (const sub of ['Images', 'audio']) await mkdir(join(folder, sub));
    await writeFile(join(folder, 'Images', decomposed('Grün.PNG')), 'image');
    await writeFile(join(folder, 'audio', decomposed('grün.mp3')), 'tune');
    await writeFile(join(folder, 'ours.json'), animation('grün'));
    const source = await readPackageFile(join(folder, 'ours.json'));
    expect(await findFiles(source)).toEqual(['image', 'tune']);
    expect(source.files.size).toBe(2);
  } finally {
    await removeFolder(folder);
  }
});

test('an exact name comes first, and a name that could be several files is none', () => {
  const files = new Map(['a/IMG.png', 'a/img.png', 'b/Img.png', 'a/one.png'].map((p) => [p, true]));
  expect(findPath(files, ['b/img.png', 'a/img.png'])).toBe('a/img.png');
  expect(findPath(files, ['a/Img.png'])).toBeUndefined();
  expect(findPath(files, ['a/Img.png', 'b/img.PNG'])).toBe('b/Img.png');
  expect(findPath(files, ['c/one.png', 'a/ONE.png'])).toBe('a/one.png');
});
