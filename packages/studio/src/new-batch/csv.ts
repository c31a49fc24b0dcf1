/** Reads the beginning of a CSV file as the service will read it (RFC 4180). */

export type CsvTable = {
  delimiter: string;
  columns: string[];
  /** Cells by column number. Rows may have fewer or more cells than columns. */
  rows: string[][];
  /** The file has more rows than were read. */
  isCut: boolean;
};

export type CsvFault =
  | { kind: 'empty' }
  | { kind: 'encoding' }
  | { kind: 'quote'; line: number }
  | { kind: 'unnamed'; column: number }
  | { kind: 'repeated'; name: string }
  | { kind: 'columns'; count: number }
  | { kind: 'bytes'; bytes: number };

/** The service accepts this much. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_COLUMNS = 1000;
/** Read for each row: a file of 64 MB does not fill the memory of the page. */
const BYTES_PER_ROW = 2560;
/** The last character of a file that no text has: it is another kind of file. */
const MAX_CONTROL = 8;

export type CsvOptions = {
  /** The encoding that a person has chosen. */
  charset?: string;
  /** The encoding of a file that is not UTF-8. */
  legacy?: string;
  delimiter?: string;
};

/**
 * Reads the columns and at most `maxRows` rows from the beginning of a file. Without a table, the faults say
 * why. A table can have faults in its header. `charset` is set for a file that is not Unicode.
 */
export async function readCsv(
  file: Blob,
  maxRows: number,
  { charset, legacy = 'windows-1252', delimiter }: CsvOptions = {},
): Promise<{ table?: CsvTable; faults: CsvFault[]; charset?: string }> {
  if (file.size > MAX_FILE_BYTES) return { faults: [{ kind: 'bytes', bytes: file.size }] };
  const maxBytes = maxRows * BYTES_PER_ROW;
  const isCut = file.size > maxBytes;
  const bytes = new Uint8Array(await file.slice(0, maxBytes).arrayBuffer());
  const unicode = charset === undefined ? decodeCsv(bytes, isCut) : undefined;
  if (unicode !== undefined) return parseCsv(unicode, maxRows, isCut, delimiter);
  if (bytes.some((byte) => byte <= MAX_CONTROL)) return { faults: [{ kind: 'encoding' }] };
  const encoding = charset ?? legacy;
  const text = new TextDecoder(encoding).decode(bytes, { stream: isCut });
  return { ...parseCsv(text, maxRows, isCut, delimiter), charset: encoding };
}

/** Decodes UTF-8, or UTF-16 after its byte order mark. Undefined for other bytes. */
export function decodeCsv(bytes: Uint8Array, isCut: boolean): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    // A cut file may end within a character, which `stream` holds back.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Other programs than Excel fill this first line with delimiters, and put quotes around it. */
const MARKER = /^\uFEFF?"?sep=([^"\r\n])"?[,;|\t ]*(?=[\r\n]|$)/i;

/** Parses text. The last row of a cut text may be incomplete and is left out. */
export function parseCsv(
  text: string,
  maxRows: number,
  isCut = false,
  knownDelimiter?: string,
): { table?: CsvTable; faults: CsvFault[] } {
  const [marker = '', separator] = MARKER.exec(text.slice(0, 64)) ?? [];
  const delimiter = knownDelimiter ?? separator ?? delimiterOf(text);
  const content = text.slice(marker.length);
  const { records, openQuoteLine, isMore } = recordsOf(content, delimiter, maxRows + 1);
  if (openQuoteLine !== undefined && !isCut)
    return { faults: [{ kind: 'quote', line: openQuoteLine }] };
  if (isCut && !isMore && records.length > 1) records.pop();
  const [header, ...rows] = records;
  if (!header || rows.length === 0) return { faults: [{ kind: 'empty' }] };
  const named = namedColumns(header, rows);
  const faults = headerFaults(named.columns);
  return { table: { delimiter, ...named, isCut: isCut || isMore }, faults };
}

