export type Size = { width: number; height: number };

/** Widths at which frames of videos are fetched: few, so that the service can keep them. */
const FRAME_WIDTHS = [240, 480, 960, 1920];
/** Drawn when the container has no size, as in a closed dialog. */
const HIDDEN_WIDTH = 320;

/**
 * Returns the size in device pixels at which a video is drawn: contained in the box, and never
 * larger than the video. `maxShortSide` limits it further.
 */
export function drawnSize(
  video: Size,
  { box, pixelRatio }: { box: Size; pixelRatio: number },
  maxShortSide = Number.POSITIVE_INFINITY,
): Size {
  const hasArea = box.width > 0 && box.height > 0;
  const scale = Math.min(
    1,
    maxShortSide / Math.min(video.width, video.height),
    hasArea
      ? Math.min(box.width / video.width, box.height / video.height) * pixelRatio
      : HIDDEN_WIDTH / video.width,
  );
  // Like the service's stills, whose height follows from the width.
  const width = Math.max(1, Math.round(video.width * scale));
  return { width, height: Math.max(1, Math.round((width * video.height) / video.width)) };
}

/** Returns the width at which to fetch a video's frame, or 0 for its own width. */
export function frameWidth(file: Size, video: Size, drawnSize: Size): number {
  const neededPixels = (file.width * drawnSize.width) / video.width;
  const width = FRAME_WIDTHS.find((step) => step >= neededPixels) ?? file.width;
  return width < file.width ? width : 0;
}
