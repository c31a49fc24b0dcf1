import { AppError, expected } from '../base/index.ts';

export type Size = { width: number; height: number };

/** The maximum length of a side, in pixels. */
export const MAX_SIDE = 8192;

/**
 * The composition's size, or a size with the wanted width or height and the same aspect ratio. With
 * `isEven`, odd sides are rounded up by a pixel. Undefined for an invalid size or a size above the
 * limit.
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

/** The size of a still: the composition's, or `width` with the same aspect ratio. */
export function stillSize(composition: Size, width?: number): Size {
  const size = scaledSize(composition, { width }, false);
  if (size) return size;
  throw new AppError(
    'invalid_request',
    expected(`a whole number of pixels, at most ${MAX_SIDE} on each side,`, 'width', width),
    { hint: "Leave out the width to use the template's own size." },
  );
}
