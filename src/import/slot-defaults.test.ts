import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { importTemplate } from './import.ts';
import { readPackage } from './package.ts';

const still = (k: unknown) => ({ a: 0, k });
const transform = (more: object = {}) => ({
  o: still(100),
  r: still(0),
  p: still([100, 100, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
  ...more,
});
const written = (code: string) => `var $bm_rt; $bm_rt = ${code};`;
const MOVING = {
  a: 1,
  k: [
    { t: 0, s: [0], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
    { t: 10, s: [100] },
  ],
};

/** A document with a square whose transform and color have slots. */
function animation(slots: object, ks: object, color: object = still([0, 0, 1, 1])): string {
  const shapes = [
    { ty: 'rc', p: still([0, 0]), s: still([60, 60]), r: still(0) },
    { ty: 'fl', nm: 'fill', c: color, o: still(100) },
  ];
  const layer = { ty: 4, nm: 'square', ind: 1, ip: 0, op: 60, st: 0, ks: transform(ks), shapes };
  return JSON.stringify({
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 200,
    h: 200,
    assets: [],
    layers: [layer],
    slots,
  });
}

async function imported(text: string) {
  const { lottie, ...otherFields } = await importTemplate(
    await readPackage(Buffer.from(text), 'a.json'),
  );
  return { ...otherFields, ks: lottie.layers[0]?.ks, fill: lottie.layers[0]?.shapes?.[1] };
}

/** Imports the animation with a theme of these rules. */
async function themed(rules: unknown, text: string) {
  const archive = new ZipFile();
  const add = (name: string, content: string) => archive.addBuffer(Buffer.from(content), name);
  const animations = [{ id: 'one', initialTheme: 'day' }];
  add('manifest.json', JSON.stringify({ version: '2', animations, themes: [{ id: 'day' }] }));
  add('a/one.json', text);
  add('t/day.json', JSON.stringify({ rules }));
  archive.end();
  const { lottie, ...otherFields } = await importTemplate(
    await readPackage(await buffer(archive.outputStream), 'a.lottie'),
  );
  return { ...otherFields, ks: lottie.layers[0]?.ks, fill: lottie.layers[0]?.shapes?.[1] };
}

const TURNING = { a: 1, k: [{ t: 0, s: [0] }, { t: 59 }] };

test('expressions in the values of slots are run', async () => {
  const slots = {
    turn: { p: { ...still(0), x: written('$bm_mul(time, 45)') } },
    seen: { p: { ...still(100), x: written('30') } },
    place: { p: { ...still([10, 20]), x: written('[50, 60]') } },
    ink: { p: { ...still([0, 0, 1, 1]), x: written('[1, 0, 0, 1]') } },
  };
  const ks = { r: { sid: 'turn' }, o: { ...still(80), sid: 'seen' }, p: { sid: 'place' } };
  const result = await imported(animation(slots, ks, { sid: 'ink' }));
  expect(result.expressions).toMatchObject({ written: 4, failed: 0 });
  expect(result.ks?.r).toMatchObject(TURNING);
  expect([result.ks?.o?.k, result.ks?.p]).toMatchObject([30, { k: [50, 60] }]);
  expect(result.fill?.c?.k).toEqual([1, 0, 0, 1]);
});

test('a loop of the keyframes of a slot is written', async () => {
  const slots = { turn: { p: { ...MOVING, x: written("loopOut('cycle')") } } };
  const { ks, expressions } = await imported(animation(slots, { r: { sid: 'turn' } }));
  expect(expressions).toMatchObject({ written: 1 });
  expect([ks?.r?.k].flat().length).toBeGreaterThan(5);
});

test('the value of a slot replaces the expression of its property', async () => {
  const ownRotation = { ...still(7), x: written('90') };
  const replaced = await imported(
    animation({ turn: { p: still(5) } }, { r: { ...ownRotation, sid: 'turn' } }),
  );
  expect(replaced.ks?.r).toMatchObject({ k: 5 });
  const result = await imported(animation({}, { r: { ...ownRotation, sid: 'turn' } }));
  expect(result.ks?.r).toMatchObject({ k: 90 });
});

test('an expression of a slot that cannot be run is reported', async () => {
  const slots = { turn: { p: { ...still(5), x: written('notThere + 1') } } };
  const { ks, warnings } = await imported(animation(slots, { r: { sid: 'turn' } }));
  expect(ks?.r).toMatchObject({ k: 5 });
  expect(warnings).toMatchObject([{ code: 'expression_unsupported', layer_path: 'square' }]);
});

test('expressions of theme rules are run, also without a value', async () => {
  const slots = { turn: { p: still(10) }, seen: { p: still(50) }, ink: { p: still([0, 0, 1]) } };
  const ks = { r: { sid: 'turn' }, o: { ...still(80), sid: 'seen' } };
  const rules = [
    { id: 'turn', type: 'Scalar', expression: 'var $bm_rt = time * 45;' },
    { id: 'seen', type: 'Scalar', value: 20, expression: 'var $bm_rt = value + 5;' },
    { id: 'ink', type: 'Color', expression: 'var $bm_rt = [1, 0, 0, 1];' },
  ];
  const result = await themed(rules, animation(slots, ks, { sid: 'ink' }));
  expect(result.expressions).toMatchObject({ written: 3, failed: 0 });
  expect(result.ks?.r).toMatchObject(TURNING);
  expect([result.ks?.o?.k, result.fill?.c?.k]).toEqual([25, [1, 0, 0, 1]]);
});

test('a theme rule loops its own keyframes', async () => {
  const keyframes = [
    { frame: 0, value: 0 },
    { frame: 10, value: 100 },
  ];
  const rules = [
    { id: 'turn', type: 'Scalar', keyframes, expression: "var $bm_rt = loopOut('pingpong');" },
  ];
  const { ks, expressions } = await themed(
    rules,
    animation({ turn: { p: still(0) } }, { r: { sid: 'turn' } }),
  );
  expect(expressions).toMatchObject({ written: 1 });
  expect([ks?.r?.k].flat().length).toBeGreaterThan(5);
});

test.each([
  ['neither value nor expression', { type: 'Scalar' }],
  ['an empty expression', { type: 'Scalar', expression: '' }],
  ['an expression that is no text', { type: 'Scalar', value: 1, expression: 7 }],
  ['an expression that is too long', { type: 'Color', expression: ' '.repeat(100_001) }],
])('a theme rule with %s is refused', async (_, rule) => {
  const text = animation({ turn: { p: still(0) } }, { r: { sid: 'turn' } });
  await expect(themed([{ id: 'turn', ...rule }], text)).rejects.toMatchObject({
    code: 'theme_invalid',
  });
});
