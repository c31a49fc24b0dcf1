import { expect, test } from 'vitest';
import type { ExpressionNode } from './find-expressions.ts';
import {
  BadAnswer,
  fits,
  oneLine,
  readFailures,
  readPairs,
  readSamples,
  readTexts,
} from './read-answer.ts';

const isKnown = (id: number) => id === 0 || id === 7;
const samples = (...numbers: number[]) => readSamples(new Float64Array(numbers), isKnown);

test('samples are read by expression, in order', () => {
  expect(samples()).toEqual(new Map());
  const samplesById = samples(0, 0, 0, 2, 1, 50, 7, 1, 0, 0, 2, 3, 4, 0, 2, 3, 3, 1, 60);
  expect([...samplesById.keys()]).toEqual([0, 7]);
  expect(samplesById.get(0)).toEqual([
    { use: 0, from: 0, to: 2, values: new Float64Array([50]) },
    { use: 2, from: 3, to: 3, values: new Float64Array([60]) },
  ]);
  expect(samplesById.get(7)?.[0]?.values).toEqual(new Float64Array([3, 4]));
});

test.each<[string, number[]]>([
  ['an unknown expression', [1, 0, 0, 0, 1, 5]],
  ['a negative expression', [-1, 0, 0, 0, 1, 5]],
  ['no expression', [Number.NaN, 0, 0, 0, 1, 5]],
  ['a head that ends early', [0, 0, 0, 0]],
  ['values that end early', [0, 0, 0, 0, 3, 5, 5]],
  ['no values', [0, 0, 0, 0, 0]],
  ['a negative count', [0, 0, 0, 0, -1, 5]],
  ['half a value', [0, 0, 0, 0, 0.5, 5]],
  ['too many values', [0, 0, 0, 0, 1e9, 5]],
  ['an endless count', [0, 0, 0, 0, Number.POSITIVE_INFINITY, 5]],
  ['a count that is no number', [0, 0, 0, 0, Number.NaN, 5]],
  ['an end before the start', [0, 0, 2, 1, 1, 5]],
  ['a start that is no number', [0, 0, Number.NaN, 1, 1, 5]],
  ['an end that is no number', [0, 0, 0, Number.NaN, 1, 5]],
  ['a late frame', [0, 0, 0, 1e300, 1, 5]],
  ['an early frame', [0, 0, Number.NEGATIVE_INFINITY, 0, 1, 5]],
  ['a huge value', [0, 0, 0, 0, 1, 1e8]],
  ['an infinite value', [0, 0, 0, 0, 1, Number.NEGATIVE_INFINITY]],
  ['a value that is no number', [0, 0, 0, 0, 2, 1, Number.NaN]],
])('samples with %s are refused', (_, numbers) => {
  expect(() => samples(...numbers)).toThrow(BadAnswer);
});

test('texts are read as they are', () => {
  const texts = ['', 'a"]}\\', '\ud800', '\u2028'];
  expect(readTexts(JSON.stringify(texts))).toEqual(texts);
});

const NOT_LISTS = [
  ...['', 'x', 'null', '5', '"[]"', '{}', '[', '["a', '[1', '["\\', '[]]', '[] []'],
  ...['['.repeat(1e6), '{"a":'.repeat(1e6), '"'.repeat(999_999), '"\\'.repeat(1e6)],
  `"${'x'.repeat(17_000_000)}"`,
];

test.each(NOT_LISTS.map((json) => [json.slice(0, 12), json]))('%s is no answer', (_, json) => {
  for (const reader of [readTexts, readFailures, readPairs])
    expect(() => reader(json)).toThrow(BadAnswer);
});

test.each<[string, unknown[]]>([
  ['a number', [5]],
  ['a list', [['a']]],
  ['an object', [{ length: 1 }]],
  ['a long text', ['x'.repeat(20_001)]],
  ['too many texts', new Array(100_001).fill('')],
  ['too many characters', new Array(101).fill('x'.repeat(20_000))],
])('texts with %s are refused', (_, texts) => {
  expect(() => readTexts(JSON.stringify(texts))).toThrow(BadAnswer);
});

test.each<[string, unknown]>([
  ['no entries', { a: 1 }],
  ['an entry that is no list', [5]],
  ['an empty entry', [[]]],
  ['a text as the expression', [['__proto__', 1, 'x']]],
  ['an object as the count', [[0, {}, 'x']]],
])('failures and pairs with %s are refused', (_, entries) => {
  expect(() => readFailures(JSON.stringify(entries))).toThrow(BadAnswer);
  expect(() => readPairs(JSON.stringify(entries))).toThrow(BadAnswer);
});

test('the reason of a failure is a text', () => {
  expect(() => readFailures('[[0,1,{"a":1},0]]')).toThrow(BadAnswer);
  expect(readFailures('[[0,3,"a\\nb",2]]')).toEqual(
    new Map([[0, { count: 3, frames: 2, reason: 'a b' }]]),
  );
});

test.each([
  ['a\n\tat b\r\n', 'a at b'],
  ['\u0000\u001b[31mred\u202e', '[31mred'],
  ['\ud800 alone', '\ufffd alone'],
  ['', 'The expression failed without a message.'],
  ['null', 'The expression failed without a message.'],
  ['x'.repeat(1e6), 'x'.repeat(300)],
])('a message becomes one line of text', (message, line) => {
  expect(oneLine(message)).toBe(line);
});

test.each<[string, unknown, number[], boolean]>([
  ['a number', 5, [1], true],
  ['a number with a point', 5, [1, 2, 3], true],
  ['a number with many', 5, new Array(10_000).fill(0), false],
  ['a point', [1, 2, 3], [1, 2, 3], true],
  ['a gradient', new Array(24).fill(0), new Array(24).fill(1), true],
  ['a gradient with more stops', new Array(24).fill(0), new Array(25).fill(1), false],
  ['keyframes', [{ t: 0, s: [1, 2] }], [1, 2], true],
  ['keyframes without values', [{ t: 0 }], [1], true],
  ['a path', { v: [], i: [], o: [], c: true }, [1, ...new Array(12).fill(0)], true],
  ['a path with half a point', { v: [], i: [], o: [], c: true }, [1, 0, 0, 0], false],
])('a value fits its property: %s', (_, k, values, expected) => {
  const node = { key: 'o', node: { x: '', k } } as unknown as ExpressionNode;
  expect(fits(node, { use: 0, from: 0, to: 0, values: new Float64Array(values) }, [])).toBe(
    expected,
  );
});

test.each<[number[], boolean]>([
  [[0, 0], true],
  [[1, 0], false],
  [[-1, 0], false],
  [[0, 1], false],
  [[0, 0.5], false],
  [[0], false],
  [[0, 0, 0], false],
])('the text %j fits if it and its keyframe exist: %s', (values, expected) => {
  const k = [{ t: 0, s: { t: 'a' } }];
  const node = { key: 'd', node: { x: '', k } } as unknown as ExpressionNode;
  expect(fits(node, { use: 0, from: 0, to: 0, values: new Float64Array(values) }, ['a'])).toBe(
    expected,
  );
});
