import { describe, expect, test } from 'vitest';
import { AppError, defined } from '../base/index.ts';
import { importTemplate } from '../import/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import {
  controlTargets,
  parseStoredTemplate,
  serialiseTemplate,
  type Template,
} from '../template/index.ts';
import { compose } from './compose.ts';

type Json = Record<string, unknown>;

const still = (k: unknown, sid?: string) => ({ a: 0, k, ...defined({ sid }) });
const effect = (nm: string, ...values: Json[]) => ({ ty: 5, nm, ef: values });
const value = (nm: string, ty: number, k: unknown) => ({ ty, nm, v: still(k) });
const moving = (from: unknown, to: unknown, sid: string) => ({
  a: 1,
  sid,
  k: [
    { t: 0, s: from, i: { x: 0.5, y: 1 }, o: { x: 0.5, y: 0 } },
    { t: 30, s: to },
  ],
});

const CONTROLS = [
  effect('Size', value('Slider', 0, 50)),
  effect('Badge', value('Checkbox', 4, 1)),
  effect('Place', value('Point', 3, [10, 20])),
  effect('Look', value('Menu', 7, 2)),
  effect('Tint', value('Color', 2, [1, 0, 0, 1])),
  effect('Rig', value('Amount', 0, 1), value('Turn', 1, 90)),
];

/** A rectangle whose transform and size have slots, and a null with expression controls. */
function open(editables: Json = {}, more: Json = {}): Promise<Template> {
  const transform = {
    o: moving([100], [0], 'fade'),
    r: still(0, 'turn'),
    a: still([0, 0, 0]),
    p: still([50, 50, 7], 'place'),
    s: still([100, 100, 100]),
  };
  const group = {
    ty: 'gr',
    nm: 'Box',
    it: [
      {
        ty: 'rc',
        nm: 'Rect',
        p: still([0, 0]),
        s: still([20, 20], 'size'),
        r: still([3], 'corner'),
      },
      { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100), r: 1 },
      { ty: 'st', c: still([0, 0, 0, 1]), o: still(100), w: { sid: 'line' } },
      {
        ty: 'tr',
        p: still([0, 0]),
        a: still([0, 0]),
        s: still([100, 100]),
        r: still(0),
        o: still(100),
      },
    ],
  };
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 100,
    h: 100,
    slots: {
      line: { p: { a: 0, k: 4 } },
      turn: { p: { a: 0, k: 30 } },
      ramp: { p: still([0, 1, 0, 1, 1]) },
    },
    layers: [
      { ty: 3, nm: 'Controls', ip: 0, op: 60, st: 0, ks: {}, ef: CONTROLS },
      { ty: 4, nm: 'Shape', ip: 0, op: 60, st: 0, ks: transform, shapes: [group] },
    ],
    ...more,
  };
  const bytes = (json: unknown) => Buffer.from(JSON.stringify(json));
  return importTemplate({
    label: 'a.json',
    animation: bytes(lottie),
    files: new Map(),
    base: '',
    templateJson: bytes({ version: 1, editables }),
  });
}

const TARGETS = {
  amount: { targets: ['Controls > Size'], min: 0, max: 100, step: 5 },
  badge: { type: 'checkbox', targets: ['Controls > Badge'] },
  spot: { type: 'point', targets: ['Controls > Place > Point'] },
  look: { type: 'menu', targets: ['Controls > Look'], options: ['Light', 'Dark', 'Auto'] },
  tint: { type: 'color', targets: ['Controls > Tint > Color'] },
  angle: { targets: ['Controls > Rig > Turn'] },
};

function composed(template: Template, resources: Json) {
  const mapping = parsed(template, { resources });
  const images = { editables: new Map(), assets: new Map() };
  return compose({ template, mapping, images, fallbacks: [] }).composition.lottie;
}

test('expression controls are described with their values and limits', async () => {
  const { editables } = await open(TARGETS);
  expect(editables['amount']).toMatchObject({
    input_type: 'number',
    example_value: 50,
    min: 0,
    max: 100,
    step: 5,
    required: false,
  });
  expect(editables['badge']).toMatchObject({ input_type: 'checkbox', example_value: true });
  expect(editables['spot']).toMatchObject({ input_type: 'point', example_value: { x: 10, y: 20 } });
  const options = ['Light', 'Dark', 'Auto'];
  expect(editables['look']).toMatchObject({ input_type: 'menu', example_value: 'Dark', options });
  expect(editables['tint']).toMatchObject({ input_type: 'color', example_text: 'ff0000' });
  expect(editables['angle']).toMatchObject({ input_type: 'number', example_value: 90 });
});

test('slots of plain properties are editables; other slots are reported', async () => {
  const { editables, warnings } = await open();
  const types = Object.entries(editables).map(([name, e]) => [name, e.input_type, e.example_value]);
  expect(types).toEqual([
    ['corner', 'number', 3],
    ['fade', 'number', 100],
    ['line', 'number', 4],
    ['place', 'point', { x: 50, y: 50 }],
    ['size', 'point', { x: 20, y: 20 }],
    ['turn', 'number', 30],
  ]);
  expect(warnings.filter(({ code }) => code === 'slot_not_editable')).toHaveLength(1);
});

