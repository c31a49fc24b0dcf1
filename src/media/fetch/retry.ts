import { AppError } from '../../base/index.ts';

/** A failure of which the server says when to come back (RFC 9110, 10.2.3). */
export class ServerBusy extends AppError {
  readonly waitMs: number;

  constructor(reason: AppError, waitMs: number) {
    super(reason.code, reason.message, reason.details);
    this.waitMs = waitMs;
  }
}

/** The longest that a fetch waits because a server asks for it; a job can come back later. */
const MAX_WAIT_MS = 20_000;
/** Of a file that can be resumed: what is worth another attempt by itself. */
const WORTHWHILE_BYTES = 256 * 1024;

export type RetryPolicy = { retries: number; retryPauseMs: number };

/** Which failure of one fetch is the last. */
export class Retries {
  readonly #policy: RetryPolicy;
  #failures = 0;
  #bytesThen = 0;

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
  }

  /**
   * How long to wait before the next attempt, or undefined when there is to be none. An attempt that
   * brought a good part of a file whose rest can be asked for does not count.
   */
  pauseAfter(reason: AppError, resumableBytes: number): number | undefined {
    const { retries, retryPauseMs } = this.#policy;
    if (!reason.retryable || reason.code === 'storage_failed') return undefined;
    if (resumableBytes >= this.#bytesThen + WORTHWHILE_BYTES) this.#failures = 0;
    this.#bytesThen = resumableBytes;
    if (this.#failures >= retries) return undefined;
    const asked = reason instanceof ServerBusy ? reason.waitMs : 0;
    if (asked > MAX_WAIT_MS) return undefined;
    // Clients of one server that failed together must not come back together.
    const backoff = retryPauseMs * 2 ** this.#failures * (0.5 + Math.random() / 2);
    this.#failures += 1;
    return Math.max(backoff, asked);
  }
}

/** `Retry-After` in seconds or as a date; undefined when it says nothing that can be read. */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
