/** A line of a text, and its number from 1. */
export type TextLine = { number: number; text: string };

/** Splits a text into lines, one after another, so that a text of line breaks alone needs no memory. */
export class LineReader {
  readonly #text: string;
  #at = 0;
  #number = 0;
  #next: TextLine | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read();
  }

  /** The line that `take` returns next; undefined at the end. */
  peek(): TextLine | undefined {
    return this.#next;
  }

  take(): TextLine | undefined {
    const line = this.#next;
    this.#next = this.#read();
    return line;
  }

  #read(): TextLine | undefined {
    if (this.#at > this.#text.length || (this.#at === this.#text.length && this.#number > 0))
      return undefined;
    let end = this.#at;
    while (end < this.#text.length && !isBreak(this.#text.charCodeAt(end))) end += 1;
    const text = this.#text.slice(this.#at, end);
    const isPair = this.#text.charCodeAt(end) === 13 && this.#text.charCodeAt(end + 1) === 10;
    this.#at = end + (isPair ? 2 : 1);
    this.#number += 1;
    return { number: this.#number, text };
  }
}

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** Takes the lines before the next empty line, and returns them. */
export function takeBlock(lines: LineReader): TextLine[] {
  const block: TextLine[] = [];
  for (let line = lines.peek(); line && line.text.trim() !== ''; line = lines.peek()) {
    block.push(line);
    lines.take();
  }
  return block;
}
