import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import { bakeDependents } from './bake.ts';
import { bakeExpressions } from './bake-expressions.ts';
import { freezeUnread } from './freeze-unread.ts';
import { composeLimits, importLimits, limitTask } from './limits.ts';

const still = (k: unknown, x?: string) => ({ a: 0, k, ...(x && { x: `var $bm_rt; ${x}` }) });

type Transform = { o?: string; r?: string; p?: string; s?: string };

function transform({ o, r, p, s }: Transform) {
  return {
    o: still(100, o),
    r: still(0, r),
    p: still([10, 20, 0], p),
    a: still([0, 0, 0]),
    s: still([100, 100, 100], s),
  };
}

const times = { ip: 0, op: 30, st: 0, sr: 1 };

function shape(nm: string, ind: number, code: Transform, otherFields: object = {}) {
  return { ...times, ty: 4, nm, ind, ks: transform(code), shapes: [], ...otherFields };
}

function animation(layers: unknown[], otherFields: object = {}): Lottie {
  const base = { v: '5.9.0', fr: 30, ip: 0, op: 30, w: 100, h: 100 };
  return { ...base, layers, ...otherFields } as unknown as Lottie;
}

const property = (lottie: Lottie, layer: number, key: 'o' | 'r' | 'p' | 's') =>
  lottie.layers[layer]?.ks?.[key] as { a: number; k: unknown; x?: string };

test('writes an even movement as two keyframes, and a constant as a value', async () => {
  const lottie = animation([
    shape('a', 1, { r: '$bm_rt = time * 90;', o: '$bm_rt = 40;', p: '$bm_rt = [1, 2];' }),
    shape('b', 2, { r: "$bm_rt = thisComp.layer('a').transform.rotation * 2;" }),
  ]);
  const { report } = await bakeExpressions(lottie);
  expect(report).toMatchObject({ written: 4, moving: 2, dependent: 0, leftOut: [] });
  expect(property(lottie, 0, 'o')).toEqual({ a: 0, k: 40 });
  expect(property(lottie, 0, 'p')).toMatchObject({ a: 0, k: [1, 2, 0] });
  expect(property(lottie, 0, 'r').k).toMatchObject([
    { t: 0, s: [0] },
    { t: 29, s: [87] },
  ]);
  expect(property(lottie, 1, 'r').k).toMatchObject([
    { t: 0, s: [0] },
    { t: 29, s: [174] },
  ]);
});

test('an expression that fails stays as it is, and the others are written', async () => {
  const lottie = animation([
    shape('good', 1, { o: '$bm_rt = 50;' }),
    shape('missing', 2, { o: "$bm_rt = thisComp.layer('gone').transform.opacity;" }),
    shape('broken', 3, { o: '$bm_rt = ;' }),
    shape('endless', 4, { o: 'while (true) {}' }),
  ]);
  const { report } = await bakeExpressions(lottie, { limits: { cpuMs: 4000 } });
  expect(property(lottie, 0, 'o').k).toBe(50);
  expect(report?.leftOut).toEqual([
    { layerPath: 'endless', reason: 'The expression takes too long.' },
    { layerPath: 'missing', reason: expect.stringContaining('"gone", which does not exist') },
    { layerPath: 'broken', reason: expect.stringContaining('yntax error') },
  ]);
  for (const layer of [1, 2, 3])
    expect(property(lottie, layer, 'o')).toMatchObject({ k: 100, x: expect.any(String) });
});

test('random numbers are the same in every run', async () => {
  const code = { r: '$bm_rt = wiggle(3, 20);', o: '$bm_rt = random(10, 90);' };
  const values = async () => {
    const lottie = animation([shape('a', 1, code)]);
    const { report } = await bakeExpressions(lottie);
    expect(report?.random).toBe(2);
    return JSON.stringify(lottie);
  };
  expect(await values()).toBe(await values());
});

