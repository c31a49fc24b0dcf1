import { type Fault, FramepressError } from '@framepress/client';
import { NewestTask } from '@framepress/player';
import type { Mapping } from '../api/types.ts';
import { failureKind, pauseMs } from './failure.ts';

/** `outdated`: the last frame is kept, because the newest mapping has faults. */
export type PreviewState = 'current' | 'drawing' | 'outdated' | 'offline' | 'ended' | 'error';

export type PreviewOptions<Composition> = {
  compose: (mapping: Mapping, signal: AbortSignal) => Promise<Composition>;
  /** Shows a composition. The frame before stays until then. */
  show: (composition: Composition) => Promise<void> | void;
  onState: (state: PreviewState, error?: unknown) => void;
  /** The faults of the newest mapping. */
  onFaults: (faults: readonly Fault[]) => void;
};

/** Files that are gone after so many new compositions do not come back. */
const MAX_EXPIRED = 3;

/** Composes the newest mapping and shows it: one request is in flight, and only the newest is next. */
export class Preview<Composition> {
  readonly #options: PreviewOptions<Composition>;
  readonly #tasks = new NewestTask();
  readonly #ending = new AbortController();
  #wanted: Mapping | undefined;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PreviewOptions<Composition>) {
    this.#options = options;
  }

  /** Shows a mapping as soon as the request in flight has ended. */
  want(mapping: Mapping): void {
    clearTimeout(this.#timer);
    this.#wanted = mapping;
    this.#options.onState('drawing');
    void this.#tasks.run(() => this.#compose(mapping, this.#ending.signal));
  }

  /** Composes a mapping again whose frames cannot be drawn any more. */
  failed(mapping: Mapping, error: unknown): void {
    if (this.#wanted) return;
    this.#wanted = mapping;
    this.#fail(error);
  }

  /** Tries again after a failure: the network is back, or there is a new token. */
  retry(): void {
    if (this.#wanted) this.want(this.#wanted);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
  }

  /** Tries again after a pause, which grows with each failure in a row. */
  #retryLater(error: unknown): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), pauseMs(++this.#failures, error));
  }

  /**
   * Composes and shows a mapping. Its result and its faults are not reported if a newer mapping
   * waits.
   */
  async #compose(mapping: Mapping, signal: AbortSignal): Promise<void> {
    const { compose, show, onState, onFaults } = this.#options;
    if (signal.aborted) return;
    try {
      const composition = await compose(mapping, signal);
      if (signal.aborted) return;
      await show(composition);
      if (signal.aborted || this.#tasks.hasNewer) return;
      this.#failures = 0;
      this.#wanted = undefined;
      onFaults([]);
      onState('current');
    } catch (error) {
      if (signal.aborted || this.#tasks.hasNewer) return;
      this.#fail(error);
    }
  }

  /**
   * Reports a failure. An unreachable service is retried later, and expired files a few times. A
   * mapping with faults waits for the next edit.
   */
  #fail(error: unknown): void {
    const { onState, onFaults } = this.#options;
    const kind = failureKind(error);
    if (kind === 'invalid') {
      this.#wanted = undefined;
      onFaults(error instanceof FramepressError ? error.errors : []);
      onState('outdated', error);
    } else if (kind === 'offline') {
      onState('offline', error);
      this.#retryLater(error);
    } else if (kind === 'expired' && this.#failures < MAX_EXPIRED) {
      onState('drawing');
      this.#retryLater(error);
    } else {
      onState(kind === 'ended' ? 'ended' : 'error', error);
    }
  }
}
