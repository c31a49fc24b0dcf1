import { CsvError, type Info, parse } from 'csv-parse';
import { AppError, fault } from '../base/index.ts';
import {
  badRow,
  MAX_COLUMNS,
  MAX_ROW_CHARACTERS,
  MAX_ROWS,
  type RawRow,
  tooManyRows,
} from './raw-row.ts';

/** Characters that are parsed before the event loop serves other requests. */
const SLICE = 8 * 1024;
/** Characters of a row with its delimiters and quotes. The parser's own limit does not count these. */
const MAX_RAW_CHARACTERS = 2 * MAX_ROW_CHARACTERS + 128 * 1024;
const MAX_NAME_CHARACTERS = 500;

type Parsed = { record: string[]; info: Info };

/**
 * Reads CSV (RFC 4180). The first line has the names of the columns. Blank lines are left out, and cells are
 * plain text: a formula is not evaluated.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<RawRow> {
  let lastLine = 0;
  const state = { characters: 0 };
  const parser = parse({
    delimiter,
    on_record: (record: string[], { lines }) => {
      lastLine = lines;
      state.characters = 0;
      return record;
    },
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  // The parser is fed in slices, so that one large chunk does not hold up other requests.
  const feeding = feed(parser, text, state);
  feeding.catch((error: unknown) => parser.destroy(error as Error));
  let header: string[] | undefined;
  let count = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = info.lines;
      if (!header) {
        header = checkHeader(record);
        continue;
      }
      count += 1;
      if (count > MAX_ROWS) throw tooManyRows();
      yield rowOf(header, record, line);
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, lastLine) : error;
  } finally {
    parser.destroy();
  }
  if (!header) throw new AppError('rows_unreadable', 'The file has no rows.', NO_ROWS);
}

const NO_ROWS = { hint: 'Write the names of the columns into the first line.' };

/** `state` has the characters since the end of the last row. */
async function feed(
  parser: ReturnType<typeof parse>,
  text: AsyncIterable<string>,
  state: { characters: number },
): Promise<void> {
  let blankLines = 0;
  for await (const some of text) {
    for (let at = 0; at < some.length; at += SLICE) {
      if (parser.destroyed) return;
      const slice = some.slice(at, at + SLICE);
      state.characters += slice.length;
      const isReady = parser.write(slice);
      if (!isReady) await drained(parser);
      const { empty_lines: blank, lines } = parser.info;
      if (blank !== blankLines) [state.characters, blankLines] = [0, blank];
      if (state.characters > MAX_RAW_CHARACTERS) throw rowTooLong(` in line ${lines}`);
    }
  }
  parser.end();
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      parser.off('drain', go);
      parser.off('close', go);
      resolve();
    };
    parser.once('drain', go);
    parser.once('close', go);
  });
}

/** Returns the names of the columns. Throws all their faults together. */
function checkHeader(record: readonly string[]): string[] {
  if (record.length > MAX_COLUMNS) {
    const message = `Expected at most ${MAX_COLUMNS} columns but the file has ${record.length}.`;
    throw new AppError('payload_too_large', message, {
      hint: 'Check the delimiter: give ?delimiter= if it was not detected.',
    });
  }
  const names = record.map((name) => name.trim());
  const seen = new Map<string, number>();
  const faults = names.flatMap((name, index) => {
    const number = index + 1;
    if (name === '')
      return [
        fault('column_unknown', `Expected a name for column ${number} but received none.`, {
          hint: 'Name each column in the first line, and remove columns without content.',
        }),
      ];
    if (name.length > MAX_NAME_CHARACTERS)
      return [
        fault(
          'column_unknown',
          `Expected at most ${MAX_NAME_CHARACTERS} characters for the name of column ${number}.`,
        ),
      ];
    const first = seen.get(name);
    if (first === undefined) {
      seen.set(name, number);
      return [];
    }
    const message = `Expected one column ${JSON.stringify(name)} but columns ${first} and ${number} have this name.`;
    return [fault('column_unknown', message, { hint: 'Rename or remove one of the two.' })];
  });
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return names;
}

function rowOf(header: readonly string[], record: readonly string[], line: number): RawRow {
  const isTooLong = record.slice(header.length).some((cell) => cell !== '');
  const isTooShort = record.length < header.length;
  const values = Object.fromEntries(header.map((name, index) => [name, record[index] ?? '']));
  if (!isTooLong && !isTooShort) return { line, values };
  const message = `Expected ${header.length} cells in line ${line} but received ${record.length}.`;
  const hint = 'Put quotes around cells that contain the delimiter, a quote or a line break.';
  return { ...badRow(line, message, hint), values };
}

/** `lastLine` is the line in which the last whole row ends; 0 before the first. */
function unreadable(error: CsvError, lastLine: number): AppError {
  const line = Number((error as CsvError & { lines?: number }).lines ?? 0);
  const at = line > 0 ? ` in line ${line}` : '';
  const options = { cause: error };
  if (error.code === 'CSV_MAX_RECORD_SIZE') return rowTooLong(at, error);
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `A quote that was opened ${lastLine > 0 ? `after line ${lastLine}` : 'in line 1'} is not closed.`
      : `A quote${at} is not at the start or the end of its cell.`;
  const hint = 'Write a quote within a cell twice, and put the whole cell into quotes.';
  return new AppError('rows_unreadable', what, { hint }, options);
}

function rowTooLong(at: string, cause?: CsvError): AppError {
  const message = `Expected at most ${MAX_ROW_CHARACTERS} characters for a row but the row${at} has more.`;
  const hint = 'Check the quotes before this line: an open quote takes the rest of the file.';
  return new AppError('payload_too_large', message, { hint }, { cause });
}
