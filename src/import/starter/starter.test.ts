import { expect, test } from 'vitest';
import { defined } from '../../base/index.ts';
import { importTemplate } from '../import.ts';
import type { TemplatePackage } from '../template-package.ts';
import { starterOf } from './starter.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const at = (x: number, y: number) => ({ p: { a: 0, k: [x, y] }, a: { a: 0, k: [0, 0] } });

function text(nm: string | undefined, t: string, extra: object = {}) {
  const s = { t, f: 'Inter', s: 20, fc: [0, 0, 0], lh: 24, j: 0, sz: [80, 30], ps: [0, 0] };
  const d = { d: { k: [{ t: 0, s }] } };
  return { ty: 5, ...defined({ nm }), ip: 0, op: 60, ks: at(10, 10), t: d, ...extra };
}

function image(nm: string, refId: string, extra: object = {}) {
  return { ty: 2, nm, refId, ip: 0, op: 60, ks: at(0, 0), ...extra };
}

function solid(nm: string, sc: string, sw: number, sh: number) {
  return { ty: 1, nm, ip: 0, op: 60, ks: at(0, 0), sw, sh, sc };
}

const file = (id: string, w: number, h: number) => ({
  id,
  w,
  h,
  u: 'images/',
  p: `${id}.png`,
  e: 0,
});

function pack(layers: object[], assets: object[] = [], templateJson?: object): TemplatePackage {
  const animation = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 200, h: 100, layers, assets };
  const files = assets.flatMap((a) => ('p' in a ? [[`images/${String(a.p)}`, PNG] as const] : []));
  return {
    label: 'test.json',
    base: '',
    files: new Map<string, Uint8Array>(files),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson: templateJson && Buffer.from(JSON.stringify(templateJson)),
  };
}

async function started(source: TemplatePackage) {
  const { json, left: omittedContents } = await starterOf(source);
  const templateJson = Buffer.from(JSON.stringify(json));
  const template = await importTemplate({ ...source, templateJson });
  const reasons = omittedContents.map(({ content, reason }) => [content.name, reason]);
  return { json, template, reasons };
}

test('texts, the main image and the largest color become editables with labels from layer names', async () => {
  const source = pack(
    [
      text('Head_line', 'Hello'),
      text(undefined, 'Grüße aus Köln', { ind: 7 }),
      text('見出し', 'ようこそ'),
      image('portrait.png', 'a', { ks: at(100, 0) }),
      image('Grain overlay', 'b'),
      image('dot', 'c'),
      solid('Backdrop', '#204080', 200, 100),
      solid('Line', '#ff0000', 20, 1),
    ],
    [file('a', 60, 60), file('b', 200, 100), file('c', 8, 8)],
  );
  expect((await importTemplate(source)).warnings.map(({ code }) => code)).toContain('no_editables');
  const { json, template, reasons } = await started(source);
  expect(Object.entries(template.editables).map(([k, e]) => [k, e.input_type, e.label])).toEqual([
    ['head_line', 'text', 'Head line'],
    ['gru_e_aus_koln', 'text', 'Grüße aus Köln'],
    ['text_3', 'text', '見出し'],
    ['portrait', 'image', 'portrait'],
    ['color_1_backdrop', 'color', 'Color 1 (Backdrop)'],
  ]);
  expect(json.stillcuts).toEqual({ stillcut_01: expect.any(Number) });
  expect(reasons).toEqual([
    ['Grain overlay', 'decoration'],
    ['dot', 'small'],
    ['Line', 'covers_little'],
  ]);
});

test('a missing image becomes editable, however small it is', async () => {
  const source = { ...pack([image('tiny', 'c')], [file('c', 4, 4)]), files: new Map() };
  const { template } = await started(source);
  expect(template.editables).toMatchObject({ tiny: { input_type: 'image', has_example: false } });
});

test('equal paths, hostile names and a precomp that is used twice give unique editables', async () => {
  const inner = [text('same', 'A one'), text('same', 'A two'), text('a > b', 'path')];
  const { template } = await started(
    pack(
      [
        ...[text('__proto__', 'p'), text('constructor', 'c'), text('constructor > x', 'd')],
        ...[text('\u001b[31m\u202ered', 'e'), text('x'.repeat(5000), 'long')],
        { ty: 0, nm: 'one', refId: 'pre', ip: 0, op: 60, ks: at(0, 0), w: 200, h: 100 },
        { ty: 0, nm: 'two', refId: 'pre', ip: 0, op: 60, ks: at(0, 0), w: 200, h: 100 },
      ],
      [{ id: 'pre', layers: inner }],
    ),
  );
  const entries = Object.entries(template.editables);
  expect(entries.map(([name]) => name)).toEqual(
    ['proto', 'constructor', 'constructor_x', '31m_red', 'same', 'same_2', 'a_b'].map((name) =>
      name.startsWith('3') ? `text_${name}` : name,
    ),
  );
  for (const [, { label }] of entries) expect(label).not.toMatch(/[\p{C}]/u);
});

