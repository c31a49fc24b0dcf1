import { expect, test } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import { bakeExpressions } from './bake-expressions.ts';

const times = { ip: 0, op: 30, st: 0, sr: 1 };
/** A property with the value of an expression, or with statements that set it. */
const still = (k: unknown, code?: string) => ({ a: 0, k, ...(code && { x: written(code) }) });
const written = (code: string) =>
  `var $bm_rt; ${code.includes('$bm_rt') ? code : `$bm_rt = ${code}`};`;

type Code = { o?: string; r?: string; p?: string; s?: string };

const transform = ({ o, r, p, s }: Code = {}) => ({
  o: still(100, o),
  r: still(0, r),
  p: still([10, 20, 0], p),
  a: still([0, 0, 0]),
  s: still([100, 100, 100], s),
});

const layer = (nm: string, ind: number, code: Code, otherFields: object = {}) => ({
  ...times,
  ty: 4,
  nm,
  ind,
  ks: transform(code),
  shapes: [],
  ...otherFields,
});

const precomp = (nm: string, ind: number, refId: string, otherFields: object = {}) =>
  layer(nm, ind, {}, { ty: 0, refId, w: 80, h: 60, ...otherFields });

/** Bakes the layers and returns them, the precomp `inner` and the report. */
async function bake(
  layers: object[],
  otherFields: object = {},
  dataFiles?: ReadonlyMap<string, string>,
) {
  const base = { v: '5.9.0', nm: 'Main', fr: 30, ip: 0, op: 30, w: 100, h: 50 };
  const lottie = { ...base, layers, ...otherFields } as unknown as Lottie;
  const { report } = await bakeExpressions(lottie, dataFiles && { dataFiles });
  if (!report) throw new Error('no expressions');
  return { layers: lottie.layers as unknown as Layers, lottie, report };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests read properties of any form
type Layers = any[];

const reasons = (list: readonly { reason: string }[]) => list.map(({ reason }) => reason);

test('a time remap follows its expression', async () => {
  const tm = still(0, '0.25 + time / 2');
  const inner = { id: 'pc', layers: [layer('in', 1, {})] };
  const { layers } = await bake([precomp('pre', 1, 'pc', { tm })], { assets: [inner] });
  expect(layers[0].tm).toMatchObject({ a: 1, k: [{ t: 0, s: [0.25] }, { t: 29 }] });
});

test('images, shapes and layers have the sizes of After Effects', async () => {
  const size = "var r = thisComp.layer('im').sourceRectAtTime(); $bm_rt = [r.width, r.height, 100]";
  const image = layer('im', 2, {}, { ty: 2, refId: 'img' });
  const { layers } = await bake([layer('a', 1, { s: size, r: 'thisLayer.width' }), image], {
    assets: [{ id: 'img', w: 40, h: 20, p: 'x.png', u: '' }],
  });
  expect(layers[0].ks.s).toEqual({ a: 0, k: [40, 20, 100] });
  expect(layers[0].ks.r).toEqual({ a: 0, k: 100 });
});

test('names, times and markers are those of the layer and its composition', async () => {
  const { layers, report } = await bake(
    [
      layer('a', 1, { r: 'thisComp.duration * 10 + startTime + thisComp.numLayers' }, { st: 15 }),
      layer('b', 2, { r: "thisComp.marker.key('go').time * 100 + marker.numKeys" }),
      layer('c', 3, { r: "thisLayer.name === 'c' && thisComp.name === 'Main' ? 7 : 8" }),
      layer('d', 4, { r: 'posterizeTime(3); $bm_rt = time * 30' }),
      layer('e', 5, { p: '[position[0] * 2, dot([1, 2], [3, 4])]' }),
    ],
    { markers: [{ tm: 6, cm: 'go', dr: 0 }] },
  );
  expect(report.leftOut).toEqual([]);
  expect(layers.slice(0, 3).map(({ ks }) => ks.r.k)).toEqual([15.5, 21, 7]);
  expect(layers[3].ks.r.k).toMatchObject([
    { s: [0] },
    { t: 9, s: [0] },
    { t: 10, s: [10] },
    {},
    {},
    {},
  ]);
  expect(layers[4].ks.p.k).toEqual([20, 11, 0]);
});

test('a composition is found by its name, and its essential properties by theirs', async () => {
  const slider = { ty: 0, nm: 'size', mn: 'x-0001', ix: 1, v: still(77) };
  const ef = [{ ty: 5, nm: 'Essential', mn: 'ADBE Layer Overrides', ix: 1, en: 1, ef: [slider] }];
  const { layers } = await bake(
    [
      layer('a', 1, { r: "comp('Inner').layer('in').transform.rotation" }),
      layer('b', 2, { r: "comp('Main').layer('pre').essentialProperty('size')" }),
      precomp('pre', 3, 'pc', { ef }),
    ],
    { assets: [{ id: 'pc', nm: 'Inner', layers: [layer('in', 1, { r: '12' })] }] },
  );
  expect(layers.slice(0, 2).map(({ ks }) => ks.r.k)).toEqual([12, 77]);
});

test('properties that lottie-web does not read are baked, too', async () => {
  const style = { ty: 1, nm: 'Shadow', c: still([0, 0, 0, 1], '[1, 0, 0, 1]'), s: still(5, '9') };
  const pt = { ...still({ c: true, v: [[0, 0]], i: [[0, 0]], o: [[0, 0]] }) };
  const mask = { mode: 'a', pt, o: still(100), x: still(0, '7'), f: still([0, 0], '[3, 4]') };
  const orientation = { rx: still(0), ry: still(0), rz: still(0), or: still([0, 0, 0]) };
  const camera = { ty: 13, pe: still(500, '400'), ks: { ...transform(), ...orientation } };
  const audio = { ty: 6, refId: 'snd', ks: {}, au: { lv: still([0, 0], '[time * 10, 5]') } };
  const { layers, report } = await bake(
    [
      layer('styled', 1, {}, { sy: [style] }),
      layer(
        'masked',
        2,
        {},
        { ty: 1, sw: 9, sh: 9, sc: '#fff', hasMask: true, masksProperties: [mask] },
      ),
      layer('camera', 3, {}, camera),
      layer('audio', 4, {}, audio),
    ],
    { assets: [{ id: 'snd', p: 'a.mp3', u: '' }] },
  );
  expect(report.leftOut).toEqual([]);
  expect(layers[0].sy[0]).toMatchObject({ c: { k: [1, 0, 0, 1] }, s: { k: 9 } });
  expect(layers[1].masksProperties[0]).toMatchObject({ x: { k: 7 }, f: { k: [3, 4] } });
  expect(layers[2].pe).toEqual({ a: 0, k: 400 });
  expect(layers[3].au.lv).toMatchObject({ a: 1, k: [{ s: [0, 5] }, { t: 29 }] });
  expect(layers[0].ef).toBeUndefined();
});

const data = new Map([
  ['images/weather.json', '{"now":{"days":[{"text":"clear"},{"text":"rain"}],"wind":0}}'],
]);
const asset = { id: 'f', t: 3, u: 'images/', p: 'weather.json' };
const dataLayer = layer('weather.json', 2, {}, { ty: 15, refId: 'f' });
const outline = "thisComp.layer('weather.json')('Data')('Outline')";

test('expressions read the data of a file, also a value of 0', async () => {
  const wind = layer('wind', 1, { r: `5 + ${outline}('now')('wind')` });
  const days = layer('days', 3, { r: `${outline}('now')('days')('days 1')('text').length` });
  const file = layer('file', 4, { r: "footage('weather.json').sourceData.now.days.length" });
  const { layers } = await bake([wind, dataLayer, days, file], { assets: [asset] }, data);
  expect([0, 2, 3].map((i) => layers[i].ks.r.k)).toEqual([5, 4, 2]);
});

test('a data file or part that is missing is named', async () => {
  const missingResult = await bake([layer('a', 1, { r: `${outline}('x')` }), dataLayer], {
    assets: [asset],
  });
  expect(reasons(missingResult.report.leftOut)).toEqual([
    'the data file "images/weather.json" is not in the package',
  ]);
  const part = [layer('a', 1, { r: `${outline}('then')` }), dataLayer];
  const { report } = await bake(part, { assets: [asset] }, data);
  expect(reasons(report.leftOut)).toEqual(['the data has no "then"']);
});

test('an effect or composition that is missing is named', async () => {
  const { report } = await bake([
    layer('a', 1, { r: "effect('Gone')(1)" }),
    layer('b', 2, { r: "comp('Other').layer(1)" }),
  ]);
  expect(reasons(report.leftOut)).toEqual([
    'it refers to the effect "Gone", which does not exist',
    'it refers to the composition "Other", which is not shown',
  ]);
});

test('an expression that fails in some frames keeps the others, and is reported', async () => {
  const code = "if (time > 0.5) throw new Error('late'); $bm_rt = time * 10";
  const { layers, report } = await bake([layer('a', 1, { r: code })]);
  expect(report).toMatchObject({ written: 1, leftOut: [] });
  expect(reasons(report.partly)).toEqual(['late']);
  expect(layers[0].ks.r.k.at(-1)).toMatchObject({ s: [0] });
});

test('a precomp that is shown twice has the values of its first use, and is reported', async () => {
  const inner = layer('in', 1, { r: "comp('Main').layer('c').transform.rotation", o: 'time * 30' });
  const { lottie, report } = await bake(
    [
      precomp('one', 1, 'pc'),
      precomp('two', 2, 'pc', { st: 10, ip: 10, op: 40 }),
      layer('c', 3, { r: 'time * 30' }),
    ],
    { assets: [{ id: 'pc', layers: [inner] }] },
  );
  const [{ layers }] = lottie.assets as unknown as [{ layers: Layers }];
  expect(layers[0].ks.r.k).toMatchObject([{ s: [0] }, { t: 29, s: [29] }]);
  expect(layers[0].ks.o.k).toMatchObject([{ s: [0] }, { t: 29, s: [29] }]);
  expect(reasons(report.partly)).toEqual([expect.stringContaining('shown several times')]);
});
