import { say } from '../../base/index.ts';
import { largeWorkbook } from './workbook-errors.ts';

/** The last column of a spreadsheet program, `XFD`. */
const MAX_COLUMN = 16_384;
/** The last row of a spreadsheet program. */
export const MAX_LINE = 1_048_576;
const PLACE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i;
const MAX_MERGED = 10_000;
/** Cells that merged cells fill, also those of rows that are left out: a short file may name billions. */
const MAX_FILLED = 10_000_000;

/** A cell by its column and row, both from 1. */
export type Place = { column: number; line: number };

/** Returns the place that a name such as `B7` means; undefined for another text. */
export function placeOf(name: string): Place | undefined {
  const [, letters, digits] = PLACE.exec(name) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const line = Number(digits);
  const isInside = column <= MAX_COLUMN && line >= 1 && line <= MAX_LINE;
  return isInside ? { column, line } : undefined;
}

/** Returns the letters of a column: 28 is `AB`. */
export function columnName(column: number): string {
  let name = '';
  for (let value = column; value > 0; value = Math.floor((value - 1) / 26))
    name = String.fromCharCode(65 + ((value - 1) % 26)) + name;
  return name;
}

/** Cells that were merged over several rows: the first one has the content. */
export class MergedCells {
  /** The last rows that merged cells cover, by the rows and columns of their first cells. */
  readonly #lastLines = new Map<number, Map<number, number>>();
  /** Contents that are repeated in later rows, by their columns. */
  readonly #repeated = new Map<number, { text: string; lastLine: number }>();
  #count = 0;
  #filled = 0;

  /** Adds a range such as `A2:A9`. Ranges within one row need nothing. */
  add(range: string): void {
    const [first, last] = range.split(':', 2).map(placeOf);
    if (!first || !last || last.line <= first.line) return;
    this.#count += 1;
    if (this.#count > MAX_MERGED) throw largeWorkbook(say`${MAX_MERGED} merged cells`);
    const lastLines = this.#lastLines.get(first.line) ?? new Map<number, number>();
    this.#lastLines.set(first.line, lastLines.set(first.column, last.line));
  }

  /** Fills the cells of a row that belong to merged cells of rows above, and notes those that begin here. */
  fill(cells: Map<number, string>, line: number): void {
    this.#filled += this.#repeated.size;
    if (this.#filled > MAX_FILLED)
      throw largeWorkbook(say`${MAX_FILLED} cells within merged cells`);
    for (const [column, { text, lastLine }] of this.#repeated) {
      if (line > lastLine) this.#repeated.delete(column);
      else if (!cells.get(column)) cells.set(column, text);
    }
    for (const [column, lastLine] of this.#lastLines.get(line) ?? []) {
      const text = cells.get(column) ?? '';
      if (text !== '') this.#repeated.set(column, { text, lastLine });
    }
  }
}
