const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses between attempts; the last value repeats. */
const PAUSES_MS = [
  5000,
  30_000,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];
/** Time from the first attempt to the last. */
export const GIVE_UP_MS = 48 * HOUR_MS;
const JITTER = 0.1;

/**
 * Returns the pause after a number of attempts, `elapsedMs` after the start of the first; undefined when the
 * upload has failed for good. The last attempt is at the end of the two days. `chance` is 0 to 1.
 */
export function pauseAfter(
  attempts: number,
  elapsedMs: number,
  chance: number,
): number | undefined {
  if (elapsedMs >= GIVE_UP_MS) return undefined;
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? HOUR_MS;
  const spread = Math.round(pause * (1 + JITTER * (2 * chance - 1)));
  return Math.min(spread, GIVE_UP_MS - elapsedMs);
}
