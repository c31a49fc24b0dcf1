import type { Lottie, Property } from '../types.ts';

export type AnyProperty = Property<unknown>;

/** Whether an object is an animatable property. */
export function isProperty(value: unknown): value is AnyProperty {
  return isObject(value) && 'k' in value && !('t' in value && 's' in value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Every property below `root`, outermost first; those of a property are looked up after it has been
 * given out. One list of open nodes: generators in one another cost their depth for each value.
 */
export function* propertiesOf(root: unknown): Generator<AnyProperty> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (isProperty(node)) yield node;
    const parts: unknown[] = Array.isArray(node) ? node : Object.values(node);
    // The last one is taken first.
    for (let index = parts.length - 1; index >= 0; index--) {
      const part = parts[index];
      const isNumbers = Array.isArray(part) && typeof part[0] === 'number';
      if (typeof part === 'object' && part !== null && !isNumbers) open.push(part);
    }
  }
}

/** The keyframes of an animated property, in time; undefined for any other. */
export function keyframesOf(property: AnyProperty):
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

/** Readers disagree on what `a` means beside 0 and 1; what `k` holds is plain. */
export function fixAnimatedFlags(lottie: Lottie): void {
  for (const property of propertiesOf(lottie)) {
    if (property.a === undefined || property.a === 0 || property.a === 1) continue;
    property.a = keyframesOf(property) ? 1 : 0;
  }
}
