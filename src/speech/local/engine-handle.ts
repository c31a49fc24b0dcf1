import { killGroup, spawnGroup } from '../../media/process/index.ts';
import { programFile } from '../../system/index.ts';
import type { LocalModel } from './model-folder.ts';
import type { FromEngine, ToEngine } from './protocol.ts';

const PROGRAM = programFile('engine-process', import.meta.url);
const STDERR_CHARACTERS = 8000;
const GIB = 2 ** 30;
/** A model is in memory more than once while it is opened. V8 reserves some address space, too. */
const [BASE_BYTES, BYTES_PER_BYTE] = [3 * GIB, 4];

/** The process of the engine has ended: `how` is a signal or an exit code, `stderr` its last lines. */
export class EngineEnded extends Error {
  readonly how: string;
  readonly stderr: string;

  constructor(how: string, stderr: string) {
    super(`The process of the engine ended (${how}).\n${stderr}`);
    this.how = how;
    this.stderr = stderr;
  }
}

/** The process has made no progress for too long, and was ended. */
export class EngineLate extends Error {}

type Waiting = {
  resolve: (message: FromEngine) => void;
  reject: (error: Error) => void;
  renew: () => void;
};

export type EngineOptions = {
  threads: number;
  niceness: number;
  /** A process without progress for this time is ended. */
  stallMs: number;
  /** A process that is asked to stop, and works on for this time, is ended. */
  graceMs: number;
};

/** Controls one process of the engine, which has one model and answers one request at a time. */
export class EngineHandle {
  readonly #child: ReturnType<typeof spawnGroup>;
  readonly #options: EngineOptions;
  readonly model: LocalModel;
  #waiting: Waiting | undefined;
  #stderr = '';
  #ended: Error | undefined;
  #isOpened = false;

  constructor(model: LocalModel, options: EngineOptions) {
    this.model = model;
    this.#options = options;
    this.#child = spawnGroup(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      maxMemoryBytes: BASE_BYTES + BYTES_PER_BYTE * model.bytes,
      niceness: options.niceness,
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS);
    });
    this.#child.on('message', (message: FromEngine) => this.#receive(message));
    this.#child.on('error', (error: NodeJS.ErrnoException) => this.#end(String(error.code)));
    // All of stderr has come by then.
    this.#child.on('close', (code, signal) => this.#end(signal ?? `exit code ${code}`));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Opens the model, unless it is open. Throws EngineEnded or EngineLate. */
  async open(): Promise<Extract<FromEngine, { type: 'opened' | 'refused' }>> {
    if (this.#isOpened) return { type: 'opened' };
    const { model } = this;
    const answer = await this.#request({ type: 'open', model, threads: this.#options.threads });
    if (answer.type !== 'opened' && answer.type !== 'refused') throw unexpected(answer);
    this.#isOpened = answer.type === 'opened';
    return answer;
  }

  /**
   * Recognises the words of a file of samples. An abort stops that after the current part, and the model stays open;
   * it settles when the file is not read any more. Throws EngineEnded or EngineLate, or the signal's reason.
   */
  async hear(
    audio: Omit<Extract<ToEngine, { type: 'hear' }>, 'type'>,
    signal: AbortSignal,
  ): Promise<Extract<FromEngine, { type: 'heard' }>> {
    signal.throwIfAborted();
    let grace: NodeJS.Timeout | undefined;
    const stop = () => {
      this.#send({ type: 'stop' });
      grace = setTimeout(() => this.kill(), this.#options.graceMs);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await this.#request({ type: 'hear', ...audio });
      if (answer.type === 'stopped') throw signal.reason;
      if (answer.type !== 'heard') throw unexpected(answer);
      return answer;
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(grace);
    }
  }

  /** Ends the process, and the request that runs in it. */
  kill(): void {
    killGroup(this.#child);
    this.#end('SIGKILL');
  }

  async #request(message: ToEngine): Promise<FromEngine> {
    if (this.#ended) throw this.#ended;
    const { promise, resolve, reject } = Promise.withResolvers<FromEngine>();
    const timer = setTimeout(() => {
      this.#ended ??= new EngineLate('no progress');
      this.kill();
    }, this.#options.stallMs);
    this.#waiting = { resolve, reject, renew: () => void timer.refresh() };
    try {
      this.#send(message);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }

  #send(message: ToEngine): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #receive(message: FromEngine): void {
    if (message.type === 'progress') this.#waiting?.renew();
    else this.#waiting?.resolve(message);
  }

  #end(how: string): void {
    this.#ended ??= new EngineEnded(how, this.#stderr);
    this.#waiting?.reject(this.#ended);
  }
}

function unexpected({ type }: FromEngine): Error {
  return new Error(`The engine answered ${type}.`);
}
