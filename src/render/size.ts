import { AppError, expected } from '../base/index.ts';

export type Size = { width: number; height: number };

/**
 * The size of a video: the composition's, or `width` with its aspect ratio kept. 4:2:0 video has
 * even sides, so an odd one is rounded up by a pixel.
 */
export function videoSize(composition: Size, width?: number): Size {
  const scaled = stillSize(composition, width);
  return { width: even(scaled.width), height: even(scaled.height) };
}

/** The size of a still: as `videoSize`, but odd sides stay. */
export function stillSize(composition: Size, width?: number): Size {
  const wanted = width ?? Math.round(composition.width);
  const height = Math.max(1, Math.round((composition.height * wanted) / composition.width));
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 8192 || height > 8192) {
    throw new AppError(
      'invalid_request',
      expected('a whole number of pixels, at most 8192 on each side,', 'width', wanted),
      {
        hint: "Leave it out for the template's own size.",
      },
    );
  }
  return { width: wanted, height };
}

function even(side: number): number {
  return Math.max(2, side + (side % 2));
}
