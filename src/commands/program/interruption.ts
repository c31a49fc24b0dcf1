import { AppError } from '../../base/index.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Aborts its signal at SIGINT and SIGTERM instead of ending the process, until it is disposed. The same signal
 * once more ends the process.
 */
export class Interruption implements Disposable {
  readonly #stop = new AbortController();
  readonly #onSignal = (name: string) =>
    this.#stop.abort(new AppError('canceled', `It was ended by ${name}.`));

  constructor() {
    for (const name of SIGNALS) process.once(name, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  [Symbol.dispose](): void {
    for (const name of SIGNALS) process.off(name, this.#onSignal);
  }
}
