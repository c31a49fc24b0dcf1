import { AppError, expected } from '../base/index.ts';

export type Size = { width: number; height: number };

/** The longest side that is drawn. */
export const MAX_SIDE = 8192;

/**
 * A composition's size, or the one with a wanted width or height and the same aspect ratio; with
 * `isEven` an odd side is rounded up by a pixel. Undefined where that is no size or beyond the limit.
 */
export function scaledSize(
  composition: Size,
  wanted: { width?: number | undefined; height?: number | undefined },
  isEven: boolean,
): Size | undefined {
  const { width, height } = composition;
  const scale =
    wanted.width === undefined ? (wanted.height ?? height) / height : wanted.width / width;
  const side = (given: number | undefined, own: number) => {
    const pixels = given ?? Math.max(1, Math.round(own * scale));
    return isEven ? Math.max(2, pixels + (pixels % 2)) : pixels;
  };
  const [w, h] =
    wanted.width === undefined
      ? [side(undefined, width), side(wanted.height, height)]
      : [side(wanted.width, width), side(undefined, height)];
  const given = wanted.width ?? wanted.height ?? 1;
  const fits = Number.isInteger(given) && given >= 1 && Math.max(w, h) <= MAX_SIDE;
  return fits ? { width: w, height: h } : undefined;
}

/** The size of a still: the composition's, or `width` with its aspect ratio kept. */
export function stillSize(composition: Size, width?: number): Size {
  const size = scaledSize(composition, { width }, false);
  if (size) return size;
  throw new AppError(
    'invalid_request',
    expected(`a whole number of pixels, at most ${MAX_SIDE} on each side,`, 'width', width),
    { hint: "Leave it out for the template's own size." },
  );
}
