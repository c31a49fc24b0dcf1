import { say } from '../../base/index.ts';
import { largeWorkbook } from './workbook-errors.ts';
import { readXml } from './xml-parts.ts';

const MAX_CHARACTERS = 32 * 1024 * 1024;
const MAX_STRINGS = 2_000_000;
/** Characters of one cell. Spreadsheet programs allow up to 50,000, each of which may be an escape. */
const MAX_CELL_CHARACTERS = 500_000;
/** A character that XML cannot contain, as `_x000D_`. */
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** The texts that the cells of a workbook name by their positions. */
export class SharedStrings {
  readonly #texts: string[] = [];
  #characters = 0;

  at(position: number): string | undefined {
    return this.#texts[position];
  }

  async read(bytes: AsyncIterable<Uint8Array>, part: string): Promise<void> {
    const reader = new TextRuns();
    await readXml(bytes, part, {
      begin: (name) => {
        if (name === 'si') reader.clear();
        reader.begin(name);
      },
      end: (name) => {
        reader.end(name);
        if (name === 'si') this.#add(reader.text);
      },
      text: (text) => reader.add(text),
    });
  }

  #add(text: string): void {
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS)
      throw largeWorkbook(say`${MAX_CHARACTERS} characters of different texts`);
    if (this.#texts.length >= MAX_STRINGS) throw largeWorkbook(say`${MAX_STRINGS} different texts`);
    this.#texts.push(copyOf(text));
  }
}

/** Copies a text: a part of a larger one would keep the whole of it in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** Collects the text of a cell: one part, or several with different fonts. Readings of characters are left out. */
export class TextRuns {
  #text = '';
  #isInText = false;
  #isInReading = false;

  get text(): string {
    return unescaped(this.#text);
  }

  clear(): void {
    this.#text = '';
  }

  begin(name: string): void {
    if (name === 't') this.#isInText = true;
    if (name === 'rPh') this.#isInReading = true;
  }

  end(name: string): void {
    if (name === 't') this.#isInText = false;
    if (name === 'rPh') this.#isInReading = false;
  }

  add(text: string): void {
    if (this.#isInText && !this.#isInReading) this.#text = joined(this.#text, text);
  }
}

/**
 * Joins the pieces of the text of a cell: tags and CDATA divide it into pieces, each of which is below the
 * limit of a parser. Throws `payload_too_large`.
 */
export function joined(text: string, piece: string): string {
  if (text.length + piece.length > MAX_CELL_CHARACTERS)
    throw largeWorkbook(say`${MAX_CELL_CHARACTERS} characters in a cell`);
  return text + piece;
}

/** Returns a text with the characters that its escapes mean. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
    .toWellFormed();
}
