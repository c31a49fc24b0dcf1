import type { ExpressionNode } from './find-expressions.ts';
import { isPath, type Sample } from './read-answer.ts';
import { type Point, simplify } from './simplify.ts';
import type { BakedProperty } from './types.ts';

/** Maximum distance of a simplified value, in the property's unit. */
const TOLERANCE = 0.02;
const TIME_TOLERANCE = 1e-4;
/** Colors, in which 1 is full, and their stops. */
const COLOR_TOLERANCE = 1e-3;
const COLOR_KEYS = new Set(['c', 'g', 'fc', 'sc']);

/** Returns a property without its expression: a value, or keyframes that pass all samples. */
export function writeKeyframes(
  node: ExpressionNode,
  samples: readonly Sample[],
  texts: readonly string[],
): BakedProperty {
  const points = inOrder(samples);
  if (node.key === 'd') return textKeyframes(node, points, texts);
  const path = isPath(node);
  const keys = simplify(
    points.map(({ t, values }) => ({
      t,
      values,
      form: String(values.length) + (path ? values[0] : ''),
    })),
    node.key === 'tm' ? TIME_TOLERANCE : COLOR_KEYS.has(node.key) ? COLOR_TOLERANCE : TOLERANCE,
  );
  const isList = Array.isArray(node.node.k) || (keys[0]?.values.length ?? 0) > 1;
  const value = (values: ArrayLike<number>) => (path ? pathOf(values) : Array.from(values));
  const [first] = keys;
  if (keys.length === 1 && first) {
    const still = value(first.values);
    return { a: 0, k: isList || path ? still : (still as number[])[0] };
  }
  return {
    a: 1,
    k: keys.map(({ t, values, hold }, i) => ({
      t,
      s: path ? [value(values)] : value(values),
      ...(hold || i === keys.length - 1
        ? { h: 1 }
        : { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } }),
    })),
  };
}

/** Returns one point for each end of the samples, in order of time. */
function inOrder(samples: readonly Sample[]): Omit<Point, 'form'>[] {
  const byTime = new Map<number, Float64Array>();
  for (const { from, to, values } of samples) {
    if (!byTime.has(from)) byTime.set(from, values);
    if (to !== from && !byTime.has(to)) byTime.set(to, values);
  }
  return [...byTime].map(([t, values]) => ({ t, values })).sort((a, b) => a.t - b.t);
}

/**
 * The path in a flat list: first 1 if it is closed, then for each point its position and its out and in
 * tangents. There tangents are absolute; in Lottie they are relative to the point.
 */
function pathOf(values: ArrayLike<number>) {
  const count = (values.length - 1) / 6;
  const at = (i: number, part: number, d: number) => values[1 + i * 6 + part * 2 + d] ?? 0;
  const relative = (i: number, part: number) =>
    [0, 1].map((d) => rounded(at(i, part, d) - at(i, 0, d)));
  const each = <T>(valueAt: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => valueAt(i));
  return {
    c: values[0] === 1,
    v: each((i) => [at(i, 0, 0), at(i, 0, 1)]),
    o: each((i) => relative(i, 1)),
    i: each((i) => relative(i, 2)),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/**
 * A keyframe wherever the text or its document changes. `values`: the index of the text in `texts`, and
 * that of the keyframe whose document gives the style.
 */
function textKeyframes(
  { node }: ExpressionNode,
  points: readonly Omit<Point, 'form'>[],
  texts: readonly string[],
): BakedProperty {
  const documents = node.k as { t?: number; s?: Record<string, unknown> }[];
  const start = Math.min(points[0]?.t ?? 0, documents[0]?.t ?? 0);
  const changes = points.filter(({ values }, i) => {
    const previousValues = points[i - 1]?.values;
    return !previousValues || previousValues[0] !== values[0] || previousValues[1] !== values[1];
  });
  return {
    k: changes.map(({ t, values }, i) => ({
      t: i === 0 ? start : t,
      s: { ...documents[values[1] ?? 0]?.s, t: texts[values[0] ?? 0] ?? '' },
    })),
  };
}
