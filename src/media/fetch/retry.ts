import { AppError, wordingOf } from '../../base/index.ts';

/** A failure with a `Retry-After` header (RFC 9110, 10.2.3). */
export class ServerBusy extends AppError {
  readonly waitMs: number;

  constructor(reason: AppError, waitMs: number) {
    super(reason.code, wordingOf(reason), reason.details);
    this.waitMs = waitMs;
  }
}

/** Maximum wait for `Retry-After` within a fetch. After that the job is retried later. */
const MAX_WAIT_MS = 20_000;
/** An attempt that received this much of a resumable file does not count as a failure. */
const PROGRESS_BYTES = 256 * 1024;

export type RetryPolicy = { retries: number; retryPauseMs: number };

/** Decides whether a failed attempt of a fetch is retried. */
export class Retries {
  readonly #policy: RetryPolicy;
  #failures = 0;
  #bytesThen = 0;

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
  }

  /**
   * Returns how long to wait before the next attempt, or undefined when there is no further
   * attempt. An attempt that received enough of a resumable file does not count.
   */
  pauseAfter(reason: AppError, resumableBytes: number): number | undefined {
    const { retries, retryPauseMs } = this.#policy;
    if (!reason.retryable || reason.code === 'storage_failed') return undefined;
    if (resumableBytes >= this.#bytesThen + PROGRESS_BYTES) this.#failures = 0;
    this.#bytesThen = resumableBytes;
    if (this.#failures >= retries) return undefined;
    const requestedMs = reason instanceof ServerBusy ? reason.waitMs : 0;
    if (requestedMs > MAX_WAIT_MS) return undefined;
    // Random, so that clients that failed at the same time do not retry at the same time.
    const backoff = retryPauseMs * 2 ** this.#failures * (0.5 + Math.random() / 2);
    this.#failures += 1;
    return Math.max(backoff, requestedMs);
  }
}

/** Parses `Retry-After`: seconds or a date. Undefined for other values. */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
