import { LAYER, type Layer, type TextAnimator, type TextDocument } from '../../types.ts';
import { isEverUsed, isObject } from '../properties.ts';
import { isOnAllLetters } from '../text-animators.ts';

/** In thousandths of the larger side of the composition. */
const SEEN_PIXEL = 1.5;
const FIRST_JUSTIFIED = 3;
/** In pixels: thinner strokes hide little of the fill. */
const MIN_STROKE = 2;
const LINE_BREAKS = ['\r', '\n', '\u0003'];

/** The parts of a text that the video shows as designed, and Lottie players do not. `side`: pixels. */
export function textMessages({ ty, t }: Layer, side: number): string[] {
  if (ty !== LAYER.text || !isObject(t)) return [];
  const keys: unknown = t.d?.k;
  const documents = (Array.isArray(keys) ? keys : []).flatMap((key): TextDocument[] =>
    isObject(key?.s) ? [key.s] : [],
  );
  const animators = (Array.isArray(t.a) ? t.a : []).filter((animator) => isObject(animator?.a));
  return [
    ...(documents.some((document) => isLowered(document, side))
      ? ['Lottie players draw the second and later lines a pixel lower.']
      : []),
    ...(documents.some(isJustified)
      ? ['Lottie players do not spread the lines to the width of the box.']
      : []),
    ...(documents.some(isStrokedBelow)
      ? ['Lottie players draw the stroke of the letters over their fill, the video below it.']
      : []),
    ...(animators.some(({ a }) => isEverUsed(a?.['bl']))
      ? ['Lottie players draw the letters without their blur.']
      : []),
    ...(animators.some(isTrackingPart)
      ? ['Lottie players add the animated tracking after the letters, the video on both sides.']
      : []),
    ...(isObject(t.p) && t.p['m'] !== undefined
      ? ['Lottie players place the letters elsewhere on their path.']
      : []),
  ];
}

/** Players lower the lines after the first by a pixel of the composition, which is seen in small ones. */
function isLowered({ t = '', sz, s = 0 }: TextDocument, side: number): boolean {
  const isLong = sz !== undefined && t.length * s * 0.4 > (sz[0] ?? 0);
  return (
    1000 / side >= SEEN_PIXEL && (LINE_BREAKS.some((mark) => t.trim().includes(mark)) || isLong)
  );
}

function isJustified({ j = 0, sz }: TextDocument): boolean {
  return sz !== undefined && j >= FIRST_JUSTIFIED;
}

function isStrokedBelow({ sc, sw = 0, of, fc }: TextDocument): boolean {
  if (!Array.isArray(sc) || !Array.isArray(fc) || of !== false) return false;
  // A stroke in the color of the fill only makes the letters bolder.
  const isOtherColor = sc.some((part, at) => Math.abs(part - (fc[at] ?? 0)) > 1 / 255);
  return isOtherColor && sw > MIN_STROKE;
}

function isTrackingPart(animator: TextAnimator): boolean {
  return isEverUsed(animator.a?.['t']) && !isOnAllLetters(animator);
}
