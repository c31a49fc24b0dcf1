import { expect } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import { bakeExpressions } from './bake-expressions.ts';

/**
 * On a core ten times slower, the honest expression takes less than a tenth of this. An endless one may use an
 * eighth of it, and an endless function of the engine a quarter.
 */
const CPU_MS = 2000;

const still = (k: unknown) => ({ a: 0, k });

/** A document with a layer for each code, whose opacity it sets. */
export function animation(codes: readonly string[]): Lottie {
  const times = { ip: 0, op: 3, st: 0, sr: 1 };
  const stillTransform = {
    r: still(0),
    p: still([0, 0, 0]),
    a: still([0, 0, 0]),
    s: still([100, 100, 100]),
  };
  const layers = codes.map((code, i) => ({
    ...times,
    ty: 4,
    nm: code,
    ind: i + 1,
    shapes: [],
    ks: { ...stillTransform, o: { ...still(77), x: `var $bm_rt; ${code}` } },
  }));
  return { v: '5.9.0', fr: 30, ip: 0, op: 3, w: 9, h: 9, layers } as unknown as Lottie;
}

export const opacities = (lottie: Lottie) => lottie.layers.map(({ ks }) => ks?.o?.k);

/** Code that does not end is left out, and the expression beside it is not. */
export async function expectLeftOut(code: string): Promise<void> {
  const lottie = animation([code, '$bm_rt = 5;']);
  const { report } = await bakeExpressions(lottie, { limits: { cpuMs: CPU_MS } });
  expect(opacities(lottie)).toEqual([77, 5]);
  expect(report?.leftOut).toEqual([
    { layerPath: code, reason: expect.stringMatching(/too|memory|message|overflow/) },
  ]);
}

/** The values of a document, which no document before it may change. */
async function honestValues(): Promise<unknown> {
  const lottie = animation(['$bm_rt = Math.round(50 + 20 * Math.sin(time) + random(5));']);
  await bakeExpressions(lottie);
  return opacities(lottie);
}

/** Code that changes its surroundings has a value or is left out, and changes no other document. */
export async function expectContained(code: string): Promise<void> {
  const valuesBefore = await honestValues();
  const lottie = animation([code]);
  const { report } = await bakeExpressions(lottie, { limits: { cpuMs: CPU_MS } });
  const [opacity] = opacities(lottie);
  if (report?.leftOut.length === 0) expect(JSON.stringify(opacity)).toMatch(/^(1|\[.*\])$/);
  else expect([opacity, report?.leftOut[0]?.reason]).toEqual([77, expect.stringMatching(/..../)]);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(await honestValues()).toEqual(valuesBefore);
}

/** Code that has no usable value: each is left out, with a reason. They share a document. */
export const FAILING: readonly string[] = [
  // Values that cannot be drawn.
  ...['1 / 0', '0 / 0', '1e308', '-1e308', '2 ** 53', 'undefined', 'null', "'abc'", '{}', '5n'],
  ...['function () {}', 'Symbol("x")', "['5', 'x']", '[NaN]', '[5, 6, 7]', 'new Float64Array(3)'],
  ...['{ valueOf() { return NaN; } }', '{ get length() { while (true) {} } }', "'x'.repeat(1e6)"],
  ...['{ propType: "unidimensional", v: 1e300 }', '{ propType: "shape" }', "'\\ud800'", '/x/'],
  ...['{ propType: "unidimensional", get v() { throw 1; } }', 'Promise.resolve(5)', 'thisLayer'],
  ...['new Proxy([], { get: () => 1e9 })', '(function* () { yield 5; })()', 'globalThis'],
  ...['Math.random() * 1e400', 'new Array(1e5).fill(1)', 'thisComp'],
].map((value) => `$bm_rt = ${value};`);

