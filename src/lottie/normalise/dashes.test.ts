import { expect, test } from 'vitest';
import { documentOf, draw, square, still } from './pixels.fixture.ts';

const dash = (n: string, length: number) => ({ n, v: still(length) });
const [DASH, GAP, OFFSET] = [dash('d', 20), dash('g', 10), dash('o', 15)];
const moving = {
  a: 1,
  k: [
    { t: 0, s: [0] },
    { t: 15, s: [15] },
  ],
};

/** The pixels of a horizontal line from 0 to 200 that are blue, as [start, end] of each dash. */
function dashes(d: unknown, frame = 0, stroke: object = {}): [number, number][] {
  const line = {
    c: false,
    v: [
      [-100, 0],
      [100, 0],
    ],
    i: [
      [0, 0],
      [0, 0],
    ],
    o: [
      [0, 0],
      [0, 0],
    ],
  };
  const paint = { ty: 'st', c: still([0, 0, 1, 1]), o: still(100), w: still(8), lc: 1, d };
  const shapes = [
    {
      ty: 'gr',
      it: [
        { ty: 'sh', ks: still(line) },
        { ...paint, ...stroke },
      ],
    },
  ];
  const { at } = draw(documentOf([square({ shapes })]), frame);
  const isBlue = (x: number) => x >= 0 && x < 200 && at(x, 100)[0] < 128;
  const ends = Array.from({ length: 201 }, (_, x) => x).filter((x) => isBlue(x) !== isBlue(x - 1));
  return ends.flatMap((x, n) => (n % 2 === 0 ? [[x, ends[n + 1] ?? 200]] : []));
}

const WITHOUT_OFFSET = [
  [0, 20],
  [30, 50],
  [60, 80],
  [90, 110],
  [120, 140],
  [150, 170],
  [180, 200],
];
const MOVED_BY_15 = [
  [0, 5],
  [15, 35],
  [45, 65],
  [75, 95],
  [105, 125],
  [135, 155],
  [165, 185],
  [195, 200],
];

test.each([
  ['without an offset', [DASH, GAP], WITHOUT_OFFSET],
  ['with an offset at the end', [DASH, GAP, OFFSET], MOVED_BY_15],
  ['with an offset at the start', [OFFSET, DASH, GAP], MOVED_BY_15],
  ['with an offset in the middle', [DASH, OFFSET, GAP], MOVED_BY_15],
  ['with two offsets, of which the last counts', [dash('o', 3), DASH, GAP, OFFSET], MOVED_BY_15],
  ['with lengths that have no names', [{ v: still(20) }, { v: still(10) }], WITHOUT_OFFSET],
  ['with entries that cannot be read', [null, { n: 'o' }, DASH, 'g', GAP], WITHOUT_OFFSET],
  [
    'of one length',
    [dash('d', 40)],
    [
      [0, 40],
      [80, 120],
      [160, 200],
    ],
  ],
  [
    'of three lengths',
    [dash('d', 40), dash('g', 10), dash('d', 20)],
    [
      [0, 40],
      [50, 70],
      [110, 120],
      [140, 180],
      [190, 200],
    ],
  ],
  ['with an offset alone', [OFFSET], [[0, 200]]],
  ['without lengths', [], [[0, 200]]],
])('draws dashes %s', (_, d, expected) => {
  expect(dashes(d)).toEqual(expected);
});

test('moves dashes by an animated offset before them', () => {
  expect(dashes([{ n: 'o', v: moving }, DASH, GAP], 15)).toEqual(MOVED_BY_15);
});

test('draws dashes of a gradient stroke', () => {
  const colors = { p: 2, k: still([0, 0, 0, 1, 1, 0, 0, 1]) };
  const gradient = { ty: 'gs', t: 1, s: still([-100, 0]), e: still([100, 0]), g: colors };
  expect(dashes([DASH, GAP], 0, gradient)).toEqual(WITHOUT_OFFSET);
});

test('draws dots where dashes have no length but round ends', () => {
  const dots = dashes([dash('d', 0), dash('g', 50)], 0, { lc: 2 });
  expect(dots).toEqual([
    [0, 4],
    [46, 54],
    [96, 104],
    [146, 154],
  ]);
});
