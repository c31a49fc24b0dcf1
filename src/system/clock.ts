/**
 * Returns the current time. Code that needs the time receives a clock, so that tests can set it.
 */
export type Clock = {
  nowMs(): number;
  /** The time since some moment. It never jumps. Without it, `elapsedOf` uses `nowMs`. */
  elapsedMs?(): number;
};

/** A larger step back is followed: the clock was wrong before. */
const MAX_STEP_MS = 24 * 3600 * 1000;
/** After a step back of the machine's clock, time passes slower by this factor until both agree. */
const SLOWED = 0.9;

let correctionMs = 0;
let steady: Clock | undefined;

/** The time of the machine's clock, corrected to the time of the database, for others to compare with theirs. */
export const wallClock: Clock = { nowMs: () => Date.now() + correctionMs };

/**
 * Returns a clock that never goes back. Stored times keep their order, and a wait lasts as long as it should,
 * if the wall clock steps back: an NTP server or a resumed machine may do that. A step forward counts at once.
 * `minMs`: the last time that an earlier process has stored.
 */
export function steadyClock(wallMs: () => number, elapsedMs: () => number, minMs = 0): Clock {
  let lastMs = minMs;
  let lastElapsedMs = elapsedMs();
  return {
    nowMs: () => {
      const [elapsed, wall] = [elapsedMs(), wallMs()];
      const least = lastMs + (elapsed - lastElapsedMs) * SLOWED;
      lastMs = least - wall > MAX_STEP_MS ? wall : Math.max(wall, least);
      lastElapsedMs = elapsed;
      return Math.floor(lastMs);
    },
    elapsedMs,
  };
}

/**
 * The time of the service. In a service with PostgreSQL, it follows the time of the database, so that the rows
 * of all machines have times of one clock.
 */
export const systemClock: Clock = {
  nowMs: () => (steady ?? wallClock).nowMs(),
  elapsedMs: () => performance.now(),
};

/**
 * Keeps `systemClock` from going back, also before the last stored time, until the result is disposed. A
 * service does this.
 */
export function keepClockSteady(lastStoredMs: number | undefined): Disposable {
  steady = steadyClock(wallClock.nowMs, () => performance.now(), lastStoredMs);
  return {
    [Symbol.dispose]: () => {
      steady = undefined;
    },
  };
}

/** Sets the milliseconds that `systemClock` adds to the time of the machine. */
export function correctSystemClock(ms: number): void {
  correctionMs = ms;
}

/** Returns a function that measures durations. If a clock has only the time of day, steps back do not count. */
export function elapsedOf(clock: Clock): () => number {
  const { elapsedMs } = clock;
  if (elapsedMs) return elapsedMs;
  let lastMs = clock.nowMs();
  let passedMs = 0;
  return () => {
    const nowMs = clock.nowMs();
    passedMs += Math.max(0, nowMs - lastMs);
    lastMs = nowMs;
    return passedMs;
  };
}

/** ISO 8601 UTC with milliseconds: the API's only time format. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The time of an event that may be missing, as `isoTime` writes it. */
export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