test('expressions that depend on an editable are baked again', async () => {
  const text = {
    ...times,
    ty: 5,
    nm: 't_01',
    ind: 1,
    ks: transform({}),
    t: {
      d: { sid: 't_01', k: [{ t: 0, s: { t: 'ab', f: 'F', s: 10 } }] },
      a: [],
      p: {},
      m: { g: 1, a: still([0, 0]) },
    },
  };
  const lottie = animation(
    [
      text,
      shape('box', 2, {
        s: "var b = thisComp.layer('t_01').sourceRectAtTime(); $bm_rt = [b.width, b.height, 100];",
      }),
      shape('still', 3, { o: '$bm_rt = 20;' }),
    ],
    { fonts: { list: [{ fName: 'F', fFamily: 'F', fStyle: 'Regular', ascent: 75 }] } },
  );
  const measure = (width: number) => () => ({ left: 0, top: -8, width, height: 10 });
  const { dependentExpressions, report } = await bakeExpressions(lottie, { measure: measure(40) });
  expect(report).toMatchObject({ dependent: 1, leftOut: [] });
  expect(property(lottie, 1, 's')).toMatchObject({ k: [40, 10, 100], xn: 0 });
  if (!dependentExpressions) throw new Error('no dependent expressions');
  expect(dependentExpressions.lottie.layers[2]?.ty).toBe(3);
  const secondResult = await bakeDependents(dependentExpressions, { measure: measure(90) });
  expect([...secondResult.baked]).toEqual([[0, { a: 0, k: [90, 10, 100] }]]);
  // On a busy machine, the same expressions take longer by the clock. Their values stay the same.
  const cpuMs = 1000;
  const late = async () => {
    await sleep(1.2 * cpuMs);
    return measure(90)();
  };
  const last = await bakeDependents(dependentExpressions, { measure: late, limits: { cpuMs } });
  expect(last).toEqual(secondResult);
});

test('a new process may take longer to load than expressions may take', async () => {
  const lottie = animation([shape('a', 1, { o: '$bm_rt = 40;' })]);
  // No process with this memory is ready.
  const limits = { cpuMs: 600, memoryBytes: importLimits().memoryBytes - 2 ** 20 };
  const { report } = await bakeExpressions(lottie, { limits });
  expect(report).toMatchObject({ written: 1, leftOut: [] });
});

