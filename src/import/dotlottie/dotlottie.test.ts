import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { defined } from '../../base/index.ts';
import { importTemplate } from '../import.ts';
import { readPackage, readPackageFile } from '../package.ts';
import type { PackageChoice } from './manifest.ts';
import { applyTheme } from './theme.ts';

type Content = string | Buffer | object;

const still = (k: unknown, sid?: string) => ({ a: 0, k, ...defined({ sid }) });
const ks = (rotation: object = still(0)) => ({
  o: still(100),
  r: rotation,
  p: still([0, 0, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
});
const timing = { ip: 0, op: 30, st: 0 };
const document = { f: 'Anton', s: 20, t: 'Old', j: 0, fc: [0, 0, 0] };

/** An animation with a slot of each type. */
function animation(nm: string) {
  return {
    v: '5.9.0',
    nm,
    fr: 30,
    ip: 0,
    op: 30,
    w: 100,
    h: 100,
    fonts: { list: [{ fName: 'Anton', fFamily: 'Anton', fStyle: 'Regular' }] },
    slots: { ink: { p: still([1, 0, 0, 1]) }, turn: { p: still(5) } },
    assets: [{ id: 'a', w: 1, h: 1, u: '', p: 'a.png', sid: 'photo' }],
    layers: [
      { ...timing, ty: 2, nm: 'image', refId: 'a', ks: ks() },
      {
        ...timing,
        ty: 4,
        nm: 'shape',
        ks: ks(still(5, 'turn')),
        shapes: [
          { ty: 'rc', p: still([0, 0]), s: still([10, 10]), r: still(0) },
          { ty: 'fl', nm: 'fill', c: still([1, 0, 0, 1], 'ink'), o: still(100) },
          {
            ty: 'gf',
            nm: 'gradient',
            t: 1,
            s: still([0, 0]),
            e: still([9, 9]),
            o: still(100),
            g: { p: 2, k: still([0, 0, 0, 0, 1, 1, 1, 1]), sid: 'sky' },
          },
        ],
      },
      {
        ...timing,
        ty: 5,
        nm: 'text',
        ks: ks(),
        t: { d: { k: [{ t: 0, s: document }], sid: 'line' } },
      },
    ],
  };
}

const MANIFEST = {
  version: '2',
  animations: [{ id: 'one' }, { id: 'two', initialTheme: 'night' }],
  themes: [{ id: 'day' }, { id: 'night' }, { id: 'gone' }],
  stateMachines: [{ id: 'hover' }],
};
const color = (value: number[]) => ({ rules: [{ id: 'ink', type: 'Color', value }] });
const FILES: Record<string, Content> = {
  'manifest.json': MANIFEST,
  'a/one.json': animation('One'),
  'a/two.json': animation('Two'),
  't/day.json': color([0, 1, 0]),
  't/night.json': color([0, 0, 1]),
  'i/a.png': Buffer.from('a'),
  'i/b.png': Buffer.from('bb'),
};

function bytesOf(content: Content): Buffer {
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

async function zip(files: Record<string, Content>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) archive.addBuffer(bytesOf(content), name);
  archive.end();
  return buffer(archive.outputStream);
}

async function imported(choice: PackageChoice = {}, more: Record<string, Content> = {}) {
  const bytes = await zip({ ...FILES, ...more });
  return importTemplate(await readPackage(bytes, 'both.lottie', choice));
}

const themed = (rules: unknown) => imported({ theme: 'day' }, { 't/day.json': { rules } });
const ink = async (...args: Parameters<typeof imported>) =>
  (await imported(...args)).editables['ink']?.example_text;

test('the chosen animation and theme are imported; the upload comes before template.json', async () => {
  expect((await imported()).name).toBe('One');
  expect(await ink()).toBe('ff0000');
  expect((await imported({ animation: 'two' })).name).toBe('Two');
  expect(await ink({ animation: 'two' })).toBe('0000ff');
  expect(await ink({ theme: 'day' })).toBe('00ff00');
  const json = { 'template.json': { version: 1, animation: 'two', theme: 'day' } };
  expect((await imported({}, json)).name).toBe('Two');
  const none = { animation: undefined, theme: undefined };
  expect((await imported(none, json)).name).toBe('Two');
  expect(await ink(none, json)).toBe('00ff00');
  expect(await ink({ theme: 'night' }, json)).toBe('0000ff');
});

test('the report lists animations, themes and state machines, one entry for each kind', async () => {
  const { warnings } = await imported({ theme: 'day' });
  const messages = new Map(warnings.map(({ code, message }) => [code, message]));
  expect(messages.get('animations_left_out')).toMatch('2 animations: "one", "two". Only "one"');
  expect(messages.get('themes_listed')).toMatch(
    'themes: "day", "night", "gone". "day" is applied.',
  );
  expect(messages.get('state_machines_left_out')).toMatch('state machines: "hover".');
});

test.each<[string, PackageChoice, string, string]>([
  ['an unknown animation', { animation: 'x' }, 'animation_not_found', '"one", "two"'],
  ['an unknown theme', { theme: '__proto__' }, 'theme_not_found', '"day", "night", "gone"'],
  ['a theme without its file', { theme: 'gone' }, 'package_incomplete', 't/gone.json'],
])('%s is an error', async (_, choice, code, part) => {
  await expect(imported(choice)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(part),
  });
});

test('a package without a manifest has neither animations nor themes to choose from', async () => {
  const bare = Buffer.from(JSON.stringify(animation('Bare')));
  const error = { code: 'theme_not_found', message: expect.stringContaining('it has no themes') };
  await expect(readPackage(bare, 'bare.json', { theme: 'day' })).rejects.toMatchObject(error);
});

test('a theme sets numbers, gradients, texts, images and keyframes of slots', async () => {
  const { lottie, editables, images, warnings } = await themed([
    {
      id: 'turn',
      type: 'Scalar',
      keyframes: [
        { frame: 10, value: 90, hold: true },
        { frame: 0, value: 0, inTangent: { x: 0.5, y: 1 }, outTangent: { x: 0.5, y: 0 } },
      ],
    },
    { id: 'line', type: 'Text', value: { text: 'New', fontSize: 40, justify: 'Center' } },
    { id: 'photo', type: 'Image', value: { id: 'b', width: 2, height: 3 } },
    {
      id: 'sky',
      type: 'Gradient',
      value: [
        { color: [1, 0, 0], offset: 0 },
        { color: [0, 1, 0, 0.5], offset: 0.5 },
        { color: [0, 0, 1], offset: 1 },
      ],
    },
    { id: 'nowhere', type: 'Scalar', value: 1 },
    { id: 'line', type: 'Scalar', value: 1 },
    { id: 'ink', type: 'Scalar', value: 1 },
    { id: 'ink', type: 'Color', value: [0, 0, 0], animations: ['two'] },
  ]);
  const [, shape] = lottie.layers;
  expect(shape?.ks?.r).toMatchObject({
    a: 1,
    k: [
      { t: 0, s: [0] },
      { t: 10, s: [90], h: 1 },
    ],
  });
  expect(editables['line']?.example_text).toBe('New');
  expect(lottie.layers[2]?.t?.d.k[0]?.s).toMatchObject({ s: 40, j: 2, f: 'Anton' });
  expect([...images.values()].map(({ bytes }) => bytes.toString())).toEqual(['bb']);
  const gradient = JSON.stringify(lottie.layers[1]?.shapes);
  expect(gradient).toContain('"p":3');
  expect(gradient).toContain('[0,1,0,0,0.5,0,1,0,1,0,0,1,0,1,0.5,0.5,1,1]');
  const unused = warnings.filter(({ code }) => code === 'theme_rule_unused');
  expect(unused.map(({ message }) => message.replace(/.*: /, ''))).toEqual([
    '"nowhere", "line", "ink".',
  ]);
  expect(editables['ink']?.example_text).toBe('ff0000');
});

test('a theme sets a property whose value is only in the slots', async () => {
  const { layers, ...otherFields } = animation('One');
  const turned = layers.map((layer) => ({ ...layer, ks: ks({ sid: 'turn' }) }));
  const { lottie, warnings } = await imported(
    { theme: 'day' },
    {
      'a/one.json': { ...otherFields, layers: turned },
      't/day.json': { rules: [{ id: 'turn', type: 'Scalar', value: 90 }] },
    },
  );
  expect(lottie.layers[0]?.ks?.r).toMatchObject({ k: 90 });
  expect(warnings.map(({ code }) => code)).not.toContain('theme_rule_unused');
});

test('the texts of a theme count for the limits of a document', async () => {
  const text = randomBytes(49_000).toString('hex');
  const keyframes = Array.from({ length: 11 }, (_, frame) => ({ frame, value: { text } }));
  const error = { code: 'lottie_too_large', message: expect.stringContaining('with its theme') };
  await expect(themed([{ id: 'line', type: 'Text', keyframes }])).rejects.toMatchObject(error);
});

test.each<[string, Content]>([
  ['no JSON', 'a { color: red }'],
  ['no rules', {}],
  ['null', 'null'],
  ['rules without ids', { rules: [1, null, {}] }],
  ['a value of another type', { rules: [{ id: 'ink', type: 'Color', value: 'red' }] }],
  ['a number that is too large', { rules: [{ id: 'turn', type: 'Scalar', value: 1e308 }] }],
  ['an unreadable keyframe', { rules: [{ id: 'turn', type: 'Scalar', keyframes: [null] }] }],
  ['too many rules', { rules: Array.from({ length: 2001 }, () => ({ id: 'a', type: 'b' })) }],
  ['no image', { rules: [{ id: 'photo', type: 'Image', value: {} }] }],
])('a theme with %s is an error', async (_, theme) => {
  const error = { code: 'theme_invalid' };
  await expect(imported({ theme: 'day' }, { 't/day.json': theme })).rejects.toMatchObject(error);
});

test('a folder and a template.json beside a file are read; links out of the folder are not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'folder-'));
  try {
    const put = async (name: string, content: Content) => {
      await mkdir(join(root, name, '..'), { recursive: true });
      await writeFile(join(root, name), bytesOf(content));
    };
    const plain = { ...animation('Plain'), assets: [{ id: 'a', u: 'pics/own/', p: 'a.png' }] };
    await put('ad/data.json', plain);
    await put('ad/pics/own/a.png', Buffer.from('a'));
    await put('ad/template.json', { version: 1, name: 'Beside' });
    for (const path of ['ad', 'ad/data.json']) {
      const { name, images } = await importTemplate(await readPackageFile(join(root, path)));
      expect([path, name, images.size]).toEqual([path, 'Beside', 1]);
    }
    await put('own/both.lottie', await zip(FILES));
    await put('own/template.json', { version: 1, name: 'Beside', animation: 'two' });
    const { name, editables } = await importTemplate(
      await readPackageFile(join(root, 'own/both.lottie')),
    );
    expect([name, editables['ink']?.example_text]).toEqual(['Beside', '0000ff']);

    await put('secret/a.png', Buffer.from('secret'));
    await put('out/data.json', plain);
    await symlink(join(root, 'secret'), join(root, 'out/pics'));
    await put('up/data.json', { ...plain, assets: [{ id: 'a', u: '../secret/', p: 'a.png' }] });
    for (const path of ['out', 'out/data.json', 'up/data.json']) {
      const source = await readPackageFile(join(root, path));
      expect([...source.files.values()].map(String)).not.toContain('secret');
      const { images, warnings } = await importTemplate(source);
      expect(images.size).toBe(0);
      expect(warnings).toContainEqual(expect.objectContaining({ code: 'lottie_asset_missing' }));
    }
  } finally {
    await rm(root, { recursive: true });
  }
});

