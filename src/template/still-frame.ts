import { frameAt } from '../lottie/index.ts';
import type { Template } from './types.ts';

/** The frame of a still: the name of a template's still, or a time in seconds. */
export type FrameRequest = { stillcut: string } | { at: number };

/**
 * The frame of a still, counted from the in-point; a time after the end gives the last frame.
 * Undefined for an unknown name.
 */
export function stillFrame(template: Template, frameRequest: FrameRequest): number | undefined {
  if ('at' in frameRequest) return frameAt(frameRequest.at, template.lottie);
  const { stillcuts } = template;
  return Object.hasOwn(stillcuts, frameRequest.stillcut)
    ? stillcuts[frameRequest.stillcut]?.frame
    : undefined;
}
