import { CsvError, type Info, parse } from 'csv-parse';
import { AppError, say } from '../base/index.ts';
import { emptyBlankLines } from './blank-lines.ts';
import { MAX_ROW_CHARACTERS, type RowsSeen } from './raw-row.ts';
import { isBlank, type TableRecord } from './table-rows.ts';

/** Characters that are parsed before the event loop serves other requests. */
const SLICE = 2 * 1024;
/** Characters of a row with its delimiters and quotes. The parser's own limit does not count these. */
const MAX_RAW_CHARACTERS = 2 * MAX_ROW_CHARACTERS + 128 * 1024;

type Parsed = { record: string[]; info: Info };

/**
 * Reads the records of CSV (RFC 4180). Cells are plain text: a formula is not evaluated. Blank records are left
 * out and counted in `rowsSeen`.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  rowsSeen: RowsSeen,
): AsyncGenerator<TableRecord> {
  let lastLine = 0;
  let blankRecords = 0;
  const state: Feeding = { characters: 0, endsLine: false };
  const parser = parse({
    delimiter,
    // With `info`, a record has its facts beside it; the option's type does not say so.
    on_record: (record: string[]) => {
      const parsed = record as unknown as Parsed;
      lastLine = parsed.info.lines;
      state.characters = 0;
      if (!isBlank(parsed.record)) return record;
      blankRecords += 1;
      return null;
    },
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  const { content, hasMarker } = await withoutMarker(text);
  // The parser is fed in slices, so that one large chunk does not hold up other requests.
  const feeding = writeInSlices(parser, emptyBlankLines(content, delimiter), state);
  feeding.catch((error: unknown) => parser.destroy(error as Error));
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>)
      yield { cells: record, line: info.lines };
    // The parser counts the end of the file after the last line, and the line of the marker.
    const others = Number(state.endsLine) + Number(hasMarker);
    rowsSeen.blankRows = blankRecords + parser.info.empty_lines - others;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, lastLine) : error;
  } finally {
    parser.destroy();
  }
}

/**
 * Replaces a first line that names the delimiter for Excel (`sep=;`) by an empty line, so that the numbers of
 * the other lines stay right.
 */
async function withoutMarker(
  text: AsyncIterable<string>,
): Promise<{ content: AsyncIterable<string>; hasMarker: boolean }> {
  const chunks = text[Symbol.asyncIterator]();
  let head = '';
  while (head.length < MAX_MARKER_CHARACTERS) {
    const { done: isDone, value } = await chunks.next();
    if (isDone) break;
    head += value;
  }
  const marker = delimiterMarker(head);
  async function* content() {
    yield marker ? head.slice(marker.length) : head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { content: content(), hasMarker: marker !== undefined };
}

/** The characters since the end of the last row, and whether the text that was read ends a line. */
type Feeding = { characters: number; endsLine: boolean };

/**
 * Writes the text to the parser in slices. Throws for a row that is too long before the parser has
 * collected all of it. Ends early if the parser was destroyed.
 */
async function writeInSlices(
  parser: ReturnType<typeof parse>,
  text: AsyncIterable<string>,
  state: Feeding,
): Promise<void> {
  let blankLines = 0;
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      if (parser.destroyed) return;
      const slice = chunk.slice(at, at + SLICE);
      state.characters += slice.length;
      state.endsLine = /[\r\n]$/.test(slice);
      const isReady = parser.write(slice);
      if (!isReady) await waitForDrain(parser);
      const { empty_lines: blank, lines } = parser.info;
      if (blank !== blankLines) [state.characters, blankLines] = [0, blank];
      if (state.characters > MAX_RAW_CHARACTERS) throw rowTooLong(lines);
    }
  }
  parser.end();
}

/** Resolves when the parser takes more text, or has closed. */
function waitForDrain(parser: ReturnType<typeof parse>): Promise<void> {
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

/** `lastLine` is the line in which the last whole row ends; 0 before the first. */
function unreadable(error: CsvError, lastLine: number): AppError {
  const line = Number((error as CsvError & { lines?: number }).lines ?? 0);
  const options = { cause: error };
  if (error.code === 'CSV_MAX_RECORD_SIZE') return rowTooLong(line, error);
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? lastLine > 0
        ? say`A quote that was opened after line ${lastLine} is not closed.`
        : 'A quote that was opened in line 1 is not closed.'
      : line > 0
        ? say`A quote in line ${line} is not at the start or the end of its cell.`
        : 'A quote is not at the start or the end of its cell.';
  const hint = 'Write a quote within a cell twice, and put the whole cell into quotes.';
  return new AppError('rows_unreadable', what, { hint }, options);
}

function rowTooLong(line: number, cause?: CsvError): AppError {
  const message =
    line > 0
      ? say`Expected at most ${MAX_ROW_CHARACTERS} characters for a row but the row in line ${line} has more.`
      : say`Expected at most ${MAX_ROW_CHARACTERS} characters for a row but the row has more.`;
  const hint = 'Check the quotes before this line: an open quote takes the rest of the file.';
  return new AppError('payload_too_large', message, { hint }, { cause });
}

/** Characters in which the marker of a delimiter is looked for. */
const MAX_MARKER_CHARACTERS = 64;
/** Other programs fill the line with delimiters, and put quotes around it. */
const MARKER = /^\uFEFF?"?sep=([^"\r\n])"?[,;|\t ]*(?=[\r\n]|$)/i;

/** Returns the delimiter that a first line names for Excel (`sep=;`), and the length of this line. */
function delimiterMarker(start: string): { delimiter: string; length: number } | undefined {
  const [line, delimiter] = MARKER.exec(start.slice(0, MAX_MARKER_CHARACTERS)) ?? [];
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter, length: line.length };
}

/** Returns the delimiter of a CSV file by its first line: named there, or the most frequent of `,`, `;` and tab. */
export function delimiterOf(start: string): string {
  const named = delimiterMarker(start);
  if (named) return named.delimiter;
  let isQuoted = false;
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 };
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    if (character in counts) counts[character] = (counts[character] ?? 0) + 1;
  }
  const [[best] = [',']] = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return best;
}
