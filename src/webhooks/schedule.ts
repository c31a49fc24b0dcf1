const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Before each attempt, from the end of the one before. */
const DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** What failed together must not come back together. */
const JITTER = 0.2;
/** A receiver that has taken nothing for so long is disabled. */
export const FAILING_LIMIT_MS = 5 * DAY_MS;
/** The longest that a receiver can ask us to wait. */
const MAX_WAIT_MS = DAY_MS;

/** How an attempt ended. `status` is unset when no answer came. */
export type AttemptResponse = { status?: number; retryAfter?: string };

/**
 * What follows from an attempt. `pauseUntilMs`: the receiver asked that nothing be sent before.
 * `gone`: it wants nothing more, ever.
 */
export type Verdict =
  | { state: 'delivered' }
  | { state: 'failed'; gone: boolean; pauseUntilMs?: number }
  | { state: 'pending'; nextAttemptAtMs: number; pauseUntilMs?: number };

/**
 * Judges the attempt numbered `attempt`, counted from 1, that ended at `nowMs`. Only 2xx is success;
 * 410 ends it; else the next attempt comes at its time with up to a fifth of delay added, by `random`
 * in 0–1, and not before `Retry-After` says, which is a day at most.
 */
export function judge(
  answer: AttemptResponse,
  attempt: number,
  nowMs: number,
  random: number,
): Verdict {
  const { status = 0 } = answer;
  if (status >= 200 && status < 300) return { state: 'delivered' };
  if (status === 410) return { state: 'failed', gone: true };
  const asked = retryAfterMs(answer.retryAfter, nowMs);
  const pause = asked === undefined ? {} : { pauseUntilMs: nowMs + asked };
  const delay = DELAYS_MS[attempt];
  if (delay === undefined) return { state: 'failed', gone: false, ...pause };
  const wait = Math.max(Math.round(delay * (1 + JITTER * random)), asked ?? 0);
  return { state: 'pending', nextAttemptAtMs: nowMs + wait, ...pause };
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3); undefined for what is neither. */
function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}
