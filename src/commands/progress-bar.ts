const WIDTH = 30;

/** Writes a progress bar to a terminal, and nothing to other streams. */
export class ProgressBar implements Disposable {
  readonly #stream: NodeJS.WriteStream;
  #shown = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show(done: number, count: number, label = ''): void {
    if (!this.#stream.isTTY) return;
    const full = Math.round((WIDTH * done) / Math.max(1, count));
    this.#stream.write(
      `\r${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}/${count} ${label}\u001b[K`,
    );
    this.#shown = true;
  }

  end(): void {
    if (this.#shown) this.#stream.write('\n');
    this.#shown = false;
  }

  [Symbol.dispose](): void {
    this.end();
  }
}