/** Code that fails while it runs, or that is no code: each is left out, with a reason. */
export const BROKEN: readonly string[] = [
  ...['$bm_rt = ;', '$bm_rt = (((;', '*/ $bm_rt = 1; /*', '}; $bm_rt = 1; var z = {', 'return 5;'],
  ...["throw new Error('x'.repeat(1e6));", 'throw null;', 'throw { get message() { null.x; } };'],
  ...[
    "throw new Error('');",
    "throw new Error('a\\u0000\\n\\u202e\\ud800');",
    'null.x;',
    'missing();',
  ],
  // Layers, compositions and files that do not exist.
  ...[
    "thisComp.layer('gone').transform;",
    'thisComp.layer(1e9).transform;',
    'thisComp.layer({}).x;',
  ],
  ...["comp('gone').layer(1).transform;", 'marker.key(5).time;', "thisComp('constructor')('x')();"],
  ...["footage('/etc/passwd').sourceData;", "footage('../../secret.json').sourceData;"],
  "footage('__proto__').sourceData;",
  ...["var x = new XMLHttpRequest(); x.open('GET', 'file:///etc/passwd'); x.send(); missing();"],
  // The host.
  ...['process.exit(1);', "require('node:fs');", "import('node:fs').x.y;", 'import.meta.url;'],
  ...[
    'module.exports;',
    'Buffer.from([1]);',
    'Worker.x;',
    'WebAssembly.Memory.x;',
    'Atomics.wait();',
  ],
  ...[
    "Function('return this')().process.exit();",
    "fetch('http://169.254.169.254/').then(missing);",
  ],
  "(function () {}).constructor('return process')().exit();",
  ...[
    '__measure();',
    '__mark(-1);',
    '__now();',
    'hostMark = null; clock();',
    'arguments.callee();',
  ],
  ...['$fp.wiggle = null; $fp.parse();', 'Object.defineProperty($fp, "wiggle", { value: 1 });'],
  ...['with ({}) {}', 'Symbol.iterator = null;', 'structuredClone(thisComp);'],
  // Depth.
  ...['function f() { f(); } f();', "function f() { 'x'.replace(/x/, f); } f();"],
  ...['var o = { get x() { return this.x; } }; o.x;', 'var a = []; a[0] = a; $bm_rt = +a;'],
  'var p = new Proxy({}, { get(t, k, r) { return r[k]; } }); p.x;',
  'var a = []; for (var i = 0; i < 1e4; i++) a = [a]; String(a);',
  ...["JSON.parse('['.repeat(1e6));", "eval('('.repeat(1e5));", "eval('-'.repeat(1e6) + '1');"],
  ...["new RegExp('(?='.repeat(1e5) + ')'.repeat(1e5));", "new RegExp('(');"],
  'Math.max.apply(null, new Array(1e5));',
  // Memory.
  ...["'x'.repeat(2 ** 30);", "'x'.padEnd(2 ** 30 - 1);", "var s = 'x'; while (true) s += s;"],
  ...['new Array(-1);', 'new Uint8Array(2 ** 31);', 'new ArrayBuffer(2 ** 53);'],
  ...['new SharedArrayBuffer(2 ** 30);', 'var a = 1n; while (true) a <<= 100000n;'],
  ...['Array.from({ length: 2 ** 32 });', "BigInt('9'.repeat(1e6));"],
];

/** Code that does not end, or that uses all memory: each is run alone. */
export const ENDLESS: readonly string[] = [
  'while (true) {}',
  'while (true) { try { while (true) {} } catch (e) {} }',
  'for (;;) { try { throw 1; } finally { continue; } }',
  '}]; while (true) {} [function () {',
  'function* g() { while (true) yield 1; } for (const x of g()) {}',
  'async function f() { while (true) await 1; } f(); while (new Date() < 1) {}',
  'function f() { try { f(); } finally { f(); } } f();',
  '[3, 2, 1].sort(function () { while (true) {} });',
  '$bm_rt = { toString() { while (true) {} } };',
  'throw { get message() { while (true) {} } };',
  'while (true) thisLayer.sourceRectAtTime();',
  'var a = []; while (true) { try { a.push(new Array(1e5).fill(1)); } catch (e) {} }',
  'var m = new Map(); for (var i = 0; ; i++) m.set(i, {});',
  "/^(a+)+$/.test('a'.repeat(40) + 'b');",
];

/** Loops of the engine's own functions, which nothing inside of the sandbox can interrupt. */
export const NATIVE: readonly string[] = [
  'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
  "'a'.repeat(2e6).replaceAll('a', 'bb'.repeat(1000));",
  'var a = []; for (var i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a);',
  'new Uint8Array(1e8).join();',
];