/** Leaves out columns without a name and content, as the service does. */
function namedColumns(header: readonly string[], rows: string[][]) {
  const names = header.map((name) => name.trim());
  const isKept = (index: number) =>
    names[index] !== '' || rows.some((cells) => (cells[index] ?? '').trim() !== '');
  const keptNames = [...names.keys()].filter(isKept);
  if (keptNames.length === names.length) return { columns: names, rows };
  const pick = (cells: readonly string[]) => [
    ...keptNames.map((index) => cells[index] ?? ''),
    ...cells.slice(names.length),
  ];
  return { columns: pick(names), rows: rows.map(pick) };
}

/** The most frequent of `,`, `;` and tab in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ]);
  let isQuoted = false;
  for (const character of text.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const [[best] = [',']] = [...counts].sort(([, a], [, b]) => b - a);
  return best;
}

/**
 * Reads at most `max` records. Blank records are left out. `isMore`: the text has others after
 * them. `openQuoteLine`: a quote of that line is not closed.
 */
function recordsOf(
  text: string,
  delimiter: string,
  max: number,
): { records: string[][]; openQuoteLine?: number; isMore: boolean } {
  const reader = new RecordReader(delimiter);
  for (let at = 0; at < text.length; at += 1) {
    at += reader.read(text[at] as string, text[at + 1]);
    if (reader.records.length >= max && text.slice(at + 1, at + 1000).trim() !== '')
      return { records: reader.records, isMore: true };
  }
  reader.endRecord();
  const { records, openQuoteLine } = reader;
  return {
    records: records.slice(0, max),
    isMore: records.length > max,
    ...(openQuoteLine !== undefined && { openQuoteLine }),
  };
}

/** Makes records of characters. */
class RecordReader {
  readonly records: string[][] = [];
  readonly #delimiter: string;
  #record: string[] = [];
  #cell = '';
  #line = 1;
  #quoteLine = 0;
  #isQuoted = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The line of a quote that is not closed. */
  get openQuoteLine(): number | undefined {
    return this.#isQuoted ? this.#quoteLine : undefined;
  }

  /** Reads a character. Returns how many of the next characters belong to it. */
  read(character: string, next: string | undefined): number {
    if (character === '\n') this.#line += 1;
    if (this.#isQuoted) return this.#readQuoted(character, next);
    if (character === '"' && this.#cell === '') {
      this.#isQuoted = true;
      this.#quoteLine = this.#line;
    } else if (character === this.#delimiter) this.#endCell();
    else if (character === '\n') this.endRecord();
    else if (character === '\r') {
      if (next !== '\n') this.endRecord();
    } else this.#cell += character;
    return 0;
  }

  /** Ends the record, which is kept unless all of its cells are blank. */
  endRecord(): void {
    this.#endCell();
    if (this.#record.some((cell) => cell.trim() !== '')) this.records.push(this.#record);
    this.#record = [];
  }

  /**
   * Reads a character within quotes. Two quotes are one; a single one ends the quoted part, which
   * may be followed by more text.
   */
  #readQuoted(character: string, next: string | undefined): number {
    if (character !== '"') this.#cell += character;
    else if (next === '"') {
      this.#cell += '"';
      return 1;
    } else this.#isQuoted = false;
    return 0;
  }

  #endCell(): void {
    this.#record.push(this.#cell);
    this.#cell = '';
  }
}

/** Returns the faults of the column names. With too many columns, only that is reported. */
function headerFaults(columns: readonly string[]): CsvFault[] {
  if (columns.length > MAX_COLUMNS) return [{ kind: 'columns', count: columns.length }];
  const columnNames = new Set<string>();
  return columns.flatMap((name, index): CsvFault[] => {
    if (name === '') return [{ kind: 'unnamed', column: index + 1 }];
    if (columnNames.has(name)) return [{ kind: 'repeated', name }];
    columnNames.add(name);
    return [];
  });
}
