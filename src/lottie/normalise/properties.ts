import type { Lottie, Property, Shape } from '../types.ts';

export type AnyProperty = Property<unknown>;

/** Whether an object is an animatable property. */
export function isProperty(value: unknown): value is AnyProperty {
  return isObject(value) && 'k' in value && !('t' in value && 's' in value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Yields every property below `root`, outermost first. The parts of a property are read after it
 * was yielded, so callers may change it. Uses one list of open nodes: with nested generators each
 * value would cost time proportional to its depth.
 */
export function* propertiesOf(root: unknown): Generator<AnyProperty> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (isProperty(node)) yield node;
    const parts: unknown[] = Array.isArray(node) ? node : Object.values(node);
    // In reverse, since `pop` takes the last part first.
    for (let index = parts.length - 1; index >= 0; index--) {
      const part = parts[index];
      const isNumbers = Array.isArray(part) && typeof part[0] === 'number';
      if (typeof part === 'object' && part !== null && !isNumbers) open.push(part);
    }
  }
}

/** The keyframes of an animated property; undefined for a static one. */
export function keyframesOf(
  property: AnyProperty,
):
  | {
      t: number;
      s?: unknown;
      e?: unknown;
      h?: number;
      i?: unknown;
      o?: unknown;
      to?: unknown;
      ti?: unknown;
    }[]
  | undefined {
  const { k } = property;
  if (!Array.isArray(k) || k.length === 0) return undefined;
  return k.every((key) => isObject(key) && typeof key['t'] === 'number') ? (k as never) : undefined;
}

/**
 * All values that a property has in its keyframes, or its only value, as vectors. `otherwise` stands
 * for a property that is not there or cannot be read. A property that depends on an editable (`xn`) can have any
 * value: its values are those of the import, and infinity in each dimension of `otherwise`, so that no test of a
 * limit passes by chance. Values between keyframes are left out.
 */
export function valuesOf(property: unknown, otherwise: readonly number[]): (readonly number[])[] {
  if (!isProperty(property)) return [otherwise];
  const values = keyframesOf(property)?.flatMap(({ s, e }) => [s, e]) ?? [property.k];
  const vectors = values
    .map((value): unknown => (typeof value === 'number' ? [value] : value))
    .filter(
      (value): value is number[] =>
        Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === 'number'),
    );
  if (property.xn !== undefined) vectors.push(otherwise.map(() => Number.POSITIVE_INFINITY));
  return vectors.length > 0 ? vectors : [otherwise];
}

/** Whether a property is ever other than 0 in one of its dimensions. A missing property is 0. */
export function isEverUsed(property: unknown): boolean {
  return valuesOf(property, [0]).some((value) => value.some((v) => v !== 0));
}

/** Sets `a` from the content of `k`: readers disagree on values of `a` other than 0 and 1. */
export function fixAnimatedFlags(lottie: Lottie): void {
  for (const property of propertiesOf(lottie)) {
    if (property.a === undefined || property.a === 0 || property.a === 1) continue;
    property.a = keyframesOf(property) ? 1 : 0;
  }
}

/** Yields the list of shapes of a layer and those of its groups, innermost first. Callers may change them. */
export function* shapeLists(shapes: unknown): Generator<(Shape | null)[]> {
  if (!Array.isArray(shapes)) return;
  const list = shapes as (Shape | null)[];
  for (const shape of list) if (isObject(shape)) yield* shapeLists(shape.it);
  yield list;
}
