import {
  AppError,
  type Fault,
  fault as faultOf,
  quoted,
  say,
  type Wording,
} from '../base/index.ts';
import { badRow, MAX_COLUMNS, MAX_ROWS, type RawRow, tooManyRows } from './raw-row.ts';

/**
 * A record of a table: its cells as plain text, and the line or row of the file in which it ends. `fault` is a
 * cell without a usable value; its column counts from 1.
 */
export type TableRecord = {
  cells: readonly string[];
  line: number;
  fault?: { column: number; message: Wording };
};

const MAX_NAME_CHARACTERS = 500;

/**
 * Returns the rows of a table, whose first record has the names of the columns. A record may be shorter than
 * the first, because spreadsheet programs leave out empty cells at its end. A column without a name is left
 * out, if it is empty. Blank records are expected to be left out already.
 */
export async function* tableRows(records: AsyncIterable<TableRecord>): AsyncGenerator<RawRow> {
  let header: Header | undefined;
  let count = 0;
  for await (const record of records) {
    if (!header) {
      if (record.fault) throw new AppError('rows_unreadable', record.fault.message, CORRECT_CELL);
      header = parseHeader(record.cells);
      continue;
    }
    count += 1;
    if (count === 1) checkHeader(header, record.cells);
    if (count > MAX_ROWS) throw tooManyRows();
    yield rowOf(header, record);
  }
  if (!header) throw new AppError('rows_unreadable', 'The file has no rows.', NO_ROWS);
  if (count === 0) checkHeader(header, []);
}

const CORRECT_CELL = { hint: 'Correct the cell in a spreadsheet program.' };
const NO_ROWS = { hint: 'Write the names of the columns into the first line.' };

/** Whether a record has no content. Spreadsheet programs write such records for rows that were cleared. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** The names of the columns, and the positions of columns without a name. */
type Header = { names: string[]; unnamed: number[] };

/**
 * Returns the names of the columns, without empty ones at the end, and the indices of those without
 * a name. Throws `payload_too_large`.
 */
function parseHeader(cells: readonly string[]): Header {
  const names = cells.map((name) => name.trim());
  const count = names.findLastIndex((name) => name !== '') + 1;
  if (count > MAX_COLUMNS) {
    const message = say`Expected at most ${MAX_COLUMNS} columns but the file has ${count}.`;
    throw new AppError('payload_too_large', message, {
      hint: 'Check the delimiter: give ?delimiter= if it was not detected.',
    });
  }
  return { names, unnamed: names.flatMap((name, index) => (name === '' ? [index] : [])) };
}

/** Throws all faults of the names together. */
function checkHeader({ names, unnamed }: Header, firstRow: readonly string[]): void {
  const seenColumns = new Map<string, number>();
  const faults = names.flatMap((name, index): Fault[] => {
    const number = index + 1;
    if (name === '') return [];
    if (name.length > MAX_NAME_CHARACTERS)
      return [
        faultOf(
          'column_unknown',
          say`Expected at most ${MAX_NAME_CHARACTERS} characters for the name of column ${number}.`,
        ),
      ];
    const first = seenColumns.get(name);
    if (first === undefined) {
      seenColumns.set(name, number);
      return [];
    }
    const message = say`Expected one column ${quoted(name)} but columns ${first} and ${number} have this name.`;
    return [faultOf('column_unknown', message, { hint: 'Rename or remove one of the two.' })];
  });
  const filled = filledOf(unnamed, firstRow).map((number) =>
    faultOf('column_unknown', say`Expected a name for column ${number} but received none.`, {
      hint: NAME_COLUMNS,
    }),
  );
  const allFaults = [...faults, ...filled];
  if (allFaults.length > 0) throw AppError.fromFaults(allFaults);
}

const NAME_COLUMNS = 'Name each column with content in the first line, or remove its content.';

/** Returns the numbers of the columns without a name that have content. */
function filledOf(unnamed: readonly number[], cells: readonly string[]): number[] {
  return unnamed.filter((index) => (cells[index] ?? '').trim() !== '').map((index) => index + 1);
}

/**
 * Returns a row of a table. Content in a column without a name, or beside all columns, is a fault
 * of the row.
 */
function rowOf({ names, unnamed }: Header, { cells, line, fault }: TableRecord): RawRow {
  // An assignment to `__proto__` would set no property.
  const values = Object.fromEntries(
    names.flatMap((name, index) => (name === '' ? [] : [[name, cells[index] ?? '']])),
  ) as Record<string, string>;
  if (fault) {
    const column = names[fault.column - 1] || undefined;
    const row = badRow(line, fault.message, CORRECT_CELL.hint);
    return { ...row, values, ...(column !== undefined && { column }) };
  }
  const [filled] = filledOf(unnamed, cells);
  if (filled !== undefined) {
    const message = say`Expected a name for column ${filled} because line ${line} has content there.`;
    return { ...badRow(line, message, NAME_COLUMNS), values };
  }
  if (isBlank(cells.slice(names.length))) return { line, values };
  const message = say`Expected at most ${names.length} cells in line ${line} but received ${cells.length}.`;
  const hint = 'Put quotes around cells that contain the delimiter, a quote or a line break.';
  return { ...badRow(line, message, hint), values };
}
