import { expect, test } from 'vitest';
import { importTemplate } from './import.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const base = { ip: 0, op: 30, ks: {} };
const text = (nm: string, t = 'Sample') => ({
  ...base,
  ty: 5,
  nm,
  t: { d: { k: [{ t: 0, s: { t, f: 'Inter', s: 10, sz: [90, 20] } }] } },
});
const image = (nm: string, refId = 'photo') => ({ ...base, ty: 2, nm, refId });
const solid = (nm: string) => ({ ...base, ty: 1, nm, sc: '#336699', sw: 10, sh: 10 });

async function findNames(layers: object[], json?: object) {
  const assets = ['photo', 'other'].map((id) => ({ id, w: 9, h: 9, u: '', p: PNG, e: 1 }));
  const animation = { fr: 30, ip: 0, op: 30, w: 100, h: 50, layers, assets };
  const { editables, warnings } = await importTemplate({
    label: 'x.json',
    base: '',
    files: new Map(),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson: json && Buffer.from(JSON.stringify({ version: 1, ...json })),
  });
  const ours = warnings.filter(({ code }) => code.startsWith('name_'));
  return { names: Object.keys(editables), codes: ours.map((w) => w.code), warnings: ours };
}

test.each([
  ['T_01', 't_01'],
  ['t1', 't_01'],
  ['Text 12', 't_12'],
  ['{{ headline }}', 'headline'],
  ['$name', 'name'],
  ['#price', 'price'],
  ['plainlyTitle', 'Title'],
])('the text layer %s is the editable %s', async (nm, name) => {
  expect(await findNames([text(nm)])).toMatchObject({ names: [name], codes: [] });
});

test.each([
  [image('IMG_01'), 'img_01'],
  [image('photo 2'), 'img_02'],
  [image('Logo'), 'logo'],
  [image('(footage)/user/a.png'), '(footage)/user/a.png'],
  [solid('Color 1'), 'c_01'],
  [text('any', '{{first_name}}'), 'first_name'],
])('%j is an editable', async (layer, name) => {
  expect((await findNames([layer])).names).toEqual([name]);
});

test('exact names stay as they are, and a layer that only means the same is reported', async () => {
  const { names, warnings } = await findNames([
    text('T-1'),
    text('t_01'),
    text('Text 2'),
    text('t2'),
  ]);
  expect(names).toEqual(['t_01', 't_02']);
  expect(warnings.map((w) => [w.code, w.layer_path])).toEqual([
    ['name_ambiguous', 'T-1'],
    ['name_ambiguous', 't2'],
  ]);
});

test('layers with exactly the same tolerant name are one editable', async () => {
  expect(await findNames([text('T1'), text('T1')])).toMatchObject({ names: ['t_01'], codes: [] });
});

test('names of files, prices and hashtags are no editables', async () => {
  const layers = [
    image('img_0.png'),
    image('IMG_1234.JPG', 'other'),
    text('$99'),
    text('#s', '#s'),
  ];
  expect(await findNames(layers)).toMatchObject({ names: [], codes: [] });
});

test('near misses are reported with a name that works', async () => {
  const { names, warnings } = await findNames([text('t_01 copy'), text('x', 'Hello {{name}}!')]);
  expect(names).toEqual([]);
  expect(warnings.map((w) => [w.code, w.hint?.includes('"t_01"')])).toEqual([
    ['name_not_recognised', true],
    ['name_not_recognised', true],
  ]);
});

test('a template.json with targets chooses itself; it can list a tolerant name', async () => {
  const layers = [text('T1'), text('T2'), text('own')];
  const editables = { own: { targets: ['own'] }, t_02: { label: 'Second' } };
  expect(await findNames(layers, { editables })).toMatchObject({
    names: ['own', 't_02'],
    codes: [],
  });
});
