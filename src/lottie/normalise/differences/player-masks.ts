import { type Bezier, LAYER, type Layer, type Mask } from '../../types.ts';
import { isObject, isProperty, keyframesOf, valuesOf } from '../properties.ts';

const MODES: Readonly<Record<string, string>> = { d: 'Darken', f: 'Difference' };
/** In hundredths of the larger side of the composition: smaller feathers look like hard edges. */
const MIN_FEATHER = 1;

/** The layers of shapes and texts have their origin within their content. */
const ABOUT_ORIGIN = new Set<number>([LAYER.shape, LAYER.text]);

/** The masks of a layer that have an effect, in their order. */
function masksOf({ masksProperties: list }: Layer): Mask[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter(
    (mask): mask is Mask => isObject(mask) && mask['mode'] !== 'n' && mask['cl'] !== false,
  );
}

/** The masks of a layer that the video shows as designed, and Lottie players do not. `side`: pixels. */
export function maskMessages(layer: Layer, side: number): string[] {
  const masks = masksOf(layer);
  const modes = masks.flatMap(({ mode = '' }, index) => {
    if (!Object.hasOwn(MODES, mode) || index === 0) return [];
    if (mode === 'f' && masks.slice(0, index).every((mask) => areApart(mask, masks[index])))
      return [];
    return MODES[mode] ?? [];
  });
  const [first, ...others] = masks;
  const isIntersected = first?.mode === 'i' && others.some(({ mode }) => mode === 'i');
  const feather = Math.max(0, ...masks.flatMap(({ f }) => valuesOf(f, [0]).flat()));
  return [
    ...[...new Set(modes)].map(
      (mode) => `Lottie players draw the mask mode ${mode} as Add, unlike the video.`,
    ),
    ...(isIntersected
      ? ['The first masks intersect: Lottie players draw other areas than the video.']
      : []),
    ...(masks.some((mask) => mask.inv === true && loses(mask, layer))
      ? ['Lottie players draw another area of the inverted mask than the video.']
      : []),
    ...((feather * 100) / side >= MIN_FEATHER
      ? ['Lottie players draw hard edges instead of the feather of the mask.']
      : []),
  ];
}

/**
 * Players cut an inverted mask from an area that begins at the layer's origin, and only if its path
 * runs against the clock.
 */
function loses({ pt }: Mask, { ty }: Layer): boolean {
  return cornersOf(pt).some(
    (corners) =>
      areaOf(corners) > 0 || (ABOUT_ORIGIN.has(ty) && corners.some(([x, y]) => x < 0 || y < 0)),
  );
}

/** Twice the area that corners enclose; positive with the clock. */
function areaOf(corners: readonly [number, number][]): number {
  return corners.reduce((sum, [x, y], n) => {
    const [nextX, nextY] = corners[(n + 1) % corners.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** Whether two masks that stand still do not overlap. */
function areApart(one: Mask, other: Mask | undefined): boolean {
  const [a, b] = [boxOf(one.pt), boxOf(other?.pt)];
  if (!a || !b) return false;
  return [0, 1].some(
    (axis) => (a.max[axis] ?? 0) < (b.min[axis] ?? 0) || (b.max[axis] ?? 0) < (a.min[axis] ?? 0),
  );
}

function boxOf(path: unknown) {
  const [corners, ...others] = cornersOf(path);
  if (!corners || others.length > 0) return undefined;
  const along = (axis: 0 | 1) => corners.map((corner) => corner[axis]);
  return {
    min: [Math.min(...along(0)), Math.min(...along(1))],
    max: [Math.max(...along(0)), Math.max(...along(1))],
  };
}

/** The corners of a path in each of its keyframes. Of a path that cannot be read, there are none. */
function cornersOf(path: unknown): [number, number][][] {
  if (!isProperty(path)) return [];
  const values = keyframesOf(path)?.flatMap(({ s, e }) => [s, e]) ?? [path.k];
  return values.flat().flatMap((value) => {
    const { v } = (isObject(value) ? value : {}) as Partial<Bezier>;
    if (!Array.isArray(v) || v.length === 0) return [];
    return [v.map((point): [number, number] => [Number(point?.[0] ?? 0), Number(point?.[1] ?? 0)])];
  });
}

/** Whether a browser masks the layer, and does not merely clip it. */
export function isMaskedSoftly(layer: Layer): boolean {
  return masksOf(layer).some(({ mode, inv, o, x }) => {
    const isSolid = isProperty(o) ? o.k === 100 : true;
    const isPlain = !isProperty(x) || x.k === 0;
    return mode !== 'a' || inv === true || !isSolid || !isPlain;
  });
}
