import type { Cue } from './cue.ts';
import { toMilliseconds } from './times.ts';

/** Returns the cues that show between two times of a video, with times from the first of them. */
export function clipCues(
  cues: readonly Cue[],
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
): Cue[] {
  const shift = (seconds: number) =>
    toMilliseconds(Math.min(Math.max(seconds, fromSeconds), toSeconds) - fromSeconds);
  return cues.flatMap(({ startSeconds, endSeconds, text, words }) => {
    const times = { startSeconds: shift(startSeconds), endSeconds: shift(endSeconds) };
    if (times.endSeconds <= times.startSeconds) return [];
    const heard = words?.filter((word) => word.endSeconds > fromSeconds);
    const clipped = heard?.map((word) => ({
      startSeconds: shift(word.startSeconds),
      endSeconds: shift(word.endSeconds),
      text: word.text,
    }));
    return [{ ...times, text, ...(clipped && { words: clipped }) }];
  });
}
