import type { ReactiveController, ReactiveControllerHost } from 'lit';

export type LoadState<Value> =
  | { status: 'loading'; value?: Value }
  | { status: 'ready'; value: Value }
  | { status: 'failed'; error: unknown; value?: Value };

/**
 * Loads what an element shows. It starts when the element is connected and aborts when it leaves.
 * While it loads again, the former value stays.
 */
export class Loader<Value> implements ReactiveController {
  state: LoadState<Value> = { status: 'loading' };
  readonly #host: ReactiveControllerHost;
  readonly #load: (signal: AbortSignal) => Promise<Value>;
  #running: AbortController | undefined;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<Value>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  get value(): Value | undefined {
    return this.state.value;
  }

  hostConnected(): void {
    // After the properties of the element are set.
    queueMicrotask(() => void this.reload());
  }

  hostDisconnected(): void {
    this.#running?.abort();
  }

  /** Loads again; the newest call wins. */
  async reload(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const { value } = this.state;
    this.#setState(value === undefined ? { status: 'loading' } : { status: 'loading', value });
    try {
      const loaded = await this.#load(running.signal);
      if (!running.signal.aborted) this.#setState({ status: 'ready', value: loaded });
    } catch (error) {
      if (running.signal.aborted) return;
      this.#setState({ status: 'failed', error, ...(value !== undefined && { value }) });
    }
  }

  /** Replaces the value, such as by the answer of a change. */
  replace(value: Value): void {
    this.#running?.abort();
    this.#setState({ status: 'ready', value });
  }

  #setState(state: LoadState<Value>): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}
