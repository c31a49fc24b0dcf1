import { AppError, type Fault, fault, say, type Wording } from '../base/index.ts';

export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 1000;
/** Characters of one row. */
export const MAX_ROW_CHARACTERS = 1024 * 1024;

/**
 * A row as it was received, with its line in the file. `fault` is set for a row that cannot be read; then
 * its values are incomplete. `column` is the column of the fault.
 */
export type RawRow = {
  line: number;
  values: Record<string, unknown>;
  fault?: Fault;
  column?: string;
};

/** Facts about all rows of a file: the number of rows without content, which are left out. */
export type RowsSeen = { blankRows: number };

/** Returns a row that cannot be read; the rows after it can. */
export function badRow(line: number, message: Wording, hint: string): RawRow {
  return { line, values: {}, fault: fault('rows_unreadable', message, { hint }) };
}

export function tooManyRows(): AppError {
  const message = say`Expected at most ${MAX_ROWS} rows but the file has more.`;
  return new AppError('payload_too_large', message, {
    hint: 'Split the rows into several batches.',
  });
}
