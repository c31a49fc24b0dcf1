import type { Property } from '../lottie/index.ts';

/** Multiplies an opacity in percent, with all its keyframes, by `factor`. Returns a new property. */
export function scaleOpacity(opacity: Property<number>, factor: number): Property<number> {
  const times = (value: number | number[]): never =>
    (typeof value === 'number' ? value * factor : value.map((v) => v * factor)) as never;
  if (!Array.isArray(opacity.k)) return { ...opacity, k: times(opacity.k) };
  const k = opacity.k.map((key: unknown) => {
    if (typeof key === 'number') return times(key);
    if (typeof key !== 'object' || key === null) return key;
    const { s, e } = key as { s?: number; e?: number };
    return {
      ...key,
      ...(s !== undefined && { s: times(s) }),
      ...(e !== undefined && { e: times(e) }),
    };
  });
  return { ...opacity, k: k as never };
}

/** The product of two nested opacities. If both have keyframes, only those of `inner` are used. */
export function multiplyOpacities(
  inner: Property<number> | undefined,
  outer: Property<number> | undefined,
): Property<number> | undefined {
  if (!inner || !outer) return inner ?? outer;
  if (constant(outer) !== undefined) return scaleOpacity(inner, (constant(outer) ?? 100) / 100);
  return constant(inner) === undefined
    ? inner
    : scaleOpacity(outer, (constant(inner) ?? 100) / 100);
}

/** The value of a property without keyframes; undefined if it has some. */
function constant({ k }: Property<number>): number | undefined {
  const value: unknown = Array.isArray(k) && k.length === 1 ? k[0] : k;
  return typeof value === 'number' ? value : undefined;
}
