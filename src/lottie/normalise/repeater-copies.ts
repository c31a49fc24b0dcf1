import type { Property, Shape } from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf } from './properties.ts';

const MAX_COPIES = 100;
/** Scales above this, in percent, are beyond the precision of Skia. */
const MAX_SCALE = 1e9;
/** Characters of JSON for a unit of work. */
const CHARACTERS = 8;
/** Numbers of a copy's transform. */
const NUMBERS = 6;
const PAINTS = new Set(['fl', 'st', 'gf', 'gs']);

type Parts = Record<'c' | 'o' | 'p' | 'a' | 's' | 'r' | 'so' | 'eo', AnyProperty>;
type At = (copy: number, frame: number) => number[];

/**
 * Returns the copies of a repeater as groups, the topmost first; undefined if Skottie draws the
 * repeater as designed, or if the copies would exceed a limit. Skottie turns copies after it scaled
 * them instead of before, and repeats no paths whose paint comes after the repeater.
 */
export function repeaterCopies(
  items: readonly (Shape | null)[],
  repeater: Shape,
  budget: Budget,
): Shape[] | undefined {
  const parts = partsOf(repeater);
  // An editable that sets a part of the repeater needs it.
  if (!parts || JSON.stringify(repeater).includes('"sid"')) return undefined;
  if (!distorts(parts) && paints(items, budget)) return undefined;
  const animated = Object.values(parts).filter((part) => keyframesOf(part) !== undefined);
  const frames = animated.length > 0 ? bakedFrames(animated, budget) : [0];
  if (!frames || budget.work <= 0) return undefined;
  const countAt = (frame: number) => Math.ceil(numberAt(parts.c as never, frame, 0));
  const count = frames.reduce((most, frame) => Math.max(most, countAt(frame)), 0);
  const size = JSON.stringify(items).length / CHARACTERS + frames.length * NUMBERS;
  const isBounded = count <= MAX_COPIES && count * size <= budget.work;
  // Measuring the size takes time, too.
  budget.work -= Math.min(budget.work, isBounded ? Math.max(1, count) * size : size);
  if (!isBounded) return undefined;
  const value = (at: At, copy: number) =>
    animated.length > 0
      ? { a: 1, k: linearKeyframes(frames, (frame) => at(copy, frame)) }
      : { a: 0, k: at(copy, 0) };
  const { place, scale, angle, opacity, anchor } = transformOf(parts, countAt);
  const copies = Array.from({ length: Math.max(0, count) }, (_, copy) => {
    const turned = group(structuredClone([...items]), {
      a: value(anchor, copy),
      r: value(angle, copy),
    });
    return group([turned], {
      p: value(place, copy),
      s: value(scale, copy),
      o: value(opacity, copy),
    });
  });
  return repeater['m'] === 2 ? copies : copies.reverse();
}

/** Copies of a repeater's properties, with their defaults; undefined without a transform. */
function partsOf({ c, o, tr }: Shape): Parts | undefined {
  if (!isObject(tr)) return undefined;
  const property = (value: unknown, otherwise: unknown): AnyProperty =>
    isProperty(value) ? structuredClone(value) : { a: 0, k: otherwise };
  return {
    c: property(c, 0),
    o: property(o, 0),
    p: property(tr['p'], [0, 0]),
    a: property(tr['a'], [0, 0]),
    s: property(tr['s'], [100, 100]),
    r: property(tr['r'], 0),
    so: property(tr['so'], 100),
    eo: property(tr['eo'], 100),
  };
}

/** Whether copies are turned and scaled by different factors. */
function distorts({ s, r }: Parts): boolean {
  const values = (property: AnyProperty) =>
    keyframesOf(property)?.flatMap((key) => [key.s, key.e]) ?? [property.k];
  const isUneven = values(s).some((v) => Array.isArray(v) && v.length > 1 && v[0] !== v[1]);
  return (
    isUneven &&
    values(r)
      .flat()
      .some((v) => typeof v === 'number' && v !== 0)
  );
}

/** Whether shapes are painted before the repeater, as far as the budget allows to search them. */
function paints(items: readonly (Shape | null)[], budget: Budget): boolean {
  return items.some((shape) => {
    budget.work -= 1;
    if (!isObject(shape) || PAINTS.has(shape.ty) || budget.work < 0) return isObject(shape);
    return Array.isArray(shape.it) && paints(shape.it, budget);
  });
}

/** The transform of each copy: first it is turned, then scaled, then moved. */
function transformOf(parts: Parts, countAt: (frame: number) => number) {
  const number = (part: keyof Parts, frame: number, otherwise: number) =>
    numberAt(parts[part] as Property<number>, frame, otherwise);
  const point = (part: keyof Parts, frame: number, otherwise: number[]) =>
    vectorAt(parts[part] as Property<number[]>, frame, otherwise);
  const step = (copy: number, frame: number) => copy + number('o', frame, 0);
  const anchor: At = (_, frame) => point('a', frame, [0, 0]).slice(0, 2);
  const place: At = (copy, frame) => {
    const offset = point('p', frame, [0, 0]);
    return anchor(copy, frame).map((c, n) => c + (offset[n] ?? 0) * step(copy, frame));
  };
  const scale: At = (copy, frame) =>
    point('s', frame, [100, 100])
      .slice(0, 2)
      .map((percent) => 100 * power(percent / 100, step(copy, frame)))
      .map((percent) => Math.min(MAX_SCALE, Math.max(-MAX_SCALE, percent)));
  const angle: At = (copy, frame) => [number('r', frame, 0) * step(copy, frame)];
  const opacity: At = (copy, frame) => {
    const count = countAt(frame);
    if (copy >= count) return [0];
    const [first, last] = [number('so', frame, 100), number('eo', frame, 100)];
    return [first + (last - first) * (count > 1 ? copy / (count - 1) : 0)];
  };
  return { anchor, place, scale, angle, opacity };
}

/** A power whose sign is kept for exponents between whole numbers. */
function power(base: number, exponent: number): number {
  const isNegative = base < 0 && Math.abs(Math.floor(exponent)) % 2 === 1;
  return Math.abs(base) ** exponent * (isNegative ? -1 : 1);
}

/** A group that `targetsOf` leaves out of the paths of its shapes. */
function group(it: (Shape | null)[], transform: object): Shape {
  const still = (k: unknown) => ({ a: 0, k });
  const plain = { p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0) };
  const tr = { ty: 'tr', ...plain, o: still(100), ...transform };
  return { ty: 'gr', copy: true, it: [...it, tr] } as unknown as Shape;
}
