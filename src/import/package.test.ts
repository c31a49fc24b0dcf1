import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { removeFolder } from '../../test/support/folder.ts';
import { importTemplate } from './import.ts';
import { readPackage, readPackageFile } from './package.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = {
  o: still(100),
  r: still(0),
  p: still([0, 0, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function animation(nm: string, folder: string): string {
  return JSON.stringify({
    v: '5.9.0',
    nm,
    fr: 30,
    ip: 0,
    op: 30,
    w: 10,
    h: 10,
    assets: [{ id: 'a', w: 1, h: 1, u: folder, p: 'a.png' }],
    layers: [{ ty: 2, nm: 'image', refId: 'a', ip: 0, op: 30, ks }],
  });
}

async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content as string), name);
  archive.end();
  return buffer(archive.outputStream);
}

const named = async (bytes: Buffer) => {
  const { name, images, warnings } = await importTemplate(await readPackage(bytes, 'test'));
  return { name, images: images.size, warnings: warnings.map(({ code }) => code) };
};

test.each<[string, Record<string, string | Buffer>]>([
  [
    'dotLottie 1',
    {
      'manifest.json': '{"version":"1.0","animations":[{"id":"x"}]}',
      'animations/x.json': animation('ours', '/images/'),
      'images/a.png': PNG,
    },
  ],
  [
    'dotLottie 2',
    {
      'manifest.json': '{"version":"2","animations":[{"id":"x"}],"initial":{"animation":"x"}}',
      'a/x.json': animation('ours', ''),
      'i/a.png': PNG,
    },
  ],
  [
    "Bodymovin's folder",
    { 'data.json': animation('ours', 'images/'), 'images/a.png': PNG, 'other.json': '{}' },
  ],
  [
    'a folder in a folder, from a Mac',
    {
      'My ad/data.json': animation('ours', 'images/'),
      'My ad/images/a.png': PNG,
      '__MACOSX/My ad/._data.json': 'x',
    },
  ],
])('%s is read, with its images', async (_, files) => {
  expect(await named(await zip(files))).toEqual({
    name: 'ours',
    images: 1,
    warnings: ['no_editables'],
  });
});

test('a bare animation uses only images from its own folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-package-'));
  try {
    await writeFile(join(folder, 'a.png'), PNG);
    await writeFile(join(folder, 'ours.json'), animation('ours', ''));
    expect(
      (await importTemplate(await readPackageFile(join(folder, 'ours.json')))).images.size,
    ).toBe(1);
    await writeFile(
      join(folder, 'climbs.json'),
      animation('climbs', '../../../../etc/').replace('a.png', 'hostname'),
    );
    const climbing = await importTemplate(await readPackageFile(join(folder, 'climbs.json')));
    expect(climbing.images.size).toBe(0);
    expect(climbing.warnings.map(({ code }) => code)).toContain('lottie_asset_missing');
  } finally {
    await removeFolder(folder);
  }
});

test.each([
  [
    'a manifest that names a missing animation',
    { 'manifest.json': '{"animations":[{"id":"x"}]}' },
    'package_incomplete',
  ],
  ['a manifest that is not JSON', { 'manifest.json': 'x', 'a/x.json': '{}' }, 'package_unreadable'],
  ['an empty archive', {}, 'package_incomplete'],
])('%s is refused', async (_, files, code) => {
  await expect(zip(files).then((bytes) => readPackage(bytes, 'test'))).rejects.toMatchObject({
    code,
  });
});

test.each([
  ['gzip', Buffer.from('1f8b0800', 'hex'), /gzip/],
  ['HTML', Buffer.from('<!doctype html>'), /markup/],
  ['an After Effects project', Buffer.from('RIFX0000'), /After Effects/],
  ['nothing', Buffer.alloc(0), /empty/],
])('%s is rejected with its kind', async (_, bytes, message) => {
  await expect(readPackage(bytes, 'test')).rejects.toMatchObject({
    code: 'package_unreadable',
    message: expect.stringMatching(message),
  });
});

test('a device is refused as a package without reading it', async () => {
  await expect(readPackageFile('/dev/zero')).rejects.toMatchObject({
    code: 'package_unreadable',
    message: expect.stringContaining('received no regular file'),
  });
});

test('a .json brings the data files that its assets name, and no other .json', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-'));
  const outline = "thisComp.layer('now.json')('Data')('Outline')";
  const r = { ...still(0), x: `var $bm_rt; $bm_rt = ${outline}('wind') * 2;` };
  const data = { ty: 15, nm: 'now.json', ind: 2, refId: 'f', ip: 0, op: 30 };
  const lottie = {
    ...(JSON.parse(animation('data', '')) as object),
    assets: [{ id: 'f', t: 3, u: 'images/', p: 'now.json' }],
    layers: [{ ty: 3, nm: 'a', ind: 1, ip: 0, op: 30, ks: { ...ks, r } }, data],
  };
  try {
    await mkdir(join(folder, 'images'));
    await writeFile(join(folder, 'images/now.json'), '{"wind":21}');
    await writeFile(join(folder, 'images/other.json'), '{}');
    await writeFile(join(folder, 'x.json'), JSON.stringify(lottie));
    const source = await readPackageFile(join(folder, 'x.json'));
    expect([...source.files.keys()]).toEqual(['images/now.json']);
    const template = await importTemplate(source);
    expect(template.lottie.layers[0]?.ks?.r).toMatchObject({ k: 42 });
    expect(template.warnings).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
