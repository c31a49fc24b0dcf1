import { describe, expect, test } from 'vitest';
import { normalise } from './index.ts';
import { documentOf, draw, square, still, transform } from './pixels.fixture.ts';

const turned = (ks: object, more: object = {}) =>
  square({ ddd: 1, ks: { ...transform(), r: undefined, ...ks }, ...more });
const fill = (c: number[]) => [
  { ty: 'rc', p: still([0, 0]), s: still([60, 60]), r: still(0) },
  { ty: 'fl', c: still(c), o: still(100) },
];
const camerasIn = (...layers: Parameters<typeof documentOf>[0]) =>
  normalise(documentOf(layers)).lottie.layers.filter(({ ty }) => ty === 13);
const CAMERA = {
  ty: 13,
  ind: 9,
  nm: 'camera',
  ddd: 1,
  ip: 0,
  op: 60,
  st: 0,
  pe: still(400),
  ks: { a: still([100, 100, 0]), p: still([100, 100, -400]), o: still(100) },
} as never;

test('a layer begins and ends as in players if its times are slightly behind a frame', () => {
  const isShown = (more: object, frame: number) =>
    draw(documentOf([square(more)]), frame).at(100, 100)[0] === 0;
  for (const frame of [7, 22, 40]) {
    const time = frame * (1 + 4e-8);
    expect([0, 1].map((n) => isShown({ ip: time }, frame + n))).toEqual([false, true]);
    expect([0, 1].map((n) => isShown({ op: time }, frame + n))).toEqual([true, false]);
  }
  expect(isShown({ ip: 6.9999 }, 7)).toBe(true);
});

describe('3D layers', () => {
  test('are seen through the default camera of After Effects', () => {
    const [camera] = camerasIn(turned({ ry: still(45) }));
    // Skottie draws with a zoom that is a pixel shorter.
    expect(camera).toMatchObject({ pe: { k: (200 * 50) / 36 + 1 } });
    const front = [
      { ty: 'rc', p: still([0, 0]), s: still([180, 180]), r: still(0) },
      { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) },
    ];
    const wholeDrawing = draw(documentOf([turned({ ry: still(180) }, { shapes: front })]));
    expect([9, 10, 189, 190].map((x) => Math.round(wholeDrawing.at(x, 100)[0] / 255))).toEqual([
      1, 0, 0, 1,
    ]);
    // At twice the distance, a layer has half of its size.
    const { at } = draw(documentOf([turned({ p: still([100, 100, (200 * 50) / 36]) })]));
    expect(at(100 + 13, 100)).toEqual([0, 0, 255]);
    expect(at(100 + 17, 100)).toEqual([255, 255, 255]);
  });

  test('have no other camera when there is one, or when they stay in the plane', () => {
    expect(camerasIn(turned({ ry: still(45) }), CAMERA)).toHaveLength(1);
    expect(camerasIn(turned({ ry: still(0), or: still([0, 0, 30]) }))).toHaveLength(0);
    expect(camerasIn(square({ ks: transform({ ry: still(45) }) }))).toHaveLength(0);
  });

  test('have the camera also in a precomp, for as long as its layers', () => {
    const layer = turned({ rx: still(30) }, { op: 900 });
    const shownLayer = square({ ty: 0, refId: 'in', w: 100, h: 100 });
    const { lottie } = normalise(
      documentOf([shownLayer], { assets: [{ id: 'in', layers: [layer] }] }),
    );
    const [inner] = lottie.assets as unknown as { layers: object[] }[];
    expect(inner?.layers[1]).toMatchObject({ ty: 13, op: 900, pe: { k: (100 * 50) / 36 + 1 } });
  });

  test('are drawn by depth, the nearest on top', () => {
    const near = { p: still([100, 100, -10]) };
    const far = turned({ p: still([100, 100, 50]) });
    const red = turned(near, { ind: 2, shapes: fill([1, 0, 0, 1]) });
    expect(draw(documentOf([far, red])).at(100, 100)).toEqual([255, 0, 0]);
    // A flat layer between them keeps the order of the list.
    const flat = square({ ind: 3, shapes: [] });
    expect(draw(documentOf([far, flat, red])).at(100, 100)).toEqual([0, 0, 255]);
  });

  test('are a warning only where the drawing differs', () => {
    const codes = (...layers: Parameters<typeof documentOf>[0]) =>
      normalise(documentOf(layers)).warnings.map(({ code }) => code);
    const [design, preview] = ['perspective_differs', 'preview_differs'];
    expect(codes(turned({ rx: still(0), ry: still(0) }))).toEqual([]);
    expect(codes(turned({ rx: still(0), ry: still(0) }), CAMERA, CAMERA)).toEqual([preview]);
    expect(codes(turned({ ry: still(1) }))).toEqual([]);
    expect(codes(turned({ ry: still(5) }))).toEqual([preview]);
    expect(codes(turned({ ry: still(180) }))).toEqual([]);
    expect(codes(turned({ ry: still(40) }))).toEqual([preview]);
    expect(codes(turned({ ry: still(40) }), CAMERA, CAMERA)).toEqual([preview, design]);
    const between = (s: number[], end: number[]) => ({
      a: 1,
      k: [
        { t: 0, s },
        { t: 30, s: end },
      ],
    });
    expect(codes(turned({ rx: between([0], [360]) }))).toEqual([preview]);
    const p = between([100, 100, 0], [100, 100, 300]);
    expect(codes(turned({ p }))).toEqual([preview]);
    expect(codes(turned({ p }), turned({ ry: still(40) }))).toEqual([preview, preview, design]);
  });

  test.each([
    null,
    7,
    'x',
    { k: {} },
    { k: [null] },
    { a: 1, k: [] },
    { k: [1e308, 1e308, 1e308] },
  ])('survives the value %j', (value) => {
    const layer = turned({ rx: value, ry: value, or: value, p: value });
    expect(draw(documentOf([layer, layer])).at(0, 0)).toHaveLength(3);
  });
});