test('only what expressions read moves while they run, and a matte is no hindrance', async () => {
  const moving = {
    a: 1,
    k: [
      { t: 0, s: [0], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
      { t: 29, s: [58] },
    ],
  };
  const turning = (nm: string, ind: number) =>
    shape(nm, ind, {}, { ks: { ...transform({}), r: structuredClone(moving) } });
  const lottie = animation([
    turning('read', 1),
    turning('other', 2),
    shape('a', 3, { r: "$bm_rt = thisComp.layer('read').transform.rotation;" }, { tt: 1 }),
    shape('b', 4, { r: "$bm_rt = thisComp.layer('oth' + 'er').transform.rotation;" }),
    shape('c', 5, { o: "$bm_rt = loopOut('cycle');", r: '$bm_rt = time;' }),
  ]);
  const { report } = await bakeExpressions(lottie);
  expect(report).toMatchObject({ written: 4, moving: 3, leftOut: [] });
  for (const layer of [2, 3])
    expect(property(lottie, layer, 'r').k).toMatchObject([
      { t: 0, s: [0] },
      { t: 29, s: [58] },
    ]);
  expect(property(lottie, 1, 'r')).toEqual(moving);
});

test('shapes that no expression reads are left out, and keyframes have their first value', () => {
  const path = { c: true, v: [[0, 0]], i: [[0, 0]], o: [[0, 0]] };
  const keys = (s: unknown[]) => ({ a: 1, k: [...[0, 9].map((t) => ({ t, s }))] });
  const drawnGroup = (code?: string) => [
    {
      ty: 'gr',
      it: [
        { ty: 'sh', ks: keys([path]) },
        { ty: 'fl', o: still(50, code) },
      ],
    },
  ];
  const lottie = animation([
    shape('a', 1, { o: '$bm_rt = time;' }, { shapes: drawnGroup() }),
    shape(
      'b',
      2,
      { o: "$bm_rt = content('Group 1').content('Path 1').path;" },
      { shapes: drawnGroup() },
    ),
    shape(
      'c',
      3,
      { o: "$bm_rt = thisComp.layer('a').effect('x')(1);" },
      { shapes: drawnGroup('time') },
    ),
  ]);
  freezeUnread(lottie);
  const frozen = drawnGroup('time');
  Object.assign(frozen[0]?.it[0] ?? {}, { ks: { a: 0, k: path } });
  expect(lottie.layers.map(({ shapes }) => shapes)).toEqual([[], drawnGroup(), frozen]);
});

test('many expressions that contain the name of many layers are read once', () => {
  const layers = Array.from({ length: 20_000 }, (_, i) =>
    shape('a', i, i < 1000 ? { o: `content; ${"'a',".repeat(150)}` } : {}),
  );
  const lottie = animation([...layers, shape('b', 0, {}, { shapes: [{ ty: 'gr', it: [] }] })]);
  freezeUnread(lottie);
  expect(lottie.layers.at(-1)?.shapes).toEqual([]);
});

test.each<[string, object]>([
  ['a 3D layer without all rotations', shape('turned', 2, {}, { ddd: 1, ks: { ry: still(10) } })],
  ['an audio layer without a file', { ...times, ty: 6, nm: 'track', ind: 2, au: {} }],
])('%s does not keep other layers from being evaluated', async (_, incomplete) => {
  const lottie = animation([shape('a', 1, { o: '$bm_rt = 40;' }), incomplete]);
  const { report } = await bakeExpressions(lottie);
  expect(report).toMatchObject({ written: 1, leftOut: [] });
  expect(property(lottie, 0, 'o')).toEqual({ a: 0, k: 40 });
});

test('when the frames take too long, the most expensive expressions are left out', async () => {
  // The slow ones take many times the CPU time, the cheap ones a small part of it.
  const slow = 'for (var i = 0; i < 1e6; i++) {} $bm_rt = time;';
  const lottie = animation(
    [
      shape('cheap', 1, { r: '$bm_rt = time;' }),
      ...[2, 3, 4, 5, 6].map((ind) => shape(`slow ${ind}`, ind, { o: slow })),
      shape('also cheap', 7, { r: '$bm_rt = 2 * time;' }),
    ].map((layer) => ({ ...layer, op: 120 })),
    { op: 120 },
  );
  const { report } = await bakeExpressions(lottie, { limits: { cpuMs: 1600 } });
  expect(report?.leftOut.length).toBeGreaterThan(0);
  for (const { layerPath, reason } of report?.leftOut ?? [])
    expect([layerPath, reason]).toEqual([
      expect.stringContaining('slow'),
      'The expression takes too long.',
    ]);
  for (const layer of [0, 6]) expect(property(lottie, layer, 'r')).toMatchObject({ a: 1 });
});

test('numbers in the file are not taken for those of its expressions', async () => {
  const lottie = animation([shape('a', 1, { o: '$bm_rt = 5;' })]);
  Object.assign(property(lottie, 0, 'r'), { xn: 0 });
  await bakeExpressions(lottie);
  expect(property(lottie, 0, 'r')).toEqual({ a: 0, k: 0 });
});

test('the limits are parts of the CPU time of a task', () => {
  expect([importLimits().cpuMs, composeLimits().cpuMs]).toEqual([10_000, 2000]);
  limitTask(6);
  expect([importLimits().cpuMs, composeLimits().cpuMs]).toEqual([1000, 200]);
  limitTask(60);
});
