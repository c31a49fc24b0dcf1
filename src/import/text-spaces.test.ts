import { expect, test } from 'vitest';
import { importTemplate } from './import.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = (p: unknown, more: object = {}) => ({
  o: still(100),
  r: still(0),
  p,
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
  ...more,
});
const at = (x: number, y: number) => ks(still([x, y, 0]));
const moving = (...places: [number, number, number][]) =>
  ks({ a: 1, k: places.map(([t, x, y]) => ({ t, s: [x, y, 0], i: LINEAR, o: LINEAR })) });
const LINEAR = { x: [0.5], y: [0.5] };
const time = { ip: 0, op: 60, st: 0 };

/** A text layer with the name `t_01`. */
const text = (where: object, document: object = {}, more: object = {}) => ({
  ...time,
  ty: 5,
  nm: 't_01',
  ks: where,
  t: { d: { k: [{ t: 0, s: { f: 'Any', s: 20, t: 'Ana', ...document } }] } },
  ...more,
});

/** Imports layers of a frame of 400 × 200. Returns the specification and the findings of `t_01`. */
async function imported(layers: unknown, editable?: object, assets: object[] = []) {
  const animation = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 400, h: 200, assets, layers };
  const { editables, warnings, lottie } = await importTemplate({
    label: 'rooms',
    base: '',
    files: new Map(),
    animation: Buffer.from(JSON.stringify(animation)),
    templateJson:
      editable && Buffer.from(JSON.stringify({ version: 1, editables: { t_01: editable } })),
  });
  const codes = warnings.map(({ code }) => code).filter((code) => code.startsWith('text_'));
  return { room: editables['t_01']?.room, codes, lottie };
}

// The margin is a twentieth of the shorter side: 10 pixels.
test.each([
  ['to the right edge', text(at(100, 50)), { width: 290, height: 140 }],
  ['with a smaller margin at its start', text(at(4, 50)), { width: 392, height: 140 }],
  ['to the left edge', text(at(300, 50), { j: 1 }), { width: 290, height: 140 }],
  ['on both sides of centered text', text(at(150, 50), { j: 2 }), { width: 280, height: 140 }],
  [
    'in the pixels of a scaled layer',
    text(ks(still([100, 50, 0]), { s: still([200, 50, 100]) })),
    { width: 145, height: 280 },
  ],
  [
    'along a turned text',
    text(ks(still([100, 50, 0]), { r: still(90) })),
    { width: 140, height: 90 },
  ],
  [
    'where it rests after it has come in',
    text(moving([0, -300, 50], [20, 100, 50])),
    { width: 290, height: 140 },
  ],
  [
    'in the narrowest place where it rests',
    text(moving([0, 100, 50], [20, 100, 50], [25, 200, 50])),
    { width: 190, height: 140 },
  ],
  [
    'where it drifts a little',
    text(moving([0, 100, 50], [60, 104, 50])),
    { width: expect.closeTo(286, 0), height: 140 },
  ],
])('a point text has the room %s', async (_, layer, room) => {
  expect(await imported([layer])).toMatchObject({ room, codes: ['text_fitted_to_frame'] });
});

test('the edges of a precomp around the text bound its room', async () => {
  const inner = { id: 'inner', layers: [text(at(20, 50))] };
  const outer = { ...time, ty: 0, nm: 'in', refId: 'inner', w: 150, h: 100, ks: at(100, 50) };
  const { room } = await imported([outer], undefined, [inner]);
  expect(room).toEqual({ width: 130, height: 50 });
});

test('a parent moves the text', async () => {
  const parent = { ...time, ty: 3, nm: 'at', ind: 1, ks: at(60, 0) };
  const { room } = await imported([parent, text(at(40, 50), {}, { parent: 1 })]);
  expect(room).toEqual({ width: 290, height: 140 });
});

const animator = (values: object) => ({ a: [{ s: { t: 0, b: 1, r: 1 }, a: values }] });
test.each([
  ['letters that move', text(at(100, 50)), animator({ p: still([0, 9]) })],
  ['a tracking animator', text(at(100, 50)), animator({ t: still(10) })],
  ['a path', text(at(100, 50)), { p: { m: 0 } }],
])('a text with %s has no room', async (_, layer, more) => {
  const changed = { ...layer, t: { ...layer.t, ...more } };
  expect(await imported([changed])).toMatchObject({ room: undefined, codes: ['text_without_box'] });
});

test.each([
  ['that crosses the frame', text(moving([0, 500, 50], [60, -500, 50]))],
  ['outside of the frame', text(at(-10, 50))],
  ['in 3D', text(at(100, 50), {}, { ddd: 1 })],
  ['that resizes itself', text(at(100, 50), { rs: 1 })],
  ['that is justified', text(at(100, 50), { j: 3 })],
  ['with a sample of a thousand characters', text(at(100, 50), { t: 'a'.repeat(1000) })],
  ['that never shows', text(ks(still([100, 50, 0]), { o: still(0) }))],
  ['without a size', text(ks(still([100, 50, 0]), { s: still([0, 0, 0]) }))],
  ['at an endless place', text(ks(still([1e308, -1e308, 0])))],
])('a text %s has no room', async (_, layer) => {
  expect(await imported([layer])).toMatchObject({ room: undefined, codes: ['text_without_box'] });
});

test('animators of opacity alone leave the room', async () => {
  const layer = text(at(100, 50));
  const faded = { ...layer, t: { ...layer.t, ...animator({ o: still(0) }) } };
  expect((await imported([faded])).room).toEqual({ width: 290, height: 140 });
});

test.each([[{ box: false }], [{ box: { width: 90, height: 40 } }], [{ max_width: 90 }]])(
  'template.json decides: %j',
  async (editable) => {
    expect(await imported([text(at(100, 50))], editable)).toMatchObject({
      room: undefined,
      codes: [],
    });
  },
);

test('a room in the file itself is not used', async () => {
  const room = { width: 'x', height: {} };
  const { lottie } = await imported([
    text(at(-10, 50), { room }),
    text(at(9, 9), { room }, { nm: 'other' }),
  ]);
  expect(JSON.stringify(lottie)).not.toContain('"room"');
});
