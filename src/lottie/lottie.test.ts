import { describe, expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { appearancesOf } from './appearance.ts';
import { normalise } from './normalise/index.ts';
import { parseLottie } from './parse.ts';
import { frameAt, frameCount } from './time.ts';
import type { Lottie } from './types.ts';
import { allLayers } from './walk.ts';

type Json = Record<string, unknown>;

const still = (k: unknown) => ({ a: 0, k });
const ks = (more: Json = {}) => ({
  o: still(100),
  r: still(0),
  p: still([0, 0, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
  ...more,
});
const shape = (...shapes: Json[]) => ({ ty: 4, nm: 'shape', ip: 0, op: 60, ks: ks(), shapes });
const document = (layers: Json[], more: Json = {}) => ({
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 100,
  h: 100,
  layers,
  ...more,
});
const parse = (layers: Json[], more: Json = {}): Lottie =>
  parseLottie(JSON.stringify(document(layers, more)));
const first = (lottie: Lottie) =>
  lottie.layers[0]?.shapes?.[0] as unknown as Record<string, { a: number; k: never }>;

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}

describe('parseLottie', () => {
  test('accepts what players accept: a byte order mark, missing in- and out-points, numbers as ids', () => {
    const lottie = parseLottie(
      `\uFEFF${JSON.stringify(document([{ ty: 0, refId: 7 }], { assets: [{ id: 7, layers: [{ ty: 3, op: null }] }] }))}`,
    );
    expect(lottie.layers[0]).toMatchObject({ ip: 0, op: 60, st: 0, sr: 1, refId: '7' });
  });

  test.each([
    [
      '{"name":"x"}',
      'a Lottie animation for a.json but received other JSON: it has no width ("w"),',
    ],
    [JSON.stringify(document([], { w: undefined })), 'but it has no width ("w").'],
  ])('says in words what %s lacks', (text, message) => {
    expect(() => parseLottie(text, 'a.json')).toThrow(message);
  });

  test.each([
    ['text', '"hello"', 'lottie_invalid'],
    ['a list', '[]', 'lottie_invalid'],
    ['half a document', '{"w": 1', 'lottie_malformed'],
    ['a rate of zero', JSON.stringify(document([{ ty: 3 }], { fr: 0 })), 'lottie_invalid'],
    [
      'a rate of nearly zero',
      JSON.stringify(document([{ ty: 3 }], { fr: 0.001 })),
      'lottie_invalid',
    ],
    ['a day', JSON.stringify(document([{ ty: 3 }], { fr: 1, op: 86_401 })), 'lottie_too_large'],
    ['a rate of a million', JSON.stringify(document([{ ty: 3 }], { fr: 1e6 })), 'lottie_too_large'],
    ['a year of frames', JSON.stringify(document([{ ty: 3 }], { op: 1e9 })), 'lottie_too_large'],
    ['a layer that is a number', JSON.stringify(document([1 as never])), 'lottie_invalid'],
    [
      'a layer whose start is text',
      JSON.stringify(document([{ ty: 3, ip: 'x' }])),
      'lottie_invalid',
    ],
    [
      'an asset without an id',
      JSON.stringify(document([{ ty: 3 }], { assets: [{}] })),
      'lottie_invalid',
    ],
  ])('rejects %s as %s', (_, text, code) => {
    expect(codeOf(() => parseLottie(text))).toBe(code);
  });
});

describe('time', () => {
  test('counts frames from the in-point, and drops a fraction of a frame at the end', () => {
    expect(frameCount({ ip: 10, op: 69.999 })).toBe(60);
    expect(frameCount({ ip: 0, op: 0.2 })).toBe(1);
    expect(frameAt(1, { ip: 10, op: 70, fr: 30 })).toBe(30);
    expect(frameAt(99, { ip: 10, op: 70, fr: 30 })).toBe(59);
    // A video's rate: 24000 frames in 1001 seconds.
    expect(frameAt(600, { ip: 0, op: 20_000, fr: 23.98 })).toBe(14_385);
  });

  test('a layer inside a shifted and stretched precomp shows at the right time', () => {
    const lottie = parse(
      [{ ty: 0, nm: 'outer', refId: 'c', st: 10, sr: 2, ks: ks(), w: 100, h: 100 }],
      {
        assets: [
          { id: 'c', layers: [{ ty: 1, nm: 'inner', ip: 5, op: 10, sw: 20, sh: 20, ks: ks() }] },
        ],
      },
    );
    const at = appearancesOf(lottie);
    const inner = (frame: number) => at(frame).some((a) => a.layer.nm === 'inner');
    // Frames 5–10 of the precomp are frames 10 + 2 × (5–10) outside.
    expect([19, 20, 29, 30].map(inner)).toEqual([false, true, true, false]);
    expect(allLayers(lottie).map((l) => l.path)).toEqual(['outer', 'outer > inner']);
  });
});

describe('normalise', () => {
  test('does not change its source', () => {
    const lottie = parse([shape({ ty: 'fl', c: still([1, 0, 0, 0.5]), o: still(100) })]);
    const copy = structuredClone(lottie);
    normalise(lottie);
    expect(lottie).toEqual(copy);
  });

  test('removes the fourth component of a color, and converts the colors of old files to 0–1', () => {
    const fill = { ty: 'fl', c: still([255, 127.5, 0, 255]), o: still(100) };
    expect(first(normalise(parse([shape(fill)], { v: '4.1.0' })).lottie)['c']?.k).toEqual([
      1, 0.5, 0, 1,
    ]);
    expect(
      first(normalise(parse([shape({ ...fill, c: still([1, 0.5, 0, 0.2]) })])).lottie)['c']?.k,
    ).toEqual([1, 0.5, 0, 1]);
  });

  test('writes a rounded star as a path with tangents', () => {
    const star = {
      ty: 'sr',
      sy: 1,
      pt: still(5),
      p: still([50, 50]),
      r: still(0),
      or: still(40),
      ir: still(20),
      os: still(100),
      is: still(0),
    };
    const path = first(normalise(parse([shape(star)])).lottie) as unknown as {
      ty: string;
      ks: { k: { v: number[][]; o: number[][] } };
    };
    expect(path.ty).toBe('sh');
    expect(path.ks.k.v).toHaveLength(10);
    expect(path.ks.k.v[0]?.map(Math.round)).toEqual([50, 10]);
    expect(path.ks.k.o[0]?.[0]).toBeCloseTo((2 * Math.PI * 40) / 20);
  });

  test('repeats looped keyframes until the layer ends', () => {
    const rotation = {
      a: 1,
      k: [
        { t: 0, s: [0], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
        { t: 20, s: [90] },
      ],
      x: "var $bm_rt;\n$bm_rt = loopOut('cycle');",
    };
    const { lottie, warnings } = normalise(parse([{ ...shape(), ks: ks({ r: rotation }) }]));
    const keys = lottie.layers[0]?.ks?.r?.k as { t: number }[];
    expect(keys.map((key) => Math.round(key.t))).toEqual([0, 20, 20, 40, 40, 60]);
    expect(warnings).toEqual([]);
  });

  test('reports an expression that it cannot run, with the layer’s path', () => {
    const { warnings } = normalise(
      parse([
        {
          ...shape(),
          nm: 'shaky',
          ks: ks({ p: { a: 0, k: [0, 0], x: 'var $bm_rt;\n$bm_rt = wiggle(2, 30);' } }),
        },
      ]),
    );
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'expression_unsupported', layer_path: 'shaky' }),
    ]);
  });

  test('gives mattes the layer index that Skottie needs', () => {
    const { lottie } = normalise(
      parse([
        { ...shape(), td: 1, hd: false },
        { ...shape(), tt: 1 },
      ]),
    );
    expect(lottie.layers.map((l) => l.ind)).toEqual([1, 2]);
    expect(lottie.layers[0]).not.toHaveProperty('hd');
  });

  test('eases each dimension by its own curve', () => {
    const scale = {
      a: 1,
      k: [
        { t: 0, s: [0, 0], o: { x: [0, 0.9], y: [0, 0] }, i: { x: [1, 1], y: [1, 0.1] } },
        { t: 10, s: [100, 100] },
      ],
    };
    const { lottie } = normalise(parse([{ ...shape(), ks: ks({ s: scale }) }]));
    const keys = lottie.layers[0]?.ks?.s?.k as unknown as { t: number; s: number[] }[];
    expect(keys).toHaveLength(11);
    expect(keys[5]?.s[0]).toBeCloseTo(50, 0);
    expect(keys[5]?.s[1]).toBeLessThan(45);
  });

  test('throws only AppError when random values replace parts of a document', () => {
    const seed = document([
      {
        ...shape({
          ty: 'gr',
          it: [
            {
              ty: 'sr',
              sy: 1,
              pt: still(5),
              p: still([0, 0]),
              or: still(9),
              ir: still(3),
              os: still(50),
              is: still(0),
              r: still(0),
            },
            { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100) },
            { ty: 'tr', ...ks(), sk: still(9), sa: still(30) },
          ],
        }),
        td: 1,
        masksProperties: [{ mode: 's', pt: still({ v: [], i: [], o: [], c: true }) }],
        ef: [{ ty: 5, mn: 'x', ef: [] }],
      },
      {
        ty: 5,
        nm: 't',
        ip: 0,
        op: 60,
        ks: ks(),
        t: { d: { k: [{ t: 0, s: { t: 'a', s: 10 } }] }, a: [] },
      },
    ]);
    const values = [
      null,
      true,
      'x',
      -1,
      1e308,
      [],
      {},
      [null],
      { k: null },
      { a: 1, k: [{ t: 'x' }] },
    ];
    let state = 1;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let round = 0; round < 3000; round++) {
      const broken = structuredClone(seed) as unknown;
      let node = broken as Record<string, unknown>;
      for (let depth = random(9); depth >= 0; depth--) {
        const keys = Object.keys(node);
        const key = keys[random(Math.max(1, keys.length))];
        if (key === undefined) break;
        const next = node[key];
        if (depth === 0 || typeof next !== 'object' || next === null)
          node[key] = structuredClone(values[random(values.length)]);
        else node = next as Record<string, unknown>;
      }
      const text = JSON.stringify(broken);
      try {
        normalise(parseLottie(text));
      } catch (error) {
        expect(error, text).toBeInstanceOf(AppError);
      }
    }
  });
});

