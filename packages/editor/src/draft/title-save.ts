import { failureKind, pauseMs } from './failure.ts';

export type TitleSaveOptions = {
  send: (title: string) => Promise<void>;
  /** The title was saved, or the error that stopped it. */
  onState: (error?: unknown) => void;
};

/**
 * Saves the newest title of a session. While the service cannot be reached, the title is kept and sent again
 * with growing pauses.
 */
export class TitleSave {
  readonly #options: TitleSaveOptions;
  #unsaved: string | undefined;
  #sending: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isDisposed = false;

  constructor(options: TitleSaveOptions) {
    this.#options = options;
  }

  /** The title that the service does not have yet. */
  get unsaved(): string | undefined {
    return this.#unsaved;
  }

  rename(title: string): void {
    this.#unsaved = title;
    void this.flush();
  }

  /** Sends again after a failure. */
  retry(): void {
    if (this.#unsaved !== undefined) void this.flush();
  }

  /** Ends the timer. A request in flight goes on. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  /** Sends now and waits. A failure is reported, and does not reject. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendNewest().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Sends until the newest title is saved, or a request fails. */
  async #sendNewest(): Promise<void> {
    while (this.#unsaved !== undefined) {
      const title = this.#unsaved;
      try {
        await this.#options.send(title);
        this.#failures = 0;
        if (this.#unsaved === title) this.#unsaved = undefined;
      } catch (error) {
        this.#fail(error);
        return;
      }
    }
    this.#options.onState();
  }

  /** An unreachable service is asked again later. A title that was refused, or whose session is gone, is dropped. */
  #fail(error: unknown): void {
    const kind = failureKind(error);
    if (kind === 'offline' && !this.#isDisposed)
      this.#timer = setTimeout(() => void this.flush(), pauseMs(++this.#failures, error));
    else if (kind !== 'ended') this.#unsaved = undefined;
    this.#options.onState(error);
  }
}