const LOOP = 'function () { while (true) {} }';
const slices = [
  ...['{}', 'new ArrayBuffer(7)', 'new ArrayBuffer(80, { maxByteLength: 160 })'],
  // The expression, its first and last frame, the number of values, the values.
  ...[
    '0, 0, 2, 1, 1e300',
    '0, 2, 0, 1, 1',
    '7, 0, 2, 1, 1',
    '0, 0, 2, 1e9, 1',
    '0, 0, NaN, 1, 1',
  ].map((numbers) => `new Float64Array([${numbers}]).buffer`),
  'new ArrayBuffer(4e7)',
].map((value) => `ArrayBuffer.prototype.slice = function () { return ${value}; };`);

/** Code that changes what the driver and lottie-web use, and returns the value 1. */
export const TAMPERING: readonly string[] = [
  "Object.prototype.polluted = 'yes'; Object.prototype.then = function (r) { r(9); };",
  'Object.prototype.toJSON = function () { return { baked: 1 }; };',
  "Object.prototype[0] = 'owned'; Array.prototype[0] = 'owned';",
  "Object.defineProperty(Object.prototype, 'v', { get() { return NaN; }, set() {} });",
  `({}).__proto__.__defineGetter__('k', ${LOOP}); ({}).__lookupGetter__('k');`,
  'Object.setPrototypeOf(Array.prototype, null); Object.freeze(Object.prototype);',
  "Array.prototype.push = function () { return 'owned'; }; Array.prototype.map = null;",
  "Array.prototype[Symbol.iterator] = function* () { yield [-1, 1, 'owned']; };",
  'Array.prototype.slice = function () { return { length: 1e9 }; };',
  `Array.from = ${LOOP}; Date = ${LOOP}; executeExpression = ${LOOP};`,
  'Map.prototype.get = function () { return 1e308; }; Set.prototype.has = function () { return true; };',
  'Map.prototype[Symbol.iterator] = function* () { while (true) yield [0, { count: 1 }]; };',
  "JSON.stringify = function () { return '['.repeat(1e6); }; JSON.parse = function () { return {}; };",
  `String.prototype.toString = ${LOOP}; String.prototype.slice = ${LOOP};`,
  'Math.round = function () { return NaN; }; Number.isFinite = function () { return true; };',
  "Float64Array.prototype.set = null; Object.defineProperty(Float64Array.prototype, 'length', { get() { return 1e9; } });",
  ...slices,
  `ArrayBuffer.prototype.slice = ${LOOP};`,
  'Function.prototype.call = function () { return 5; };',
  "Function.prototype.apply = function () { throw new Error('owned'); };",
  `Error.prepareStackTrace = ${LOOP}; Error.stackTraceLimit = 1e9; try { null.x; } catch (e) {}`,
  'globalThis.__bake = {}; globalThis.lottie = null; globalThis.document = null;',
  'for (var k of Object.getOwnPropertyNames(globalThis)) try { globalThis[k] = null; } catch (e) {}',
  'for (var k of Object.getOwnPropertyNames(Array.prototype)) try { delete Array.prototype[k]; } catch (e) {}',
  'thisProperty.v = NaN; thisProperty.mult = 0;',
  "thisProperty.propType = 'shape'; thisProperty.v = { _length: 1e9, v: [] };",
  'thisProperty.currentData = { t: { toString() { while (true) {} } } };',
  'elem.comp.renderedFrame = NaN; elem.comp.layers.length = 0; elem.comp.elements.length = 0;',
  `elem.globalData.frameId = { valueOf${LOOP.slice(8)} };`,
  "data.xn = 5; data.x = 'x'; elem.data = null; elem.globalData = null;",
  '}]; globalThis.lottie = null; [function () { var $bm_rt; var scoped_bm_rt = NaN;',
  "import('node:fs').then(function (m) { globalThis.fs = m; }); Promise.resolve().then(function () { while (true) {} });",
  "Object.defineProperty(globalThis, '$fp', { value: null }); if (globalThis.fetch) fetch('http://127.0.0.1/');",
  'if (!globalThis.hoard) globalThis.hoard = []; hoard.push(new Uint8Array(2e7));',
].map((code) => `${code} $bm_rt = 1;`);
