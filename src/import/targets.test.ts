import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError, defined } from '../base/index.ts';
import { compose } from '../compose/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import type { Template } from '../template/index.ts';
import { importTemplate } from './import.ts';

type Json = Record<string, unknown>;

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);
const document = (t: string, f = 'Bold') => ({ t: 0, s: { t, f, s: 20, fc: [0, 0, 0] } });
const LAYERS: Json[] = [
  { ty: 0, nm: 'Card', refId: 'card', w: 100, h: 100 },
  { ty: 1, nm: 'Ground', sw: 100, sh: 100, sc: '#336699' },
  { ty: 3, nm: 'Mover' },
];
const ASSETS = [
  { id: 'card', layers: [{ ty: 5, nm: 'Title', t: { d: { k: [document('Hello')] }, a: [] } }] },
  { id: 'photo', w: 10, h: 10, p: 'a.png' },
];

function open(
  editables: Json | undefined,
  more: Json = {},
  files: Record<string, Buffer> = {},
  base = '',
): Promise<Template> {
  const animation = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 100,
    h: 100,
    layers: LAYERS,
    assets: ASSETS,
    ...more,
  };
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
  return importTemplate({
    label: 'a.zip',
    animation: bytes(animation),
    base,
    templateJson: editables && bytes({ version: 1, editables }),
    files: new Map(Object.entries(files)),
  });
}

async function faultOf(editables: Json): Promise<{ message: string; hint: string | undefined }> {
  const error = await open(editables).catch((cause: unknown) => cause);
  if (!(error instanceof AppError)) throw new Error('expected a refusal');
  expect(error.code).toBe('template_json_invalid');
  return { message: error.message, hint: error.faults[0]?.hint };
}

test.each([{ type: 'color' }, {}])(
  'a solid takes a color under its own path (%o)',
  async (more) => {
    const template = await open({ ground: { ...more, targets: ['Ground'] } });
    expect(template.editables['ground']).toMatchObject({
      input_type: 'color',
      example_text: '336699',
    });
    const resources = { ground: { source: { color: 'ff0000' } } };
    const images = { editables: new Map(), assets: new Map() };
    const shownTemplate = await open(
      { ground: { targets: ['Ground'] } },
      { layers: LAYERS.slice(1) },
    );
    const { composition } = compose({
      template: shownTemplate,
      mapping: parsed(shownTemplate, { resources }),
      images,
      fallbacks: [],
    });
    const solid = composition.lottie.layers.find(({ nm }) => nm === 'Ground');
    expect(solid?.shapes?.[1]?.c?.k).toEqual([1, 0, 0, 1]);
  },
);

test.each<[string, Json, string, string]>([
  [
    'a precomp',
    { type: 'text', targets: ['Card'] },
    'expected a text as a target of the editable "e" but "Card" is a precomp.',
    'Name "Card > Title".',
  ],
  [
    'the asset of a precomp',
    { type: 'image', targets: [{ asset: 'card' }] },
    'expected an image as a target of the editable "e" but the asset "card" is a precomp.',
    'Name a layer with an image in it by its path.',
  ],
  [
    'a text for an image',
    { type: 'image', targets: ['Card > Title'] },
    'expected an image as a target of the editable "e" but "Card > Title" is a text.',
    'Set its "type" to "text" or "color", or name another target.',
  ],
  [
    'a solid for a text',
    { type: 'text', targets: ['Ground'] },
    'expected a text as a target of the editable "e" but "Ground" is a solid.',
    'Set its "type" to "color", or name another target.',
  ],
  [
    'a null object',
    { targets: ['Mover'] },
    'expected a layer, asset or font that can be filled as a target of the editable "e" but "Mover" is a null object.',
    'The animation has: Card > Title, Ground > color.',
  ],
  [
    'an asset that no layer shows',
    { type: 'image', targets: [{ asset: 'photo' }] },
    'but the asset "photo" is shown by no layer.',
    'Name the asset of a layer that shows.',
  ],
  [
    'an unknown path',
    { type: 'text', targets: ['Titel'] },
    'expected a text as a target of the editable "e" but "Titel" is not in the animation.',
    'Did you mean "Card > Title"? Write paths as layer names joined with " > "',
  ],
  [
    'an unknown asset',
    { type: 'image', targets: [{ asset: 'foto' }] },
    'but the asset "foto" is not in the animation.',
    'The animation has no such target.',
  ],
  [
    'a precomp without such contents',
    { type: 'audio', targets: ['Card'] },
    'but "Card" is a precomp.',
    'The animation has no such target.',
  ],
])('%s as a target is reported with the reason', async (_, editable, message, hint) => {
  const fault = await faultOf({ e: editable });
  expect(fault.message).toContain(message);
  expect(fault.hint).toContain(hint);
});

test('a target belongs to one editable, which may name it twice', async () => {
  const title = { type: 'text', targets: ['Card > Title', 'Card > Title'] };
  const { editables } = await open({ title, ink: { type: 'color', targets: ['Card > Title'] } });
  expect(Object.keys(editables)).toEqual(['title', 'ink']);
  const error = await open({ title, other: title }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    code: 'template_json_invalid',
    message: expect.stringContaining('"Card > Title" is a target of "title"'),
  });
});

