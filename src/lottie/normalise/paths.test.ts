import { describe, expect, test } from 'vitest';
import { normalise } from './index.ts';
import { documentOf, draw, square, still, transform } from './pixels.fixture.ts';

const [BLUE, WHITE] = [
  [0, 0, 255],
  [255, 255, 255],
];
const FILL = { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) };
const RECTANGLE = { ty: 'rc', d: 1, p: still([0, 0]), s: still([60, 60]), r: still(0) };
const ELLIPSE = { ty: 'el', p: still([0, 0]), s: still([60, 60]) };
const shapes = (...list: unknown[]) => documentOf([square({ shapes: list })]);
const moving = (from: number, to: number) => ({
  a: 1,
  k: [
    { t: 0, s: [from], o: { x: [0], y: [0] }, i: { x: [1], y: [1] } },
    { t: 20, s: [to] },
  ],
});

describe('zig-zag', () => {
  const zigZag = (size: unknown, ridges: unknown = still(1)) =>
    shapes(RECTANGLE, { ty: 'zz', s: size, r: ridges, pt: still(1) }, FILL);

  test('puts ridges on the edges, and moves the corners to the other side', () => {
    const { at, warnings } = draw(zigZag(still(20)));
    for (const [x, y] of [
      [145, 100],
      [55, 100],
      [100, 145],
      [100, 55],
    ] as const)
      expect(at(x, y)).toEqual(BLUE);
    expect(at(128, 72)).toEqual(WHITE);
    expect(warnings).toEqual([]);
  });

  test('its size can be animated', () => {
    expect(draw(zigZag(moving(0, 20)), 0).at(128, 72)).toEqual(BLUE);
    expect(draw(zigZag(moving(0, 20)), 20).at(145, 100)).toEqual(BLUE);
  });

  test.each([1e308, 1e6, '9', null, [[]]])(
    'with %j ridges does not grow the document',
    (ridges) => {
      const { lottie } = draw(zigZag(still(20), still(ridges)));
      expect(JSON.stringify(lottie).length).toBeLessThan(10_000);
    },
  );

  test('with an easing that overshoots does not grow the document', () => {
    const far = { o: { x: [0], y: [1e7] }, i: { x: [1], y: [1e7] } };
    const keys = [
      { t: 0, s: [1], ...far },
      { t: 10, s: [2] },
    ];
    const { lottie } = draw(zigZag(still(20), { a: 1, k: keys }));
    expect(JSON.stringify(lottie).length).toBeLessThan(50_000);
  });

  test('with too many ridges is a warning', () => {
    const codes = draw(zigZag(still(20), still(1e6))).warnings.map(({ code }) => code);
    expect(codes).toEqual(['shape_unsupported']);
  });
});

describe('round corners', () => {
  test('do not change curves', () => {
    const { at } = draw(shapes(ELLIPSE, FILL, { ty: 'rd', r: still(50) }));
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const place = (radius: number): [number, number] => {
        const angle = (degrees * Math.PI) / 180;
        return [99.5 + radius * Math.cos(angle), 99.5 + radius * Math.sin(angle)].map(
          Math.round,
        ) as [number, number];
      };
      expect(at(...place(28))).toEqual(BLUE);
      expect(at(...place(32))).toEqual(WHITE);
    }
  });

  test('cut the corners of a rectangle', () => {
    const round = (r: unknown, frame = 0) =>
      draw(shapes(RECTANGLE, { ty: 'rd', r }, FILL), frame).at(73, 73);
    expect(round(still(0))).toEqual(BLUE);
    expect(round(still(20))).toEqual(WHITE);
    expect(round(moving(0, 20), 20)).toEqual(WHITE);
  });
});

test('a path whose number of points changes is drawn', () => {
  const at = (t: number, v: number[][]) => {
    const zero = v.map(() => [0, 0]);
    return { t, s: [{ v, i: zero, o: zero, c: true }], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } };
  };
  const three = [
    [-30, -30],
    [30, -30],
    [30, 30],
  ];
  const ks = { a: 1, k: [at(0, [...three, [-30, 30]]), at(20, three)] };
  const path = shapes({ ty: 'sh', ks }, FILL);
  expect(draw(path, 0).at(75, 120)).toEqual(BLUE);
  expect(draw(path, 20).at(75, 120)).toEqual(WHITE);
  expect(draw(path, 20).at(120, 80)).toEqual(BLUE);
});

describe('mask expansion', () => {
  const corners = [
    [-10, -10],
    [10, -10],
    [10, 10],
    [-10, 10],
  ];
  const masked = (x: unknown, v = corners) => {
    const zero = v.map(() => [0, 0]);
    const pt = still({ v, i: zero, o: zero, c: true });
    return documentOf([
      square({ hasMask: true, masksProperties: [{ mode: 'a', pt, o: still(100), x }] }),
    ]);
  };

  test.each([corners, corners.toReversed()])('moves the edges outward', (...v) => {
    const { at, warnings } = draw(masked(still(9), v as number[][]));
    expect(at(117, 117)).toEqual(BLUE);
    expect(at(123, 100)).toEqual(WHITE);
    expect(warnings).toEqual([]);
  });

  test('can be animated, and can leave nothing', () => {
    expect(draw(masked(moving(0, 10)), 0).at(115, 100)).toEqual(WHITE);
    expect(draw(masked(moving(0, 10)), 20).at(115, 100)).toEqual(BLUE);
    expect(draw(masked(still(-20))).at(100, 100)).toEqual(WHITE);
  });
});