test('a shadow with the same text is filled together with it; placeholders are not', async () => {
  const { json } = await started(
    pack([
      ...[text('Title', 'Summer sale'), text('Title shadow', 'Summer sale')],
      ...[text('One', 'Lorem ipsum'), text('Two', 'Lorem ipsum')],
    ]),
  );
  expect(Object.entries(json.editables ?? {}).map(([name, e]) => [name, e.targets])).toEqual([
    ['title', ['Title', 'Title shadow']],
    ['one', ['One']],
    ['two', ['Two']],
  ]);
});

test('the entries of a template.json are kept, and names of layers are listed', async () => {
  const ownJson = {
    version: 1,
    name: 'Mine',
    editables: { first: { targets: ['a'], max_length: 9 } },
  };
  const { json } = await started(
    pack([text('a', 'x1'), text('t_01', 'y1'), text('b', 'z1')], [], ownJson),
  );
  expect(json.name).toBe('Mine');
  expect(json.editables).toEqual({
    first: { targets: ['a'], max_length: 9, label: 'first' },
    t_01: { label: 't 01' },
    b: { type: 'text', label: 'b', targets: ['b'] },
  });
});

test('3,000 layers give a template.json within the limits of its schema', async () => {
  const layers = Array.from({ length: 3000 }, (_, i) => text(`n ${i}`, `Text ${i}`));
  const { json, template } = await started(pack(layers));
  expect(Object.keys(json.editables ?? {})).toHaveLength(400);
  expect(Object.keys(template.editables)).toHaveLength(400);
});

test('of 2,000 layers with names of editables, as many are listed as the schema allows', async () => {
  const layers = Array.from({ length: 2001 }, (_, i) => text(`{{n${i}}}`, 'Hello'));
  const { json } = await starterOf(pack(layers));
  expect(Object.keys(json.editables ?? {}).length).toBe(1900);
});

test('values of other types and huge numbers do not stop the starter', async () => {
  const shapes = [
    { ty: 'rc', s: { k: [1e308, Number.MAX_VALUE] }, p: { k: 'x' } },
    { ty: 'fl', nm: 5, c: { k: [1, 0, 0] }, o: { k: 100 } },
    ...[null, 7, { ty: 'gr', it: { length: 3 } }, { ty: 'sh', ks: { k: { v: [1, null, ['a']] } } }],
  ];
  const odd = text('odd', '');
  const { template } = await started(
    pack([
      { ty: 4, nm: 'shape', ip: 0, op: 60, ks: at(0, 0), shapes },
      text('far', 'F1', { ks: at(1e308, -1e308) }),
      { ...odd, t: { d: { k: [{ t: 0, s: { t: 'ok', f: 'Inter', s: 1e308, sz: [1e308, 1] } }] } } },
    ]),
  );
  expect(template.stillcuts).toBeDefined();
});

const point = (nm: string, t: string, x: number, more: object = {}) => {
  const s = { t, f: 'Inter', s: 20, fc: [0, 0, 0], lh: 24, j: 0 };
  return text(nm, t, { ks: at(x, 40), t: { d: { k: [{ t: 0, s }] }, ...more } });
};

test('a point text ends at the text beside it, and letters with tracking at the edge of the frame', async () => {
  const { json } = await started(pack([point('From', 'AB', 10), point('To', 'CD', 100)]));
  expect(json.editables).toMatchObject({ from: { box: { width: 90, height: 73 } } });
  expect(json.editables?.['to']).toMatchObject({ box: { width: 90 } });
  const a = [{ a: { t: { a: 0, k: 11 } } }];
  const { json: spread } = await started(pack([point('Wide', 'AB', 10, { a })]));
  expect(spread.editables?.['wide']).toMatchObject({ box: { width: 90 } });
});

test('the color of a Fill effect is offered in place of the color that it covers', async () => {
  const color = { ty: 2, nm: 'Color', v: { a: 0, k: [1, 0, 0, 1] } };
  const ef = [{ ty: 21, nm: 'Fill', en: 1, ef: [color] }];
  const { json } = await started(pack([{ ...solid('Ground', '#00ff00', 200, 100), ef }]));
  expect(json.editables).toEqual({
    color_1_ground: expect.objectContaining({ type: 'color', targets: ['Ground > Fill'] }),
  });
});

test.each([0, -3, 150, 600_000])(
  'a dropdown and a slider of %d have limits that template.json allows',
  async (k) => {
    const control = (nm: string, ty: number) => {
      return { ty: 5, nm, ef: [{ ty, nm: 'Value', v: { a: 0, k } }] };
    };
    const code = ['Look', 'Size']
      .map((name) => `thisComp.layer("C").effect("${name}")(1)`)
      .join(';');
    const layers = [
      { ty: 3, nm: 'C', ip: 0, op: 60, ks: at(0, 0), ef: [control('Look', 7), control('Size', 0)] },
      text('Words', 'Hello', { ks: { ...at(10, 10), r: { a: 0, k: 0, x: code } } }),
    ];
    const { json } = await started(pack(layers));
    for (const name of ['look', 'size']) {
      const { type, min = 0, max = 0 } = json.editables?.[name] ?? {};
      expect([name, type]).toEqual([name, 'number']);
      expect(min).toBeGreaterThanOrEqual(-1_000_000);
      expect(max).toBeLessThanOrEqual(1_000_000);
    }
  },
);

