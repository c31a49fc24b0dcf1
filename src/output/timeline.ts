import { assert } from '../base/index.ts';
import { rateOf } from '../lottie/index.ts';

/** Frames counted from the in-point of a composition, or from the start of a video. */
export type Range = { first: number; count: number };

/** Maps the frames of a video to times of a composition. */
export type Timeline = {
  /** The composition's frame, counted from the in-point, that the video's first frame shows. */
  first: number;
  /** The number of frames of the video. */
  frameCount: number;
  fps: number;
  /**
   * The ratio of the rates: `own` frames of the composition last as long as `shown` frames of the
   * video.
   */
  step: { own: number; shown: number };
};

/**
 * The timeline of a video that shows the composition's frames `range` at the rate `fps`. It has at
 * least one frame.
 */
export function timelineOf(range: Range, compositionFps: number, fps: number): Timeline {
  const [compositionRate, outputRate] = [rateOf(compositionFps), rateOf(fps)];
  const step = {
    own: compositionRate.frames * outputRate.seconds,
    shown: outputRate.frames * compositionRate.seconds,
  };
  const frameCount = Math.max(1, Math.round((range.count * step.shown) / step.own));
  assert(
    Number.isFinite(frameCount),
    `no frame count for ${compositionFps} to ${fps} frames per second`,
  );
  return { first: range.first, frameCount, fps, step };
}

/**
 * The composition's time that a frame of the video shows, in frames from the in-point. Whole
 * numbers are exact.
 */
export function shownAt({ first, step }: Timeline, frame: number): number {
  return first + (frame * step.own) / step.shown;
}

/** The whole frames of the composition around the times that a part of the video shows. */
export function around(
  timeline: Timeline,
  { first, count }: Range,
): { first: number; last: number } {
  return {
    first: Math.floor(shownAt(timeline, first)),
    last: Math.ceil(shownAt(timeline, first + count - 1)),
  };
}