test('two layers with the same image are filled apart if two editables name them', async () => {
  const layers = ['A', 'B', 'C'].map((nm) => ({ ty: 2, nm, refId: 'photo' }));
  const files = { 'a.png': Buffer.from('png') };
  const editable = (path: string) => ({ type: 'image', targets: [path] });
  const listShownNames = async (editables: Json) => {
    const { lottie } = await open(editables, { layers }, files);
    const names = new Map(
      lottie.assets?.map((asset) => [asset.id, 'sid' in asset ? asset.sid : undefined]),
    );
    return lottie.layers.map(({ refId = '' }) => names.get(refId));
  };
  expect(await listShownNames({ a: editable('A'), b: editable('B') })).toEqual([
    'a',
    'b',
    undefined,
  ]);
  expect(await listShownNames({ a: editable('A') })).toEqual(['a', 'a', 'a']);
});

test.each<[Json, string]>([
  [{ min: '0' }, 'a number for template.json/editables/e/min but received "0"'],
  [{ box: { width: 600 } }, 'a width and a height in pixels, or false, for template.json'],
  [{ targets: 'Title' }, 'an array for template.json/editables/e/targets but received "Title"'],
  [{ targets: [5] }, 'a layer path, { "asset": "<asset id>" } or { "font": "<font name>" } for'],
  [{ minn: 1 }, 'only known fields for template.json/editables/e but received "minn"'],
  [{ type: 'slider' }, '"text", "color", "image", "video", "audio", "font", "number",'],
])('a field %j of template.json is reported with its place', async (editable, message) => {
  expect((await faultOf({ e: editable })).message).toContain(`Expected ${message}`);
});

test.each([
  ['from the animation', 'brand/Bold.ttf', 'ad/brand/Bold.ttf'],
  ['from the top', 'brand/Bold.ttf', 'brand/Bold.ttf'],
  ['in other letters', '/Brand/BOLD.TTF', 'brand/bold.ttf'],
  ['in fonts/', 'Bold.ttf', 'ad/fonts/Bold.ttf'],
  ['on the designer’s machine', 'C:\\Fonts\\My%20Bold.ttf', 'ad/files/My Bold.ttf'],
])('the font of an fPath is found %s', async (_, fPath, path) => {
  const fonts = { list: [{ fName: 'Bold', fFamily: 'Corporate', fStyle: 'Bold', fPath }] };
  const template = await open(undefined, { fonts }, { [path]: await readFile(FONT) }, 'ad/');
  expect(template.fonts.map(({ name, face }) => [name, face.family])).toEqual([
    ['Bold', 'Poppins'],
  ]);
  expect(template.warnings.filter(({ code }) => code === 'font_missing')).toEqual([]);
});

test('a font file that two entries of the font list name is opened for both', async () => {
  const entry = (fName: string) => ({ fName, fFamily: fName, fPath: 'fonts/a.ttf' });
  const fonts = { list: [entry('Bold'), entry('Heavy')] };
  const template = await open(undefined, { fonts }, { 'fonts/a.ttf': await readFile(FONT) });
  expect(template.fonts.map(({ name }) => name)).toEqual(['Bold', 'Heavy']);
});

test('a template has at most fifty stills', async () => {
  const words = Array.from({ length: 120 }, (_, n) => ({
    ty: 5,
    nm: `t_${n}`,
    ip: n,
    op: n + 1,
    t: { d: { k: [document('a')] }, a: [] },
  }));
  const chosen = await open(undefined, { layers: words, op: 120 });
  expect(Object.keys(chosen.stillcuts)).toHaveLength(50);
  const named = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`s${n}`, n / 100]));
  const json = Buffer.from(JSON.stringify({ version: 1, stillcuts: named }));
  const source = { label: 'a.zip', animation: Buffer.from('{}'), base: '', files: new Map() };
  const animation = Buffer.from(
    JSON.stringify({ fr: 30, ip: 0, op: 30, w: 9, h: 9, layers: [{ ty: 3 }] }),
  );
  await expect(importTemplate({ ...source, animation, templateJson: json })).rejects.toMatchObject({
    code: 'template_json_invalid',
    message: expect.stringContaining('at most 50 stills'),
  });
});

test('at most two hundred findings are listed', async () => {
  const layers = Array.from({ length: 300 }, (_, n) => ({
    ty: 77,
    nm: `odd ${n}${'x'.repeat(2000)}`,
  }));
  const { warnings } = await open(undefined, { layers });
  expect(warnings).toHaveLength(201);
  expect(warnings.at(-1)).toMatchObject({ code: 'warnings_left_out' });
  expect(JSON.stringify(warnings).length).toBeLessThan(400_000);
});

test.each([
  ['all letters of its text have outlines', 'HI', ['H', 'I'], {}, 0],
  ['a letter has no outline', 'HIM', ['H', 'I'], {}, 1],
  ['the text is set in capitals', 'hi', ['H', 'I'], { ca: 1 }, 0],
  ['an editable changes the text', 'HI', ['H', 'I'], { sid: 't_01' }, 1],
])('the warnings of a missing font when %s', async (...[, t, letters, more, count]) => {
  const { sid, ca } = more as Json;
  const fonts = { list: [{ fName: 'Bold', fFamily: 'Corporate', fStyle: 'Bold' }] };
  const chars = letters.map((ch) => ({ ch, fFamily: 'Corporate', style: 'Bold', size: 9, w: 9 }));
  const d = { ...defined({ sid }), k: [{ t: 0, s: { f: 'Bold', s: 9, t, ca } }] };
  const layers = [{ ty: 5, nm: 'title', ip: 0, op: 60, ks: {}, t: { d } }];
  const slots = sid === undefined ? {} : { slots: { t_01: { p: {} } } };
  const template = await open(undefined, { fonts, chars, layers, ...slots });
  expect(template.warnings.filter(({ code }) => code === 'font_missing')).toHaveLength(count);
});