test('a theme sets gradients and texts whose values are only in the slots', () => {
  const text = { t: 0, s: { t: 'Old', f: 'Own', s: 20 } };
  const [stops, words] = [{ sid: 'sky' }, { sid: 'title' }] as Record<string, unknown>[];
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 9,
    w: 64,
    h: 36,
    layers: [{ shapes: [{ ty: 'gf', g: stops }], t: { d: words } }],
    slots: {
      sky: { p: { p: 2, k: { a: 0, k: [0, 0, 0, 0, 1, 1, 1, 1] } } },
      title: { p: { k: [text] } },
    },
  } as unknown as Parameters<typeof applyTheme>[0];
  const rules = [
    { id: 'sky', type: 'Gradient', value: [{ color: [1, 0, 0], offset: 0 }] },
    { id: 'title', type: 'Text', value: { text: 'New' } },
  ];
  const theme = { id: 'day', bytes: Buffer.from(JSON.stringify({ rules })) };
  const chosen = { theme, animation: 'a' } as unknown as Parameters<typeof applyTheme>[1];
  expect(applyTheme(lottie, chosen, new Map())).toEqual([]);
  expect(stops).toMatchObject({ p: 1, k: { k: [0, 1, 0, 0] } });
  expect(words).toMatchObject({ k: [{ s: { t: 'New', f: 'Own', s: 20 } }] });
});
