import { type Cue, toMilliseconds } from './cue.ts';
import { MIN_CUE_SECONDS } from './cue-edits.ts';

/** The part of a cue that is dragged. */
export type Grip = 'start' | 'end' | 'whole';

/**
 * Returns the times of a cue that is dragged by some seconds. It stays between the cues around it, unless it overlaps
 * them already, and within the video.
 */
export function draggedTimes(
  cues: readonly Cue[],
  index: number,
  { grip, by, duration }: { grip: Grip; by: number; duration: number },
): { start: number; end: number } {
  const cue = cues[index];
  if (!cue) return { start: 0, end: 0 };
  const { start, end } = cue;
  const least = Math.min(start, cues[index - 1]?.end ?? 0);
  const most = Math.max(end, Math.min(cues[index + 1]?.start ?? duration, Math.max(duration, end)));
  const within = (seconds: number, low: number, high: number) =>
    toMilliseconds(Math.min(Math.max(low, high), Math.max(low, seconds)));
  const shortest = Math.min(MIN_CUE_SECONDS, end - start);
  if (grip === 'start') return { start: within(start + by, least, end - shortest), end };
  if (grip === 'end') return { start, end: within(end + by, start + shortest, most) };
  const newStart = within(start + by, least, most - (end - start));
  return { start: newStart, end: toMilliseconds(newStart + (end - start)) };
}
