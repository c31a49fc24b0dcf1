import { frameAt } from '../lottie/index.ts';
import type { Template } from './types.ts';

/** Which frame a still shows: one of the template's own names, or a time in seconds. */
export type FrameRequest = { stillcut: string } | { at: number };

/** Counted from the in-point; a time beyond the end is its last frame. Undefined for an unknown name. */
export function stillFrame(template: Template, frameRequest: FrameRequest): number | undefined {
  if ('at' in frameRequest) return frameAt(frameRequest.at, template.lottie);
  const { stillcuts } = template;
  return Object.hasOwn(stillcuts, frameRequest.stillcut)
    ? stillcuts[frameRequest.stillcut]?.frame
    : undefined;
}
