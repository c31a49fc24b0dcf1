import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importTemplate, readPackageFile } from '../../import/index.ts';
import { inspection } from './inspect.ts';

const BUNDLED = fileURLToPath(new URL('../../../templates/dist', import.meta.url));

const layer = { ip: 0, op: 30, st: 0, sr: 1, ks: {} };
const WITH_EACH_KIND = {
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 30,
  w: 160,
  h: 90,
  assets: [
    { id: 'clip', w: 160, h: 90, u: '', p: '', e: 0 },
    { id: 'photo', w: 80, h: 40, u: '', p: '', e: 0 },
    { id: 'tune', u: '', p: '', e: 0 },
  ],
  layers: [
    { ...layer, ty: 9, nm: 'video_1', refId: 'clip', ind: 1 },
    { ...layer, ty: 2, nm: '(Footage)/USER/photo.png', refId: 'photo', ind: 2 },
    { ...layer, ty: 6, nm: 'a_01', refId: 'tune', ind: 3 },
    { ...layer, ty: 1, nm: 'c_01', sw: 160, sh: 90, sc: '#204080', ind: 4 },
  ],
};

test('an inspection has a complete line for each kind of editable', async () => {
  const template = await importTemplate({
    animation: Buffer.from(JSON.stringify(WITH_EACH_KIND)),
    templateJson: undefined,
    files: new Map(),
    base: '',
    label: 'each.json',
  });
  const { lines } = inspection(template);
  expect(lines.filter((line) => /^(video|image|audio|color) /.test(line))).toEqual([
    expect.stringMatching(/^image {2}\(Footage\)\/USER\/photo.png {2}80×40 {2}\(stillcut_01\)$/),
    expect.stringMatching(/^audio {2}a_01 {2}1\.00 s {2}\(stillcut_01\)$/),
    expect.stringMatching(/^color {2}c_01 {2}"204080" {2}\(stillcut_01\)$/),
    expect.stringMatching(/^video {2}video_1 {2}160×90, 1\.00 s {2}\(stillcut_01\)$/),
  ]);
  expect(lines.join('\n')).not.toMatch(/undefined|NaN|null/);
});

test('an inspection counts what became of the expressions', async () => {
  const code = (x: string) => ({ a: 0, k: 0, x: `var $bm_rt; $bm_rt = ${x};` });
  const ks = { o: code('time * 50'), r: code('wiggle(1, 5)'), sk: code('gone'), sa: code('7') };
  const template = await importTemplate({
    animation: Buffer.from(
      JSON.stringify({ ...WITH_EACH_KIND, layers: [{ ...layer, ty: 3, nm: 'n', ind: 1, ks }] }),
    ),
    templateJson: undefined,
    files: new Map(),
    base: '',
    label: 'each.json',
  });
  const { result, lines } = inspection(template);
  expect(result).toMatchObject({
    expressions: { written: 3, moving: 2, dependent: 0, random: 1, failed: 1 },
  });
  expect(lines).toContain(
    'expressions: 3 written as keyframes, of which 2 move; 1 with random numbers; 1 left out',
  );
});

test('an inspection of each bundled template has no missing values', async () => {
  const files = (await readdir(BUNDLED)).filter((name) => name.endsWith('.lottie'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { lines } = inspection(await importTemplate(await readPackageFile(`${BUNDLED}/${file}`)));
    expect(lines.join('\n'), file).not.toMatch(/undefined|NaN|null/);
  }
});
