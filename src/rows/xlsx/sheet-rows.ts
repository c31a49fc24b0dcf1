import { type Message, say } from '../../base/index.ts';
import { columnName, MAX_LINE, type Place, placeOf } from './cell-places.ts';
import { type NumberStyle, numberText } from './number-text.ts';
import { joined, TextRuns, unescaped } from './shared-strings.ts';
import { isTrue, type Workbook } from './workbook.ts';
import { largeWorkbook } from './workbook-errors.ts';
import type { XmlReader } from './xml-parts.ts';

/** Columns after which content is a mistake; a header may have a thousand names. */
const MAX_CELL_COLUMN = 2000;
const MAX_HIDDEN_RANGES = 10_000;

/** A row of a sheet: the texts of its cells by their columns, from 1. */
export type SheetRow = {
  line: number;
  cells: Map<number, string>;
  isHidden: boolean;
  /** Cells without a usable value, with the reason. */
  faults: { column: number; message: Message }[];
};

/** Collects the rows of a sheet from its XML. */
export class SheetRows implements XmlReader {
  readonly #workbook: Workbook;
  readonly #style: NumberStyle;
  readonly #runs = new TextRuns();
  /** Whether columns are hidden, by their numbers. */
  readonly #hiddenColumns = new Uint8Array(MAX_CELL_COLUMN + 1);
  #hiddenRanges = 0;
  #rows: SheetRow[] = [];
  #row: SheetRow | undefined;
  #cell: { place: Place; type: string; style: number; hasFormula: boolean } | undefined;
  #value: string | undefined;
  #isInValue = false;
  #count = 0;
  #lastLine = 0;
  #lastColumn = 0;

  constructor(workbook: Workbook, style: NumberStyle) {
    this.#workbook = workbook;
    this.#style = style;
  }

  /** Returns the rows that are complete, once. */
  take(): SheetRow[] {
    const rows = this.#rows;
    if (rows.length > 0) this.#rows = [];
    return rows;
  }

  isHiddenColumn(column: number): boolean {
    return this.#hiddenColumns[column] === 1;
  }

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'col' && isTrue(attributes['hidden'])) this.#hide(attributes);
    if (name === 'row') this.#beginRow(attributes);
    if (name === 'c') this.#beginCell(attributes);
    if (!this.#cell) return;
    if (name === 'v') [this.#isInValue, this.#value] = [true, ''];
    if (name === 'f') this.#cell.hasFormula = true;
    this.#runs.begin(name);
  }

  text(text: string): void {
    if (this.#isInValue) this.#value = joined(this.#value ?? '', text);
    else if (this.#cell) this.#runs.add(text);
  }

  end(name: string): void {
    if (name === 'v') this.#isInValue = false;
    if (name === 'c') this.#endCell();
    else if (name === 'row' && this.#row) {
      this.#rows.push(this.#row);
      this.#row = undefined;
    } else this.#runs.end(name);
  }

  #hide({ min, max }: Readonly<Record<string, string>>): void {
    this.#hiddenRanges += 1;
    if (this.#hiddenRanges > MAX_HIDDEN_RANGES)
      throw largeWorkbook(say`${MAX_HIDDEN_RANGES} ranges of hidden columns`);
    const [first, last] = [Number(min), Number(max)];
    if (first >= 1 && last >= first) this.#hiddenColumns.fill(1, first, last + 1);
  }

  /** Rows without a number follow the row before them. All count, because a file may repeat a number. */
  #beginRow({ r: number, hidden }: Readonly<Record<string, string>>): void {
    const line = Number(number ?? this.#lastLine + 1);
    this.#lastLine = Number.isSafeInteger(line) && line > 0 ? line : this.#lastLine + 1;
    this.#count += 1;
    if (this.#lastLine > MAX_LINE || this.#count > MAX_LINE)
      throw largeWorkbook(say`${MAX_LINE} rows in the sheet`);
    this.#lastColumn = 0;
    this.#row = { line: this.#lastLine, cells: new Map(), isHidden: isTrue(hidden), faults: [] };
  }

  #beginCell({ r: name, t: type = 'n', s: style }: Readonly<Record<string, string>>): void {
    if (!this.#row) return;
    const column = (name === undefined ? undefined : placeOf(name))?.column ?? this.#lastColumn + 1;
    this.#lastColumn = column;
    const place = { column, line: this.#row.line };
    this.#cell = { place, type, style: Number(style ?? 0), hasFormula: false };
    this.#value = undefined;
    this.#runs.clear();
  }

  #endCell(): void {
    const [row, cell] = [this.#row, this.#cell];
    this.#cell = undefined;
    this.#isInValue = false;
    if (!row || !cell) return;
    const { column } = cell.place;
    const text = this.#textOf(cell.type, cell.style);
    const name = `${columnName(column)}${row.line}`;
    if (cell.type === 'e')
      this.#addFault(row, column, say`Cell ${name} has the error ${text.slice(0, 40)}.`);
    else if (text !== '') this.#addText(row, column, text);
    else if (cell.hasFormula && this.#value === undefined)
      this.#addFault(row, column, say`Cell ${name} has a formula without a stored result.`);
  }

  #addText({ cells }: SheetRow, column: number, text: string): void {
    if (column > MAX_CELL_COLUMN) throw largeWorkbook(say`${MAX_CELL_COLUMN} columns`);
    cells.set(column, text);
  }

  #addFault({ faults }: SheetRow, column: number, message: Message): void {
    if (faults.length < 10 && column <= MAX_CELL_COLUMN) faults.push({ column, message });
  }

  /** Returns the text that a spreadsheet program shows in the cell. */
  #textOf(type: string, style: number): string {
    const value = this.#value ?? '';
    switch (type) {
      case 's':
        return this.#workbook.strings.at(Number(value)) ?? '';
      case 'inlineStr':
        return this.#runs.text;
      case 'str':
      case 'e':
        return unescaped(value);
      case 'b':
        return value === '' ? '' : isTrue(value) ? 'TRUE' : 'FALSE';
      case 'd':
        return value.replace('T', ' ').replace(/ 00:00:00(\.0+)?Z?$/, '');
      default:
        return this.#numberText(value, style);
    }
  }

  #numberText(value: string, style: number): string {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return value.trim();
    const format = this.#workbook.formats[style] ?? { kind: 'general' };
    return numberText(number, format, this.#style);
  }
}
