import { MAX_ROW_CHARACTERS } from './raw-row.ts';

const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

/**
 * Empties lines that have delimiters and spaces only. The parser skips empty lines a hundred times faster than
 * records of another length, and a cleared sheet may have a million of them.
 */
export async function* emptyBlankLines(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string> {
  const lines = new Lines(delimiter);
  for await (const chunk of text) yield lines.emptyBlank(chunk);
  yield lines.pendingText;
}

class Lines {
  readonly #blank: readonly number[];
  #isQuoted = false;
  #isBlank = true;
  /** The beginning of a line that is blank until now. */
  pendingText = '';

  constructor(delimiter: string) {
    this.#blank = [delimiter, ' ', '\u00a0'].map((character) => character.charCodeAt(0));
  }

  /** Returns the text that is complete. */
  emptyBlank(chunk: string): string {
    const text = this.pendingText + chunk;
    let keptText = '';
    /** The end of the part that is kept or left out already, and the start of the current line. */
    let [end, start] = [0, 0];
    for (let at = this.pendingText.length; at < text.length; at++) {
      if (!this.#endsLine(text.charCodeAt(at))) continue;
      if (this.#isBlank) {
        keptText += text.slice(end, start);
        end = at;
      }
      start = at + 1;
      this.#isBlank = true;
    }
    // A row that is too long is reported by the parser.
    this.#isBlank &&= text.length - start <= MAX_ROW_CHARACTERS;
    this.pendingText = this.#isBlank ? text.slice(start) : '';
    return keptText + text.slice(end, this.#isBlank ? start : undefined);
  }

  /**
   * Returns whether a character ends a line. Also follows quotes, in which a line break does not
   * end a line, and notes whether the line is blank.
   */
  #endsLine(code: number): boolean {
    if (code === NEWLINE || code === RETURN) return !this.#isQuoted;
    if (code === QUOTE) this.#isQuoted = !this.#isQuoted;
    this.#isBlank &&= this.#blank.includes(code);
    return false;
  }
}