test('the expression controls that expressions name become controls', async () => {
  const control = (nm: string, ty: number, k: unknown) => {
    return { ty: 5, nm, ef: [{ ty, nm: 'Value', v: { a: 0, k } }] };
  };
  const ef = [
    ...[control('Size', 0, 120), control('Look', 7, 2), control('On', 4, 1)],
    ...[control('Tint', 2, [1, 0, 0, 1]), control('Unused', 0, 1)],
  ];
  const names = ['Size', 'On', 'Tint'].map((name) => `thisComp.layer("C").effect("${name}")(1)`);
  const code = `var $bm_rt;\n${names.join(';')};\nif (thisComp.layer("C").effect("Look")(1) == 3) $bm_rt = 0;`;
  const r = { a: 0, k: 0, x: code };
  const layers = [
    { ty: 3, nm: 'C', ip: 0, op: 60, ks: at(0, 0), ef },
    text('Words', 'Hello', { ks: { ...at(10, 10), r } }),
  ];
  const { json, template } = await started(pack(layers));
  expect(json.editables).toMatchObject({
    size: { type: 'number', targets: ['C > Size'], min: 0, max: 240 },
    look: { type: 'menu', options: ['Option 1', 'Option 2', 'Option 3'] },
    on: { type: 'checkbox' },
    tint: { type: 'color', label: 'Tint', targets: ['C > Tint'] },
  });
  expect(Object.keys(template.editables)).not.toContain('unused');
});

const precomp = (w: number, h: number, layers: object[]): [object[], object[]] => [
  [{ ty: 0, nm: 'in', refId: 'pre', ip: 0, op: 60, ks: at(20, 10), w, h }],
  [{ id: 'pre', layers }],
];

test('a text is offered that its own animator moves into the frame, also for a moment', async () => {
  const movedText = (k: unknown, a = 0) => ({ a: [{ s: { t: 0, b: 1 }, a: { p: { a, k } } }] });
  const keys = [
    { t: 0, s: [0, 0] },
    { t: 59, s: [-400, 0] },
  ];
  const layers = [
    point('Still', 'AB', 500, movedText([-480, 0])),
    point('Keyed', 'CD', 420, movedText(keys, 1)),
    point('Gone', 'EF', 500, movedText([480, 0])),
  ];
  const { json, reasons } = await started(pack(...precomp(150, 80, layers)));
  expect(Object.keys(json.editables ?? {})).toEqual(['still', 'keyed']);
  expect(reasons).toEqual([['Gone', 'never_shows']]);
  const long = pack([{ ...text('Blink', 'Now'), ip: 3001, op: 3004 }]);
  const animation = JSON.parse(Buffer.from(long.animation).toString()) as object;
  const hour = { ...long, animation: Buffer.from(JSON.stringify({ ...animation, op: 7200 })) };
  expect((await started(hour)).json.editables).toHaveProperty('blink');
});

test('the box of a text ends at the edges of its composition', async () => {
  const layers = [point('Wide', 'AB', 10, { a: [{ a: { t: { a: 0, k: 0 } } }] })];
  const { json } = await started(pack(...precomp(60, 50, layers)));
  // The composition ends at 80 and 60 pixels of the frame; the text begins at 30 and 32.
  expect(json.editables).toMatchObject({ wide: { box: { width: 50, height: 28 } } });
  const { reasons } = await started(pack(...precomp(60, 50, [point('Cut', 'AB', 70)])));
  expect(reasons).toEqual([['Cut', 'never_shows']]);
});

test('layers with equal names get labels with their texts, and the name is reported', async () => {
  const layers = [text('Line', 'First')];
  const inner = (nm: string, id: string, t: string) =>
    [
      { ty: 0, nm, refId: id, ip: 0, op: 60, ks: at(0, 0), w: 200, h: 100 },
      { id, layers: [text('Line', t)] },
    ] as const;
  const parts = [inner('a', 'a', 'First'), inner('b', 'b', 'Second'), inner('c', 'c', 'Line')];
  const source = pack(
    parts.map(([layer]) => layer),
    parts.map(([, asset]) => asset),
  );
  const { json, equalLabels } = await starterOf(source);
  expect(Object.values(json.editables ?? {}).map(({ label }) => label)).toEqual([
    'Line',
    'Line (Second)',
    'Line 2',
  ]);
  expect(equalLabels).toEqual(['Line']);
  expect((await starterOf(pack(layers))).equalLabels).toEqual([]);
});
