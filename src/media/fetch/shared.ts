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

/** One piece of work for all that want it at the same time. */
export class Shared<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Starts the work of a key or waits for it where it is under way. It is stopped when all who
   * wanted it have left, and released when the last of them is done with its result.
   */
  async join(
    key: string,
    work: Work<T>,
    onProgress: OnProgress = () => undefined,
    signal?: AbortSignal,
  ): Promise<{ value: T } & AsyncDisposable> {
    signal?.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    // A function of its own: the same one may come from two members.
    const member: OnProgress = (bytes, total) => onProgress(bytes, total);
    running.members.add(member);
    const leave = async () => {
      running.members.delete(member);
      if (running.members.size > 0) return;
      if (this.#running.get(key) === running) this.#running.delete(key);
      running.controller.abort(new AppError('canceled', 'Nobody waits for it any more.'));
      const done = await running.result.catch(() => undefined);
      await done?.release();
    };
    try {
      const { value } = await orAbort(running.result, signal);
      return { value, [Symbol.asyncDispose]: leave };
    } catch (error) {
      await leave();
      throw error;
    }
  }

  #start(key: string, work: Work<T>): Running<T> {
    const members = new Set<OnProgress>();
    const controller = new AbortController();
    const reportAll: OnProgress = (bytes, total) => {
      for (const member of members) member(bytes, total);
    };
    const result = work(reportAll, controller.signal);
    const running: Running<T> = { result, members, controller };
    this.#running.set(key, running);
    // Whoever comes later asks anew: what came to one may have changed since.
    const end = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    result.then(end, end);
    return running;
  }
}
