/** Audio and image may be this far apart. Viewers notice more. */
const MAX_SKEW_SECONDS = 0.05;
/** A loop or a seek has moved the position: such a frame is not worth waiting for. */
const MAX_WAIT_SECONDS = 1;

/** Returns the time until a frame is due, or 0. */
export function secondsUntil(frame: number, fps: number, nowSeconds: number): number {
  const seconds = frame / fps - nowSeconds;
  return seconds > 0 && seconds <= MAX_WAIT_SECONDS ? seconds : 0;
}

/** Whether a frame must not be shown at a position of the audio. */
export function isLate(frame: number, fps: number, nowSeconds: number): boolean {
  return Math.abs(frame / fps - nowSeconds) > MAX_SKEW_SECONDS;
}