test('a mapping sets the values; animated properties become constant', async () => {
  const lottie = composed(await open(TARGETS), {
    amount: { source: { number: 62.5 } },
    badge: { source: { checkbox: false } },
    spot: { source: { point: { x: -5, y: 7.5 } } },
    look: { source: { menu: 'Auto' } },
    tint: { source: { color: '0000ff' } },
    fade: { source: { number: 40 } },
    place: { source: { point: { x: 20, y: 30 } } },
    line: { source: { number: 9 } },
  });
  const [rig, shape] = lottie.layers;
  const values = rig?.ef?.map(({ ef }) => ef?.[0]?.v?.k);
  expect(values).toEqual([62.5, 0, [-5, 7.5], 3, [0, 0, 1, 1], 1]);
  expect(shape?.ks?.o).toEqual({ a: 0, k: 40 });
  expect(shape?.ks?.p).toEqual({ a: 0, k: [20, 30, 7] });
  expect(shape?.ks?.r).toEqual({ a: 0, k: 30 });
  expect(shape?.shapes?.[0]?.it?.[2]?.['w']).toMatchObject({ k: 9 });
  expect(JSON.stringify(lottie)).not.toContain('"sid"');
});

test('the stored form keeps controls', async () => {
  const template = await open(TARGETS);
  const bytes = serialiseTemplate({ ...template, fontFiles: new Map() }, 1);
  expect(parseStoredTemplate(bytes).template.editables).toEqual(template.editables);
});

describe('fields that do not fit a control are errors', () => {
  test.each<[string, Json, string]>([
    ['a menu without options', { type: 'menu', targets: ['Controls > Look'] }, '"options"'],
    ['too few options', { targets: ['Controls > Look'], options: ['A'] }, 'at least 2 options'],
    ['a value outside', { targets: ['Controls > Size'], max: 10 }, 'limits that include 50'],
    ['a switch of 50', { type: 'checkbox', targets: ['Controls > Size'] }, '0 or 1 instead of 50'],
    ['limits of a switch', { targets: ['Controls > Badge'], min: 0 }, 'no "min"'],
    ['options of a point', { targets: ['Controls > Place'], options: ['A'] }, 'no "options"'],
    ['limits in the wrong order', { targets: ['Controls > Size'], min: 9, max: 1 }, 'below "max"'],
    ['a wrong type', { type: 'point', targets: ['Controls > Size'] }, 'expected a point'],
    ['an effect of two values', { type: 'number', targets: ['Controls > Rig'] }, 'Rig'],
  ])('%s', async (_, json, message) => {
    const failure = await open({ one: json }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect((failure as AppError).message).toContain(message);
  });
});

const shapesLayer = (shapes: unknown[], ef: unknown[] = []) => ({
  layers: [{ ty: 4, nm: 'S', ip: 0, op: 60, st: 0, ks: {}, ef, shapes }],
});

test('properties in shapes that are too deep make no editables', async () => {
  let deep: Json = { ty: 'gr', it: [{ ty: 'rc', s: still([1, 1], 'deep') }] };
  for (let depth = 0; depth < 90; depth++) deep = { ty: 'gr', it: [deep] };
  const { lottie } = await open();
  lottie.layers = shapesLayer([deep]).layers as unknown as typeof lottie.layers;
  expect(controlTargets(lottie)).toEqual([]);
});

describe('a malformed property makes no editable', () => {
  const values = [{ k: null }, { k: 'x' }, { k: [] }, { k: [1, 'x'] }, { k: {} }, { k: [null] }];
  const odd = [null, 7, 'x', ...values.map((value) => ({ a: 0, sid: 'odd', ...value }))];
  test.each(odd)('%j', async (s) => {
    const { lottie } = await open();
    const shapes = [{ ty: 'rc', p: still([0, 0]), r: still(0), s }];
    lottie.layers = shapesLayer(shapes).layers as unknown as typeof lottie.layers;
    expect(controlTargets(lottie)).toEqual([]);
  });
});

test('malformed effects make no editables', async () => {
  const odd = [null, { ty: 0 }, { ty: 0, v: null }, { ty: 3, v: { k: 1 } }];
  const { lottie } = await open();
  const { layers } = shapesLayer([], [null, 3, { ef: null }, { ef: odd }]);
  lottie.layers = layers as unknown as typeof lottie.layers;
  expect(controlTargets(lottie)).toEqual([]);
});

test('a property that the import converts is reported', async () => {
  const star = {
    ty: 'sr',
    sy: 1,
    d: 1,
    pt: still(5),
    p: still([0, 0]),
    r: still(0),
    or: still(40, 'radius'),
    ir: still(20),
    os: still(30),
    is: still(0),
  };
  const layer = { ty: 4, nm: 'S', ip: 0, op: 60, st: 0, ks: {}, shapes: [star] };
  const { warnings } = await open({}, { layers: [layer] });
  expect(warnings.map(({ code }) => code)).toContain('control_fixed');
});
