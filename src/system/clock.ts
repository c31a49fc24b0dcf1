/** The time now; a part that needs the time takes one, so that tests can move it. */
export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

/** ISO 8601 UTC with milliseconds: the one form of time in the API. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
