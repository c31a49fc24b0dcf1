import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compress } from 'woff2-encoder';
import type { Lottie } from '../lottie/index.ts';
import {
  type ImportedTemplate,
  parseStoredTemplate,
  serialiseTemplate,
} from '../template/index.ts';
import { importTemplate } from './import.ts';
import { templateName } from './template-name.ts';
import type { TemplatePackage } from './template-package.ts';

type Json = Record<string, unknown>;

const still = (k: unknown) => ({ a: 0, k });
const ks = (opacity: unknown = still(100)) => ({
  o: opacity,
  r: still(0),
  p: still([10, 10, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
});
const text = (nm: string, words: string, more: Json = {}) => ({
  ty: 5,
  nm,
  ip: 0,
  op: 60,
  ks: ks(),
  t: {
    d: {
      k: [
        {
          t: 0,
          s: { f: 'Poppins-Bold', s: 20, t: words, fc: [1, 0, 0], sz: [80, 60], ps: [0, 0] },
        },
      ],
    },
  },
  ...more,
});
const box = (name: string, sid?: string) => ({
  ty: 4,
  nm: 'box',
  ip: 0,
  op: 60,
  ks: ks(),
  shapes: [
    {
      ty: 'gr',
      nm: 'group',
      it: [
        { ty: 'rc', p: still([0, 0]), s: still([20, 20]), r: still(0) },
        { ty: 'fl', nm: name, c: { ...still([0, 0.5, 1, 1]), ...(sid && { sid }) }, o: still(100) },
        { ty: 'tr', ...ks() },
      ],
    },
  ],
});
const PIXEL = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`;
const asset = (id: string, more: Json = {}) => ({
  id,
  w: 40,
  h: 30,
  u: '',
  p: PIXEL,
  e: 1,
  ...more,
});

function imported(layers: Json[], more: Json = {}, templateJson?: Json): Promise<ImportedTemplate> {
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 100,
    h: 100,
    nm: 'test',
    fonts: { list: [{ fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold' }] },
    layers,
    ...more,
  };
  const encode = (value: Json) => new TextEncoder().encode(JSON.stringify(value));
  const source: TemplatePackage = {
    label: 'test',
    animation: encode(lottie),
    base: '',
    templateJson: templateJson && encode(templateJson),
    files: new Map(),
  };
  return importTemplate(source);
}

test('names make editables: texts, fills and images; an editable may have several layers', async () => {
  const { editables } = await imported(
    [
      text('t_01', 'Hi\rthere'),
      text('t_01', 'again'),
      text('headline', 'fixed'),
      box('c_01'),
      { ty: 1, nm: 'c_01', sc: '#ff0000', sw: 10, sh: 10, ip: 0, op: 60, ks: ks() },
      { ty: 2, nm: '(Footage)/USER/logo_01.png', refId: 'a', ip: 0, op: 60, ks: ks() },
    ],
    { assets: [asset('a')] },
  );
  expect(Object.keys(editables)).toEqual(['(Footage)/USER/logo_01.png', 'c_01', 't_01']);
  expect(editables['t_01']).toMatchObject({
    input_type: 'text',
    example_text: 'Hi\nthere',
    multiline: true,
    fonts: ['Poppins-Bold'],
  });
  expect(editables['c_01']).toMatchObject({ input_type: 'color', example_text: '0080ff' });
  expect(editables['(Footage)/USER/logo_01.png']).toMatchObject({
    input_type: 'image',
    width: 40,
    height: 30,
  });
});

test('a size that no integer can hold is 0, so that the import can be stored', async () => {
  const layers = [{ ty: 2, nm: 'USER/sky.png', refId: 'a', ip: 0, op: 60, ks: ks() }];
  const template = await imported(layers, { assets: [asset('a', { w: 1e20 })] });
  expect(template.editables['USER/sky.png']).toMatchObject({ width: 0, height: 30 });
  const { template: storedTemplate } = parseStoredTemplate(serialiseTemplate(template, 1));
  expect(storedTemplate.editables).toEqual(template.editables);
});

test('times use the exact frame rate, not the rounded rate', async () => {
  const long = { fr: 23.98, op: 24_000 };
  const { editables, stillcuts } = await imported([text('t_01', 'Hi', { op: 24_000 })], long, {
    version: 1,
    // With the rounded rate of 23.98 this time would be after the end.
    stillcuts: { last: 1000.9 },
  });
  expect(editables['t_01']).toMatchObject({ start: 0, end: expect.closeTo(1001, 6) });
  expect(stillcuts).toEqual({ last: { seconds: 1000.9, frame: 23_997 } });
});

test('slots come before names, apply their defaults, and unused slots are reported', async () => {
  const { editables, warnings } = await imported(
    [
      text('t_01', 'Hi', {
        t: {
          d: {
            sid: 'title',
            k: [{ t: 0, s: { f: 'Poppins-Bold', s: 20, t: 'Hi', sz: [80, 60], ps: [0, 0] } }],
          },
        },
      }),
      box('c_01', 'brand'),
    ],
    {
      slots: {
        title: { p: { k: [{ t: 0, s: { t: 'From the slot' } }] } },
        brand: { p: still([1, 0, 0, 1]) },
        speed: { p: still(3) },
      },
    },
  );
  expect(Object.keys(editables)).toEqual(['brand', 'title']);
  expect(editables['title']).toMatchObject({ example_text: 'From the slot' });
  expect(editables['brand']).toMatchObject({ example_text: 'ff0000' });
  expect(warnings).toContainEqual(
    expect.objectContaining({
      code: 'slot_not_editable',
      message: expect.stringContaining('speed'),
    }),
  );
});

test('a slot without a default does not change the animation', async () => {
  const { editables } = await imported([box('fill', 'brand')]);
  expect(editables['brand']).toMatchObject({ input_type: 'color', example_text: '0080ff' });
});

test('template.json comes first: names, labels, targets, limits, stills', async () => {
  const { editables, stillcuts, name, language } = await imported(
    [
      text('any', 'Ana'),
      box('fill'),
      { ty: 0, nm: 'scene', refId: 'c', ip: 0, op: 60, ks: ks(), w: 100, h: 100 },
    ],
    { assets: [{ id: 'c', layers: [text('inner', 'deep')] }] },
    {
      version: 1,
      name: 'Card',
      language: 'pt-BR',
      stillcuts: { start: 0.1, end: 1.9 },
      editables: {
        who: {
          type: 'text',
          label: 'Who',
          help: 'The guest of honor',
          group: 'Opening',
          targets: ['any', 'scene > inner'],
          max_length: 30,
          max_lines: 1,
          stillcut: 'end',
        },
        tint: { type: 'color', targets: ['box > group > fill'], required: false },
        ink: { type: 'color', targets: ['any'] },
      },
    },
  );
  expect([name, language]).toEqual(['Card', 'pt-BR']);
  expect(stillcuts).toEqual({
    start: { seconds: 0.1, frame: 3 },
    end: { seconds: 1.9, frame: 57 },
  });
  expect(Object.keys(editables)).toEqual(['who', 'tint', 'ink']);
  expect(editables['who']).toMatchObject({
    label: 'Who',
    help: 'The guest of honor',
    group: 'Opening',
    max_length: 30,
    max_lines: 1,
    stillcut: 'end',
    multiline: false,
  });
  expect(editables['tint']).toMatchObject({ required: false, example_text: '0080ff' });
  expect(editables['ink']).toMatchObject({ example_text: 'ff0000' });
});

test('chosen stills show most editables first, and every editable has a still', async () => {
  const { editables, stillcuts } = await imported([
    text('t_01', 'early', { ip: 0, op: 40 }),
    text('t_02', 'early too', { ip: 10, op: 30 }),
    text('t_03', 'late', { ip: 45, op: 60 }),
    box('c_01'),
  ]);
  expect(Object.keys(stillcuts)).toEqual(['stillcut_01', 'stillcut_02']);
  const [first, second] = Object.values(stillcuts);
  expect(first?.frame).toBeGreaterThanOrEqual(10);
  expect(first?.frame).toBeLessThan(30);
  expect(second?.frame).toBeGreaterThanOrEqual(45);
  expect([1, 2, 3].map((n) => editables[`t_0${n}`]?.stillcut)).toEqual([
    'stillcut_01',
    'stillcut_01',
    'stillcut_02',
  ]);
  expect(editables['t_03']).toMatchObject({ start: 1.5, end: 2 });
});

test('names of object properties such as constructor are ordinary names', async () => {
  const lottie = {
    slots: JSON.parse('{"__proto__": {"p": {}}, "constructor": {"p": {}}}') as Json,
  };
  const { editables } = await imported(
    [
      {
        ...text('a', 'x'),
        t: { d: { sid: 'constructor', k: [{ t: 0, s: { f: 'Poppins-Bold', s: 9, t: 'x' } }] } },
      },
      box('b', '__proto__'),
    ],
    lottie,
  );
  expect(Object.keys(editables).sort()).toEqual(['__proto__', 'constructor']);
});

test('the report lists differences in the look, with their layers', async () => {
  const { warnings } = await imported([
    {
      ...text('t_01', 'point'),
      t: { d: { k: [{ t: 0, s: { f: 'Poppins-Bold', s: 20, t: 'point' } }] } },
    },
    { ...box('x'), nm: 'wobble', ef: [{ ty: 5, nm: 'Warp', mn: 'ADBE Warp', en: 1, ef: [] }] },
  ]);
  expect(warnings.map((w) => [w.code, w.layer_path])).toEqual(
    expect.arrayContaining([
      ['font_missing', null],
      ['text_fitted_to_frame', 't_01'],
      ['effect_ignored', 'wobble'],
    ]),
  );
});

test('unknown fields of template.json are refused with the nearest known field', async () => {
  const json = {
    version: 1,
    langauge: 'en',
    stillcut: {},
    xyzzy: 1,
    editables: { t_01: { lable: 'Name', targets: ['t_01'] } },
  };
  const refused = imported([text('t_01', 'Hi')], {}, json);
  await expect(refused).rejects.toMatchObject({
    code: 'template_json_invalid',
    faults: [
      ['/editables/t_01', 'lable', 'Did you mean "label"? '],
      ['', 'langauge', 'Did you mean "language"? '],
      ['', 'stillcut', 'Did you mean "stillcuts"? '],
      ['', 'xyzzy', ''],
    ].map(([place, field, hint]) => ({
      message: `Expected only known fields for template.json${place} but received "${field}".`,
      hint: `${hint}See docs/templates.md for its fields.`,
    })),
  });
});

test('only point text may have a box in template.json', async () => {
  const point = {
    ...text('t_01', 'point'),
    t: { d: { k: [{ t: 0, s: { f: 'Poppins-Bold', s: 20, t: 'point' } }] } },
  };
  const importWith = (editable: Json, layer: Json = point) =>
    imported([layer], {}, { version: 1, editables: { t_01: editable } });
  const size = { width: 60, height: 50 };
  const { editables, warnings } = await importWith({ box: size });
  expect(editables['t_01']).toMatchObject({ box: size, multiline: true });
  const findings = warnings.map(({ code }) => code).filter((code) => code.startsWith('text_'));
  expect(findings).toEqual([]);
  const refused = (message: string) => expect.objectContaining({ message });
  await expect(importWith({ box: size, max_width: 60 })).rejects.toThrow(
    refused(
      'Expected one of "box" and "max_width" for template.json/editables/t_01 but received an object with 2 entries.',
    ),
  );
  await expect(importWith({ box: { width: 0, height: 5 } })).rejects.toMatchObject({
    code: 'template_json_invalid',
  });
  await expect(importWith({ box: size }, text('t_01', 'drawn'))).rejects.toThrow(
    refused(
      'template.json: expected a box for point text but received a box for "t_01", text that was drawn as a box.',
    ),
  );
});

test('a missing image is a warning, whether an editable replaces it or not', async () => {
  const missingFile = { u: 'images/', p: 'gone.png', e: 0 };
  const layer = (nm: string) => ({ ty: 2, nm, refId: 'a', ip: 0, op: 60, ks: ks() });
  for (const [name, hint] of [
    ['sky', expect.stringContaining('make it editable')],
    ['USER/sky.png', expect.not.stringContaining('make it editable')],
  ] as const) {
    const { warnings } = await imported([layer(name)], { assets: [asset('a', missingFile)] });
    const message = expect.stringContaining('images/gone.png');
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'lottie_asset_missing', layer_path: name, message, hint }),
    );
  }
});

test('fonts of any format have the names of the list, and a broken font is reported', async () => {
  const { resolve } = createRequire(import.meta.url);
  const font = await readFile(resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'));
  const animation = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 100,
    h: 100,
    fonts: { list: [{ fName: 'Headline', fFamily: 'Own', fPath: 'fonts/a.woff2' }] },
    layers: [text('t_01', 'Hi')],
  };
  const { fonts, warnings } = await importTemplate({
    label: 'test',
    animation: new TextEncoder().encode(JSON.stringify(animation)),
    base: '',
    templateJson: undefined,
    files: new Map([
      ['fonts/a.woff2', await compress(font)],
      ['fonts/b.otf', new TextEncoder().encode('%PDF-1.7')],
    ]),
  });
  expect(fonts[0]).toMatchObject({ name: 'Headline', face: { postScriptName: 'Poppins-Bold' } });
  expect(warnings).toContainEqual(
    expect.objectContaining({
      code: 'font_invalid',
      message:
        'Expected a TrueType or OpenType font for the font fonts/b.otf but received a PDF file.',
    }),
  );
});

test('docs/templates.md names every field of template.json', async () => {
  const page = await readFile(
    fileURLToPath(new URL('../../docs/templates.md', import.meta.url)),
    'utf8',
  );
  const source = await readFile(
    fileURLToPath(new URL('./template-json.ts', import.meta.url)),
    'utf8',
  );
  const fields = [...source.matchAll(/^ {2,4}(\w+): z/gm)].map(([, name]) => name);
  expect(fields.length).toBeGreaterThan(10);
  for (const field of fields) expect(page).toContain(`\`${field}\``);
});

test.each([
  [{ name: 'Spring' }, 'Comp 1', 'a.json', 'Spring'],
  [{}, 'Summer sale', 'data.json', 'Summer sale'],
  [{}, 'Comp 1', 'summer-sale.zip', 'summer-sale'],
  [{}, undefined, 'data.json', 'data'],
  [{}, 'Comp 1', 'data.json', 'Comp 1'],
  [{}, ' ', 'x.lottie', 'x'],
  [{}, '', 'data.json', 'data'],
  [{}, ' ', 'data.json', 'data'],
  [{}, 7, 'untitled.json', '7'],
])('of %j, the composition %j and the file %s, the name is %s', (json, nm, label, expected) => {
  expect(templateName(json, { nm } as unknown as Lottie, label)).toBe(expected);
});
