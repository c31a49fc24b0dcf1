import { AppError, listNames, quoted, say } from '../../base/index.ts';
import { MAX_ROW_CHARACTERS, MAX_ROWS, tooManyRows } from '../raw-row.ts';
import { isBlank } from '../table-rows.ts';
import { yieldAfterSlices } from '../turns.ts';
import { MergedCells } from './cell-places.ts';
import { type SheetRow, SheetRows } from './sheet-rows.ts';
import { readWorkbook, type Sheet } from './workbook.ts';
import { largeWorkbook } from './workbook-errors.ts';
import { WorkbookFile } from './workbook-file.ts';
import { parseXml } from './xml-parts.ts';

/** Characters of the text that a sheet becomes, as for a file of CSV. */
const MAX_TEXT_CHARACTERS = 64 * 1024 * 1024;

export type SheetChoice = {
  /** The name of a sheet, or its number from 1. Default: the first visible sheet. */
  sheet?: string | undefined;
  /** The language in which numbers and dates are written. */
  locale?: string | undefined;
};

/** What was read of a workbook. */
export type SheetFacts = {
  sheets: { name: string; isHidden: boolean }[];
  sheet: string;
  /** Rows without content between others. */
  blankRows: number;
  hiddenRows: number;
  hasHiddenColumns: boolean;
};

/**
 * Reads a sheet of an XLSX file as text: a line of JSON for each row with content, with the number of the row,
 * its cells and its fault, as `sheetRecords` reads them. Hidden rows and columns are left out. `report` gets
 * the facts after the last line. Reading ends with an error when `signal` is aborted.
 */
export async function* sheetText(
  path: string,
  { sheet: name, locale }: SheetChoice,
  report: (facts: SheetFacts) => void,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  await using file = await WorkbookFile.open(path, signal);
  const workbook = await readWorkbook(file);
  const sheet = chosenSheet(workbook.sheets, name);
  const merged = await readMergedCells(file, sheet.part);
  const reader = new SheetRows(workbook, { is1904: workbook.is1904, locale });
  const lines = new SheetLines(reader, merged);
  const pause = yieldAfterSlices();
  for await (const _ of parseXml(file.read(sheet.part), sheet.part, reader)) {
    for (const row of reader.take()) {
      const line = lines.lineOf(row);
      if (line !== undefined) yield line;
      // A few characters of XML may be many rows, and a row many merged cells.
      await pause();
      signal?.throwIfAborted();
    }
  }
  report({ sheets: workbook.sheets, sheet: sheet.name, ...lines.facts });
}

/** Makes lines of rows, and counts what is left out. */
class SheetLines {
  readonly facts = { blankRows: 0, hiddenRows: 0, hasHiddenColumns: false };
  readonly #reader: SheetRows;
  readonly #merged: MergedCells;
  #count = 0;
  #characters = 0;
  #lastLine = 0;

  constructor(reader: SheetRows, merged: MergedCells) {
    this.#reader = reader;
    this.#merged = merged;
  }

  /** Returns the line of a row; undefined for a row that is left out. */
  lineOf(row: SheetRow): string | undefined {
    const hasHiddenCells = leaveOutHidden(row, this.#reader);
    this.#merged.fill(row.cells, row.line);
    if (hasHiddenCells && !row.isHidden) this.facts.hasHiddenColumns = true;
    if (row.cells.size === 0 && row.faults.length === 0) return undefined;
    if (this.#count > 0) this.facts.blankRows += Math.max(0, row.line - this.#lastLine - 1);
    this.#lastLine = row.line;
    if (row.isHidden) {
      this.facts.hiddenRows += 1;
      return undefined;
    }
    const line = textOf(row);
    // The texts of blank rows are looked at too.
    this.#characters += line?.length ?? charactersOf(row);
    if (this.#characters > MAX_TEXT_CHARACTERS)
      throw largeWorkbook(say`${MAX_TEXT_CHARACTERS} characters in the sheet`);
    if (line === undefined) {
      if (this.#count > 0) this.facts.blankRows += 1;
      return undefined;
    }
    this.#count += 1;
    // The first row has the names of the columns.
    if (this.#count > MAX_ROWS + 1) throw tooManyRows();
    return line;
  }
}

/** Returns the sheet with a name or a number; without one the first that is visible. */
function chosenSheet(sheets: readonly Sheet[], name: string | undefined): Sheet {
  const visible = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const chosen =
    name === undefined
      ? visible
      : (sheets.find((sheet) => sheet.name === name) ??
        sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase()) ??
        (/^\d{1,4}$/.test(name) ? sheets[Number(name) - 1] : undefined));
  if (chosen) return chosen;
  const shortName = (name ?? '').slice(0, 100).toWellFormed();
  const names = sheets.map((sheet) => sheet.name);
  throw new AppError(
    'rows_unreadable',
    say`Expected the name of a sheet, or its number from 1, but the workbook has no sheet ${quoted(shortName)}.`,
    { hint: say`Sheets: ${listNames(name ?? '', names)}.` },
  );
}

/** Removes the cells of hidden columns. Returns whether there were some. */
function leaveOutHidden({ cells, faults }: SheetRow, reader: SheetRows): boolean {
  const hidden = [...cells.keys()].filter((column) => reader.isHiddenColumn(column));
  for (const column of hidden) cells.delete(column);
  const isVisible = ({ column }: { column: number }) => !reader.isHiddenColumn(column);
  faults.splice(0, faults.length, ...faults.filter(isVisible));
  return hidden.length > 0;
}

function charactersOf({ cells }: SheetRow): number {
  let count = 0;
  for (const text of cells.values()) count += text.length;
  return count;
}

/** Returns the line of a row; undefined for a row without content. */
function textOf(row: SheetRow): string | undefined {
  const { line, cells, faults } = row;
  // Many cells may have the same long text: the line itself could be too large for the memory.
  if (charactersOf(row) > MAX_ROW_CHARACTERS) throw largeRow(line);
  const [fault] = faults;
  if (!fault && isBlank([...cells.values()])) return undefined;
  const last = Math.max(0, ...cells.keys());
  const texts = Array.from({ length: last }, (_, index) => cells.get(index + 1) ?? '');
  const text = `${JSON.stringify(fault ? [line, texts, fault] : [line, texts])}\n`;
  if (text.length <= MAX_ROW_CHARACTERS) return text;
  throw largeRow(line);
}

function largeRow(line: number): AppError {
  const message = say`Expected at most ${MAX_ROW_CHARACTERS} characters for a row but row ${line} of the sheet has more.`;
  return new AppError('payload_too_large', message);
}

const MERGED = /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,200}?\bref\s*=\s*["']([A-Z0-9:$]{1,30})["']/gi;
/** More than one tag. */
const OVERLAP = 300;

/** Reads the merged cells of a sheet, which stand behind its rows. A search is faster than a parser. */
async function readMergedCells(file: WorkbookFile, part: string): Promise<MergedCells> {
  const merged = new MergedCells();
  let pendingText = '';
  for await (const chunk of file.read(part)) {
    const text =
      pendingText +
      Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    pendingText = text.slice(-OVERLAP);
    if (!text.includes('mergeCell')) continue;
    let end = 0;
    for (const match of text.matchAll(MERGED)) {
      merged.add(match[1] ?? '');
      end = match.index + match[0].length;
    }
    pendingText = text.slice(Math.max(end, text.length - OVERLAP));
  }
  return merged;
}
