/** Frames per second as a fraction of whole numbers. */
export type FrameRate = { frames: number; seconds: number };

/** Broadcast rates become fractions of 1001; other rates are rounded to a thousandth. */
export function rateOf(fps: number): FrameRate {
  for (const wholeRate of [24, 30, 48, 60, 120]) {
    if (Math.abs(fps - (wholeRate * 1000) / 1001) < 0.006)
      return { frames: wholeRate * 1000, seconds: 1001 };
  }
  return Number.isInteger(fps)
    ? { frames: fps, seconds: 1 }
    : { frames: Math.round(fps * 1000), seconds: 1000 };
}

/**
 * The exact rate of a document as a number: 23.98 means 24000/1001. The rounded value would drift
 * by a tenth of a second in ten minutes.
 */
export function exactFps(fps: number): number {
  const { frames, seconds } = rateOf(fps);
  return frames / seconds;
}
