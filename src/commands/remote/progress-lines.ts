import { plain } from '../output.ts';
import { barOf } from '../progress-bar.ts';

/** The progress of one render or batch; `percent` is 0 to 100. */
export type LineOfProgress = { id: string; percent: number; text: string };

/**
 * Shows one line for each of several works. A terminal redraws the lines with their bars; other
 * streams get a line when the text or a whole percentage changes.
 */
export class ProgressLines {
  readonly #stream: NodeJS.WriteStream;
  readonly #lines: string[];
  #isDrawn = false;

  constructor(stream: NodeJS.WriteStream, count: number) {
    this.#stream = stream;
    this.#lines = Array.from({ length: count }, () => '');
  }

  show(index: number, { id, percent, text }: LineOfProgress): void {
    const facts = `${String(Math.floor(percent)).padStart(3)} % ${text}`;
    if (this.#canRedraw) {
      this.#lines[index] = plain(`${id} ${barOf(percent, 100)} ${facts}`);
      this.#draw();
    } else if (this.#lines[index] !== facts) {
      this.#lines[index] = facts;
      this.#stream.write(plain(`${id} ${facts}\n`));
    }
  }

  /** Lines that have scrolled out of a terminal cannot be redrawn. */
  get #canRedraw(): boolean {
    return this.#stream.isTTY && this.#lines.length < this.#stream.rows;
  }

  #draw(): void {
    const up = this.#isDrawn ? `\u001b[${this.#lines.length}A` : '';
    this.#isDrawn = true;
    // A line that wraps would move the lines below it.
    const lines = this.#lines.map(
      (line) => `\r${line.slice(0, this.#stream.columns - 1)}\u001b[K\n`,
    );
    this.#stream.write(up + lines.join(''));
  }
}
