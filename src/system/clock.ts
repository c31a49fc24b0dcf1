/**
 * Returns the current time. Code that needs the time receives a clock, so that tests can set it.
 */
export type Clock = { nowMs(): number };

let correctionMs = 0;

/**
 * The time of the machine's clock. In a service with PostgreSQL, it is corrected to the time of the database,
 * so that the rows of all machines have times of one clock.
 */
export const systemClock: Clock = { nowMs: () => Date.now() + correctionMs };

/** Sets the milliseconds that `systemClock` adds to the time of the machine. */
export function correctSystemClock(ms: number): void {
  correctionMs = ms;
}

/** ISO 8601 UTC with milliseconds: the API's only time format. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
