import { expect, test } from 'vitest';
import { documentOf, draw, square, still, transform } from './normalise/pixels.fixture.ts';
import { parseLottie } from './parse.ts';
import { fixTimeMaps } from './time-maps.ts';

const LINEAR = { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } };
const mapped = (...keys: [frame: number, seconds: number, more?: object][]) => ({
  a: 1,
  k: keys.map(([t, seconds, more]) => ({ t, s: [seconds], ...LINEAR, ...more })),
});

/** The inner frame that a precomp layer of 60 frames shows at a frame; undefined if it is empty. */
function innerFrame(more: object, frame: number): number | undefined {
  const x = { a: 1, k: [0, 60].map((t) => ({ t, s: [20 + 2 * t], ...LINEAR })) };
  const bar = [
    { ty: 'rc', d: 1, p: still([0, 0]), s: still([4, 40]), r: still(0) },
    { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) },
  ];
  const inner = square({ shapes: bar, ks: transform({ p: { s: true, x, y: still(100) } }) });
  const place = { ks: transform({ p: still([0, 0, 0]) }), w: 200, h: 200, shapes: undefined };
  const layer = square({ ty: 0, refId: 'in', ...place, ...more });
  const source = JSON.stringify(documentOf([layer], { assets: [{ id: 'in', layers: [inner] }] }));
  const { at } = draw(parseLottie(source), frame);
  const blue = Array.from({ length: 200 }, (_, n) => n).filter((n) => at(n, 100)[0] < 128);
  if (blue.length === 0) return undefined;
  return Math.round(((blue[0] ?? 0) + 2 - 20) / 2);
}

test.each<[string, object, [frame: number, inner: number | undefined][]]>([
  [
    'backwards',
    { sr: -1, st: 60 },
    [
      [0, undefined],
      [1, 59],
      [30, 30],
      [59, 1],
    ],
  ],
  [
    'backwards from its start',
    { sr: -1, st: 30 },
    [
      [0, 30],
      [20, 10],
      [40, undefined],
    ],
  ],
  [
    'backwards at half speed',
    { sr: -2, st: 60 },
    [
      [0, 30],
      [20, 20],
      [40, 10],
    ],
  ],
  [
    'forwards at half speed',
    { sr: 2 },
    [
      [0, 0],
      [20, 10],
      [40, 20],
    ],
  ],
  [
    'by a map, backwards from its end',
    { tm: mapped([0, 2], [60, 0]) },
    [
      [0, 59],
      [1, 59],
      [30, 30],
    ],
  ],
  [
    'by a map, to its end',
    { tm: mapped([0, 0], [30, 2]) },
    [
      [15, 30],
      [30, 59],
      [50, 59],
    ],
  ],
  [
    'by a map, through its end',
    { tm: mapped([0, 1], [20, 2], [40, 1]) },
    [
      [10, 45],
      [20, 59],
      [30, 45],
    ],
  ],
  [
    'by a map, held at its end',
    { tm: mapped([0, 2, { h: 1 }], [20, 0]) },
    [
      [0, 59],
      [19, 59],
      [20, 0],
    ],
  ],
  [
    'by a map, to its end and at once elsewhere',
    { tm: mapped([0, 0], [20, 1], [20, 2], [40, 0]) },
    [
      [10, 15],
      [20, 59],
      [30, 30],
    ],
  ],
  [
    'by a map, to its end and then elsewhere',
    { tm: mapped([0, 0], [30, 2], [30.005, 1], [60, 0]) },
    [
      [15, 30],
      [30, 59],
      [45, 15],
    ],
  ],
  ['without a map', { tm: null }, [[30, 30]]],
  [
    'by a map, always at its end',
    { tm: still(2) },
    [
      [0, 59],
      [40, 59],
    ],
  ],
  [
    'by a map, beyond its end',
    { tm: mapped([0, 3], [60, 0]) },
    [
      [0, undefined],
      [40, 30],
    ],
  ],
])('a precomp layer plays %s', (_, more, expected) => {
  expect(expected.map(([frame]) => [frame, innerFrame(more, frame)])).toEqual(expected);
});

test('a clip has frames after the out-point of its layer, so its time map stays', () => {
  const tm = mapped([0, 2], [60, 0]);
  const lottie = parseLottie(
    JSON.stringify(
      documentOf([square({ ty: 2, refId: 'clip', tm })], {
        assets: [{ id: 'clip', w: 10, h: 10, p: 'a.png' }],
      }),
    ),
  );
  fixTimeMaps(lottie);
  expect(lottie.layers[0]?.tm).toEqual(tm);
});
