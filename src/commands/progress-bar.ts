const WIDTH = 30;

/** Returns a bar of 30 characters, of which the part `done / count` is full. */
export function barOf(doneCount: number, count: number): string {
  const full = Math.min(WIDTH, Math.max(0, Math.round((WIDTH * doneCount) / Math.max(1, count))));
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
}

/** Writes a progress bar to a terminal, and nothing to other streams. */
export class ProgressBar implements Disposable {
  readonly #stream: NodeJS.WriteStream;
  #shown = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Replaces the bar on the terminal. */
  show(doneCount: number, count: number, label = ''): void {
    if (!this.#stream.isTTY) return;
    this.#stream.write(`\r${barOf(doneCount, count)} ${doneCount}/${count} ${label}\u001b[K`);
    this.#shown = true;
  }

  /** Ends the line of the bar, so that later output begins on a new line. */
  end(): void {
    if (this.#shown) this.#stream.write('\n');
    this.#shown = false;
  }

  [Symbol.dispose](): void {
    this.end();
  }
}
