const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Delay before each attempt, counted from the end of the previous attempt. */
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
/**
 * Maximum random addition to a delay: attempts that failed together must not be retried together.
 */
const JITTER = 0.2;
/** An endpoint that has accepted no delivery for this time is disabled. */
export const FAILING_LIMIT_MS = 5 * DAY_MS;
/** Maximum wait that a `Retry-After` header can request. */
const MAX_WAIT_MS = DAY_MS;

/** The response to an attempt. `status` is undefined without a response. */
export type AttemptResponse = { status?: number; retryAfter?: string };

/**
 * The result of an attempt. `pauseUntilMs`: the endpoint requested a pause of all its events until
 * this time. `gone`: the endpoint does not accept events any more.
 */
export type Verdict =
  | { state: 'delivered' }
  | { state: 'failed'; gone: boolean; pauseUntilMs?: number }
  | { state: 'pending'; nextAttemptAtMs: number; pauseUntilMs?: number };

/**
 * Returns the result of the attempt with the number `attempt` (from 1) that ended at `nowMs`. 2xx is
 * success. 410 ends the delivery. For all other responses the next attempt follows after its delay
 * plus up to 20 %, by `random` in 0–1, and not before `Retry-After`, which is limited to a day.
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
  const requestedMs = retryAfterMs(answer.retryAfter, nowMs);
  const pause = requestedMs === undefined ? {} : { pauseUntilMs: nowMs + requestedMs };
  const delay = DELAYS_MS[attempt];
  if (delay === undefined) return { state: 'failed', gone: false, ...pause };
  const wait = Math.max(Math.round(delay * (1 + JITTER * random)), requestedMs ?? 0);
  return { state: 'pending', nextAttemptAtMs: nowMs + wait, ...pause };
}

/** Parses `Retry-After`: seconds or an HTTP date (RFC 9110, 10.2.3). Undefined for other values. */
function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}
