import { assert } from '../base/index.ts';
import { rateOf } from '../lottie/index.ts';

/** Frames counted from the in-point of a composition, or from the start of a video. */
export type Range = { first: number; count: number };

/** Which moments of a composition the frames of a video show. */
export type Timeline = {
  /** Of the composition, from the in-point: what the video's first frame shows. */
  first: number;
  /** Of the video. */
  frameCount: number;
  fps: number;
  /** The composition's frames in so many of the video's. */
  step: { own: number; shown: number };
};

/** A video of the composition's frames `range` at a rate of its own; never shorter than a frame. */
export function timelineOf(range: Range, compositionFps: number, fps: number): Timeline {
  const [own, shown] = [rateOf(compositionFps), rateOf(fps)];
  const step = { own: own.frames * shown.seconds, shown: shown.frames * own.seconds };
  const frameCount = Math.max(1, Math.round((range.count * step.shown) / step.own));
  assert(Number.isFinite(frameCount), `no frames at ${compositionFps} as ${fps} a second`);
  return { first: range.first, frameCount, fps, step };
}

/**
 * The composition's time, in its frames from the in-point, that a frame of the video shows: whole wherever it should be.
 */
export function shownAt({ first, step }: Timeline, frame: number): number {
  return first + (frame * step.own) / step.shown;
}

/** Whole frames of the composition around all that a part of the video shows. */
export function around(
  timeline: Timeline,
  { first, count }: Range,
): { first: number; last: number } {
  return {
    first: Math.floor(shownAt(timeline, first)),
    last: Math.ceil(shownAt(timeline, first + count - 1)),
  };
}
