import { AppError, orAbort } from '../../base/index.ts';
import type { OnProgress } from './download.ts';

type Work<T> = (
  reportAll: OnProgress,
  whenAllLeave: AbortSignal,
) => Promise<{ value: T; release: () => Promise<void> }>;

type Running<T> = {
  result: ReturnType<Work<T>>;
  members: Set<OnProgress>;
  controller: AbortController;
};

/** Shares running work between concurrent callers with the same key. */
export class Shared<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Starts the work of a key, or waits for it when it already runs. The work stops when all its
   * callers have aborted, and its result is released when the last caller has finished with it.
   */
  async join(
    key: string,
    work: Work<T>,
    onProgress: OnProgress = () => undefined,
    signal?: AbortSignal,
  ): Promise<{ value: T } & AsyncDisposable> {
    signal?.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    // A new function for each member, because two members may pass the same callback.
    const member: OnProgress = (bytes, total) => onProgress(bytes, total);
    running.members.add(member);
    const leave = async () => {
      running.members.delete(member);
      if (running.members.size > 0) return;
      if (this.#running.get(key) === running) this.#running.delete(key);
      running.controller.abort(new AppError('canceled', 'All callers have aborted.'));
      const finishedRun = await running.result.catch(() => undefined);
      await finishedRun?.release();
    };
    try {
      const { value } = await orAbort(running.result, signal);
      return { value, [Symbol.asyncDispose]: leave };
    } catch (error) {
      await leave();
      throw error;
    }
  }

  /** Starts the work of a key. `join` adds its callers to `members`, which get its progress. */
  #start(key: string, work: Work<T>): Running<T> {
    const members = new Set<OnProgress>();
    const controller = new AbortController();
    const reportAll: OnProgress = (bytes, total) => {
      for (const member of members) member(bytes, total);
    };
    const result = work(reportAll, controller.signal);
    const running: Running<T> = { result, members, controller };
    this.#running.set(key, running);
    // Later callers start new work, because the file may have changed since.
    const end = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    result.then(end, end);
    return running;
  }
}