describe('normalise limits how much a small file can grow', () => {
  test('by keyframes that are far apart on many properties', () => {
    const scale = {
      a: 1,
      k: [
        { t: 0, s: [0, 0], o: { x: [0, 0.9], y: [0, 0] }, i: { x: [1, 1], y: [1, 0.1] } },
        { t: 2900, s: [9, 9] },
      ],
    };
    const { lottie } = normalise(
      parse(Array.from({ length: 5000 }, () => ({ ...shape(), ks: ks({ s: scale }) }))),
    );
    const written = lottie.layers.map(({ ks: transform }) => (transform?.s?.k ?? []).length);
    expect(written[0]).toBe(2901);
    expect(written.reduce((sum, n) => sum + n, 0)).toBeLessThan(1_200_000);
    expect(lottie.layers.at(-1)?.ks?.s?.k).toHaveLength(2);
  });

  test('by expressions that refer to large properties', () => {
    const big = {
      ty: 'sh',
      nm: 'big',
      ks: still({ v: Array.from({ length: 20_000 }, () => [0, 0]), i: [], o: [], c: true }),
    };
    const refers = {
      ty: 'sh',
      nm: 'small',
      ks: { ...still(0), x: "var $bm_rt;\n$bm_rt = content('big').path;" },
    };
    const { lottie, warnings } = normalise(
      parse([{ ...shape(big, ...Array.from({ length: 500 }, () => refers)) }]),
    );
    expect(JSON.stringify(lottie).length).toBeLessThan(20_000_000);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'expression_unsupported' }));
  });

  test('by a very long expression', () => {
    const x = `$bm_rt = ${"content('".repeat(200_000)}`;
    expect(
      normalise(parse([{ ...shape(), ks: ks({ r: { ...still(0), x } }) }])).warnings,
    ).toHaveLength(1);
  });
});

test('names of fonts have a limit, and a text that is no string becomes one', () => {
  const font = (more: object) => ({ fName: 'A', fFamily: 'A', ...more });
  const layer = { ty: 5, t: { d: { k: [{ s: { t: 5 } }, { s: { t: {} } }, null, { s: null }] } } };
  const fonts = (more: object) =>
    JSON.stringify(document([layer], { fonts: { list: [font(more)] } }));
  const long = 'x'.repeat(4097);
  for (const more of [{ fName: long }, { fFamily: long }, { fStyle: long }, { fPath: long }])
    expect(() => parseLottie(fonts(more))).toThrow('at most 4096 characters');
  const parsed = parseLottie(fonts({ fPath: `data:font/ttf;base64,${long}` }));
  expect(parsed.layers[0]?.t?.d.k.slice(0, 2).map(({ s }) => s.t)).toEqual(['5', '']);
});
