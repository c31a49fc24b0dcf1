import { expect, test } from 'vitest';
import { draw } from './normalise/pixels.fixture.ts';
import { parseLottie } from './parse.ts';

type Path = { v: number[][]; i: number[][]; o: number[][]; c: boolean };

const still = (k: unknown) => ({ a: 0, k });
const ks = {
  o: still(100),
  p: still([100, 100, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
};
const timing = { ip: 0, op: 60, st: 0, sr: 1 };
const circle = (radius: number): Path => {
  const tangent = radius * 0.5519;
  return {
    c: true,
    v: [
      [0, -radius],
      [radius, 0],
      [0, radius],
      [-radius, 0],
    ],
    i: [
      [-tangent, 0],
      [0, -tangent],
      [tangent, 0],
      [0, tangent],
    ],
    o: [
      [tangent, 0],
      [0, tangent],
      [-tangent, 0],
      [0, -tangent],
    ],
  };
};
/** The path as lottie-web changes it. */
const absolute = ({ v, i, o, c }: Path): Path => {
  const movePoints = (list: number[][]) =>
    list.map(([x = 0, y = 0], n) => [x + (v[n]?.[0] ?? 0), y + (v[n]?.[1] ?? 0)]);
  return { v, i: movePoints(i), o: movePoints(o), c };
};

/** A document whose circles are written by `pathOf`, in all places that have paths. */
function documentWith(
  pathOf: (path: Path) => Path,
  played: { layer?: object; documentFields?: object },
) {
  const path = (radius: number) => ({ ty: 'sh', ks: still(pathOf(circle(radius))) });
  const fill = { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) };
  const moving = {
    a: 1,
    k: [
      {
        t: 0,
        s: [pathOf(circle(40))],
        e: [pathOf(circle(80))],
        i: { x: 1, y: 1 },
        o: { x: 0, y: 0 },
      },
      { t: 20, s: [pathOf(circle(80))] },
    ],
  };
  const groups = [
    { ty: 'gr', it: [{ ty: 'gr', it: [path(30)] }, fill] },
    { ty: 'sh', ks: moving },
  ];
  const shape = { ...timing, ty: 4, nm: 'circle', ks, shapes: groups, ...played.layer };
  const mask = { mode: 'a', o: still(100), pt: still(pathOf(circle(25))) };
  const masked = {
    ...timing,
    ty: 0,
    nm: 'inner',
    refId: 'inner',
    ks,
    w: 200,
    h: 200,
    hasMask: true,
    masksProperties: [mask],
  };
  const isPlayed = played.documentFields !== undefined;
  const scaled = { ty: 'tr', p: still([0, 0]), s: still([40, 40]), _render: true };
  const letter = [{ ty: 'gr', it: [path(10), ...(isPlayed ? [scaled] : [])] }];
  const data = isPlayed
    ? { shapes: [...letter, { ty: 'no', _render: true }], ip: 0, op: 99999, st: 0, sr: 1, ks }
    : { shapes: letter };
  const char = { ch: 'A', fFamily: 'Own', style: 'Bold', size: 20, w: 50, data };
  const inner = [shape];
  return JSON.stringify({
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 200,
    h: 200,
    assets: [{ id: 'inner', layers: inner }],
    layers: [shape, { ...masked, ...played.layer, ...(played.layer && { layers: inner }) }],
    ...(!played.layer || played.documentFields ? { chars: [char] } : {}),
    ...played.documentFields,
  });
}

const COMPLETED = { completed: true };
const WHOLE = { __complete: true };

test.each([
  ['a document', {}, WHOLE],
  ['a document and its layers', COMPLETED, WHOLE],
])('paths of %s that a player has changed are read as they were', (_, layer, documentFields) => {
  const { v: _version, ...parsedFields } = parseLottie(
    documentWith(absolute, { layer, documentFields }),
  );
  const { v: _own, ...exported } = parseLottie(documentWith((path) => path, {}));
  expect(parsedFields).toEqual(exported);
});

test('paths of single layers that a player has changed are read as they were', () => {
  const parsedDocument = parseLottie(documentWith(absolute, { layer: COMPLETED }));
  const { chars: _, ...exported } = parseLottie(documentWith((path) => path, {}));
  expect(parsedDocument).toEqual(exported);
});

test('a saved animation is drawn round, with its colors of an old version', () => {
  const saved = parseLottie(
    documentWith(absolute, { documentFields: { ...WHOLE, v: '4.0.0', chars: undefined } }),
  );
  const { at } = draw(saved, 20);
  // Inside of the circle, and beside it in the corner.
  expect([at(100, 75), at(155, 155)]).toEqual([
    [0, 0, 255],
    [255, 255, 255],
  ]);
});

test.each([
  ['no flag', { __complete: false }],
  [
    'points that are no numbers',
    {
      ...WHOLE,
      layers: [
        {
          ty: 4,
          ks,
          shapes: [{ ty: 'sh', ks: still({ v: [null, ['a']], i: [[1, 2]], o: 5 }) }, null],
        },
      ],
    },
  ],
  [
    'no shapes',
    { ...WHOLE, layers: [{ ty: 4, ks, shapes: 7, masksProperties: [null, { pt: 3 }] }] },
  ],
])('a document with %s is read', (_, documentFields) => {
  expect(() => parseLottie(documentWith((path) => path, { documentFields }))).not.toThrow();
});
