/**
 * Returns the current time. Code that needs the time receives a clock, so that tests can set it.
 */
export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

/** ISO 8601 UTC with milliseconds: the API's only time format. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
