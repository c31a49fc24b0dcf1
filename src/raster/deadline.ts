/** Wall time per CPU time, for a process that hangs without using the processor. */
const WALL_PER_CPU = 10;
/** Reading the CPU time takes a moment, so it is not read for each frame. */
const MAX_TICK_MS = 1000;

type DeadlineOptions = {
  limitMs: number;
  /** CPU time until now; undefined where it cannot be measured. Then the wall time counts alone. */
  cpuMs: () => number | undefined;
  onLate: () => void;
  /** Monotonic. */
  nowMs?: () => number;
};

/**
 * Limits the CPU time of some work. On a busy machine the work gets less of the processor, and may take ten
 * times as long.
 */
export class Deadline {
  readonly #options: DeadlineOptions;
  readonly #nowMs: () => number;
  readonly #timer: NodeJS.Timeout;
  #hasProgress = true;
  #startedMs = 0;
  #cpuBeforeMs: number | undefined;

  constructor(options: DeadlineOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#begin();
    const tickMs = Math.max(1, Math.min(MAX_TICK_MS, options.limitMs / 4));
    this.#timer = setInterval(() => this.#endIfLate(), tickMs);
  }

  /** The work has made progress: its time begins again at the next tick. */
  restart(): void {
    this.#hasProgress = true;
  }

  clear(): void {
    clearInterval(this.#timer);
  }

  /** Begins the time again, with the CPU time that the work has used until now. */
  #begin(): void {
    this.#hasProgress = false;
    this.#startedMs = this.#nowMs();
    this.#cpuBeforeMs = this.#options.cpuMs();
  }

  /**
   * Calls `onLate` if the work has used its time without progress. CPU time counts, because a
   * loaded machine is no stall; real time counts only above a multiple.
   */
  #endIfLate(): void {
    if (this.#hasProgress) {
      this.#begin();
      return;
    }
    const { limitMs, cpuMs, onLate } = this.#options;
    const wallMs = this.#nowMs() - this.#startedMs;
    if (wallMs < limitMs) return;
    const cpuNowMs = cpuMs();
    const cpuBeforeMs = this.#cpuBeforeMs;
    const isMeasured = cpuNowMs !== undefined && cpuBeforeMs !== undefined;
    const usedMs = isMeasured ? cpuNowMs - cpuBeforeMs : wallMs;
    if (usedMs < limitMs && wallMs < limitMs * WALL_PER_CPU) return;
    this.clear();
    onLate();
  }
}
