import { exactFps } from './rate.ts';
import type { Layer, Lottie } from './types.ts';
import { numberAt } from './value.ts';

/** The number of frames of the composition; frame 0 is the in-point. */
export function frameCount(lottie: Pick<Lottie, 'ip' | 'op'>): number {
  // Exporters write out-points such as 149.999; a fraction of a frame does not count as a frame.
  return Math.max(1, Math.floor(lottie.op - lottie.ip + 0.01));
}

/** Seconds from the in-point to the start of `frame`. */
export function frameSeconds(frame: number, fps: number): number {
  return frame / fps;
}

/** The frame that a video shows at `seconds` from the in-point, limited to the composition. */
export function frameAt(seconds: number, lottie: Pick<Lottie, 'ip' | 'op' | 'fr'>): number {
  const frame = Math.floor(seconds * exactFps(lottie.fr) + 1e-6);
  return Math.min(frameCount(lottie) - 1, Math.max(0, frame));
}

/**
 * The time inside a precomp layer, in frames, when its own composition is at `frame`. Uses the
 * nominal rate, as Skottie does.
 */
export function innerFrame(layer: Layer, frame: number, fps: number): number {
  const local = (frame - (layer.st ?? 0)) / (layer.sr ?? 1);
  if (layer.tm === undefined) return local;
  return numberAt(layer.tm, frame, local / fps) * fps;
}