test.each([still(1.2), moving(1.2, 1.2)])('copies of a repeater are rounded up', (c) => {
  const tr = { ...transform({ p: still([40, 0]) }), so: still(100), eo: still(100), ty: 'tr' };
  const small = { ...RECTANGLE, s: still([20, 20]) };
  const { at } = draw(shapes(small, FILL, { ty: 'rp', c, o: still(0), m: 1, tr }));
  expect(at(140, 100)).toEqual(BLUE);
  expect(at(180, 100)).toEqual(WHITE);
});

test('a skew follows its axis', () => {
  const ks = transform({ sk: still(45), sa: still(45) });
  const { at } = draw(documentOf([square({ ks })]));
  expect(at(100, 150)).toEqual(BLUE);
  expect(at(100, 50)).toEqual(BLUE);
  expect(at(140, 100)).toEqual(WHITE);
});

describe('keyframes of a path', () => {
  const path = (v: number[][], c = true) => {
    const zeros = v.map(() => [0, 0]);
    return { v, i: zeros, o: zeros, c };
  };
  const TRIANGLE = path([
    [-40, -40],
    [40, -40],
    [40, 40],
  ]);
  const SQUARE = path([...TRIANGLE.v, [-40, 40]]);
  const LINE = path([
    [-40, -40],
    [40, -40],
  ]);
  const keyed = (...paths: object[]) => ({
    a: 1,
    k: paths.map((shape, n) => ({ t: 10 * n, s: [shape], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } })),
  });
  /** Whether the upper right and the lower left corner are painted at the keyframes. */
  const corners = (...paths: object[]) => {
    const source = shapes({ ty: 'sh', ks: keyed(...structuredClone(paths)) }, FILL);
    return paths.map((_, n) => {
      const { at } = draw(source, 10 * n);
      return [at(125, 75), at(75, 125)].map(([red]) => red === 0);
    });
  };
  const [UPPER, ALL, NONE] = [
    [true, false],
    [true, true],
    [false, false],
  ];

  test.each<[string, object[], unknown[], string[]]>([
    ['as many', [SQUARE, SQUARE], [ALL, ALL], []],
    ['more', [TRIANGLE, SQUARE, TRIANGLE], [UPPER, UPPER, UPPER], ['path_points_left_out']],
    ['fewer', [SQUARE, TRIANGLE], [ALL, UPPER], ['preview_differs']],
    ['fewer and more', [TRIANGLE, LINE, SQUARE], [UPPER, NONE, UPPER], ['both']],
    ['no', [SQUARE, path([])], [ALL, NONE], ['preview_differs']],
  ])('with %s points', (_, paths, expected, codes) => {
    expect(corners(...paths)).toEqual(expected);
    const source = shapes({ ty: 'sh', ks: keyed(...structuredClone(paths)) }, FILL);
    const foundCodes = draw(source).warnings.map(({ code }) => code);
    const both = ['preview_differs', 'path_points_left_out'];
    expect(foundCodes).toEqual(codes[0] === 'both' ? both : codes);
  });

  test('do not fill the memory when many short ones follow a long one', () => {
    const long = path(Array.from({ length: 3000 }, (_, n) => [n, n % 2]));
    const short = Array.from({ length: 3000 }, () => path([[0, 0]]));
    const source = shapes({ ty: 'sh', ks: keyed(long, ...short) }, FILL);
    const { lottie } = normalise(source);
    expect(JSON.stringify(lottie).length).toBeLessThan(50_000_000);
  });

  test('have the ends of the first', () => {
    const stroke = { ty: 'st', c: still([0, 0, 1, 1]), o: still(100), w: still(6) };
    const colorAtLeft = (...paths: object[]) => {
      return draw(shapes({ ty: 'sh', ks: keyed(...paths) }, stroke), 5).at(60, 100);
    };
    const open = path(SQUARE.v, false);
    expect([colorAtLeft(open, SQUARE), colorAtLeft(SQUARE, open)]).toEqual([WHITE, BLUE]);
  });

  test('of a mask have as many points as the first', () => {
    const mask = { mode: 'a', o: still(100), pt: keyed(TRIANGLE, SQUARE) };
    const { at } = draw(documentOf([square({ hasMask: true, masksProperties: [mask] })]), 10);
    expect([at(120, 80), at(80, 120)]).toEqual([BLUE, WHITE]);
  });
});

test.each([
  ['clockwise', 1, [WHITE, BLUE]],
  ['clockwise', 2, [WHITE, BLUE]],
  ['counterclockwise', 3, [BLUE, WHITE]],
  ['counterclockwise', undefined, [BLUE, WHITE]],
])('a rectangle runs %s with the direction %j', (_, d, expected) => {
  const stroke = { ty: 'st', c: still([0, 0, 1, 1]), o: still(100), w: still(6) };
  const half = { ty: 'tm', s: still(0), e: still(50), o: still(0), m: 1 };
  const drawing = (...more: object[]) => {
    const { at } = draw(shapes({ ...RECTANGLE, d }, ...more, half, stroke));
    return [at(100, 70), at(100, 130)];
  };
  expect(drawing()).toEqual(expected);
  expect(drawing({ ty: 'rd', r: still(5) })).toEqual(expected);
});
