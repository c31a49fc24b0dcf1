import { say, type Wording } from '../../../base/index.ts';
import { type Bezier, LAYER, type Layer, type Mask } from '../../types.ts';
import { isObject, isProperty, valuesOf } from '../properties.ts';
import { areApart, areaOf, areOverlapping, boxOf, cornersOf, pathsOf } from './areas.ts';

const MODES: Readonly<Record<string, string>> = { d: 'Darken', f: 'Difference' };
/** In hundredths of the larger side of the composition: smaller feathers look like hard edges. */
const MIN_FEATHER = 0.7;
/** In hundredths of the larger side of the composition: a smaller corner is hardly seen. */
const MIN_CORNER = 5;
/** Masks that are compared with each other; real layers have a few. */
const MAX_COMPARED = 100;

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
export function maskMessages(layer: Layer, side: number): Wording[] {
  const masks = masksOf(layer);
  const boxes = masks.slice(0, MAX_COMPARED).map(({ pt }) => boxOf(pt));
  const modes = masks.flatMap(({ mode = '' }, index) => {
    if (!Object.hasOwn(MODES, mode) || index === 0) return [];
    const box = boxes[index];
    if (mode === 'f' && boxes.slice(0, index).every((other) => areApart(other, box))) return [];
    return MODES[mode] ?? [];
  });
  const [first, ...others] = masks;
  // Masks that overlap in all frames are drawn as designed.
  const isIntersected =
    first?.mode === 'i' &&
    others.some(({ mode, pt }) => mode === 'i' && !areOverlapping(boxOf(first.pt), boxOf(pt)));
  const isUndeclared = masks.length > 0 && layer.hasMask !== true;
  const feather = Math.max(0, ...masks.flatMap(({ f }) => valuesOf(f, [0]).flat()));
  return [
    ...[...new Set(modes)].map(
      (mode) => say`Lottie players draw the mask mode ${mode} as Add, unlike the video.`,
    ),
    ...(isIntersected
      ? ['The first masks intersect: Lottie players draw other areas than the video.']
      : []),
    ...(isUndeclared
      ? ['Lottie players distort the masks, because the layer lacks `hasMask`.']
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
 * Returns the messages about how Lottie players draw a layer's masks with an expansion differently: one for
 * corners that they leave out, one for masks that are reduced. Empty if they draw them alike. Call it before
 * outlines are rewritten. `side`: the larger side of the composition, in pixels.
 */
export function expansionMessages(layer: Layer, side: number): string[] {
  const masks = masksOf(layer);
  const percentOfSide = ([x = 0]: readonly number[]) => (x * 100) / side;
  const sharesOf = ({ x }: Mask) => valuesOf(x, [0]).map(percentOfSide);
  const isReduced = masks.some((mask) => sharesOf(mask).some((x) => x < 0));
  const losesCorner = masks.some((mask) => {
    return sharesOf(mask).some((x) => x >= MIN_CORNER) && pathsOf(mask.pt).some(beginsWithCorner);
  });
  return [
    ...(losesCorner ? ['Lottie players leave out a corner of the expanded mask.'] : []),
    ...(isReduced ? ['Lottie players draw the reduced mask larger.'] : []),
  ];
}

/** Whether a tangent of the first point is missing, or its tangents are not on one line. */
function beginsWithCorner({ i, o }: Bezier): boolean {
  const [[inX = 0, inY = 0] = [], [outX = 0, outY = 0] = []] = [i?.[0], o?.[0]];
  const cross = Math.abs(inX * outY - inY * outX);
  const product = Math.hypot(inX, inY) * Math.hypot(outX, outY);
  return product === 0 || cross > product / 10;
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

/** Whether a browser masks the layer, and does not merely clip it. */
export function isMaskedSoftly(layer: Layer): boolean {
  return masksOf(layer).some(({ mode, inv, o, x }) => {
    const isSolid = isProperty(o) ? o.k === 100 : true;
    const isPlain = !isProperty(x) || x.k === 0;
    return mode !== 'a' || inv === true || !isSolid || !isPlain;
  });
}
