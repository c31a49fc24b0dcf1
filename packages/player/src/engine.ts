import { PlayerError } from './player-error.ts';
import type { CallName, Calls, FromWorker, ToWorker } from './protocol.ts';

/** Downloading and compiling the engine may take long on a slow connection. */
const START_TIMEOUT_MS = 120_000;

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

/** CanvasKit in a worker. */
export class Engine {
  readonly url: string;
  readonly #worker: Worker;
  readonly #script: string;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #hasWebgl = false;
  #failure: PlayerError | undefined;

  private constructor(url: string) {
    this.url = url;
    // A page of another origin may start a worker only from a script of its own.
    const scripts = ['canvaskit.js', 'worker.js'].map((name) => JSON.stringify(`${url}${name}`));
    const source = new Blob([`importScripts(${scripts.join(',')});`], { type: 'text/javascript' });
    this.#script = URL.createObjectURL(source);
    this.#worker = new Worker(this.#script);
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(`The engine at ${url} did not start. ${event.message ?? ''}`);
    };
  }

  /**
   * Starts a worker and loads the engine's files from `url`. Throws `engine_unavailable`, also if
   * it takes too long; the worker has ended then.
   */
  static async start(url: string): Promise<Engine> {
    let engine: Engine;
    try {
      engine = new Engine(url);
    } catch (cause) {
      const message = "The page's content security policy allows no worker.";
      throw new PlayerError('engine_unavailable', message, { cause });
    }
    const timeout = setTimeout(
      () => engine.#fail('The engine did not start in time.'),
      START_TIMEOUT_MS,
    );
    try {
      engine.#hasWebgl = (await engine.call('start', { engine: url })).hasWebgl;
      return engine;
    } catch (cause) {
      engine.dispose();
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new PlayerError('engine_unavailable', message, { cause });
    } finally {
      clearTimeout(timeout);
      URL.revokeObjectURL(engine.#script);
    }
  }

  get hasWebgl(): boolean {
    return this.#hasWebgl;
  }

  /** Whether the worker has ended. */
  get isDead(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Runs a function in the worker. Rejects with `drawing_failed` if it throws, and with
   * `engine_unavailable` after the worker has ended. Buffers in `transfer` cannot be used
   * afterwards.
   */
  async call<Name extends CallName>(
    name: Name,
    request: Parameters<Calls[Name]>[0],
    transfer: Transferable[] = [],
  ): Promise<ReturnType<Calls[Name]>> {
    if (this.#failure) throw this.#failure;
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, request } as ToWorker, transfer);
    });
  }

  dispose(): void {
    this.#fail('The player was disposed.');
  }

  /**
   * Settles the call that a message answers. After a fatal error the memory of the worker cannot be
   * trusted, so that the worker ends.
   */
  #receive(data: FromWorker): void {
    const waiting = this.#waiting.get(data.id);
    this.#waiting.delete(data.id);
    if ('value' in data) waiting?.resolve(data.value as never);
    else {
      waiting?.reject(new PlayerError('drawing_failed', data.message));
      if (data.isFatal) this.#fail(data.message);
    }
  }

  /**
   * Ends the worker and rejects all calls. The first failure is the one that later calls report.
   */
  #fail(message: string): void {
    this.#failure ??= new PlayerError('engine_unavailable', message);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
