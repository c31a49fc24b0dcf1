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
  request: { width?: number | undefined; height?: number | undefined },
  isEven: boolean,
): Size | undefined {
  const { width, height } = composition;
  const scale =
    request.width === undefined ? (request.height ?? height) / height : request.width / width;
  const side = (requestedSide: number | undefined, videoSide: number) => {
    const pixels = requestedSide ?? Math.max(1, Math.round(videoSide * scale));
    return isEven ? Math.max(2, pixels + (pixels % 2)) : pixels;
  };
  const [w, h] =
    request.width === undefined
      ? [side(undefined, width), side(request.height, height)]
      : [side(request.width, width), side(undefined, height)];
  const requestedSide = request.width ?? request.height ?? 1;
  const fits = Number.isInteger(requestedSide) && requestedSide >= 1 && Math.max(w, h) <= MAX_SIDE;
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
