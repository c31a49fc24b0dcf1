/** Reads the table that a person gives: a workbook, a CSV file, or cells from the clipboard. */

import { translateFault } from '@framepress/editor/strings';
import type { AppContext } from '../app-context.ts';
import { type CsvFault, type CsvTable, MAX_FILE_BYTES, readCsv } from './csv.ts';

/** Rows that are read at once. The service returns no more. */
export const MAX_READ_ROWS = 10_000;
const WORKBOOK = /\.(xls[xmb]?|xlt[xm]|ods|numbers)$/i;
/** The plain CSV of Excel in these languages. */
const CHARSETS: Readonly<Record<string, string>> = { ja: 'shift_jis', ar: 'windows-1256' };
/** Encodings that a person can choose, with a language that is written in each. */
export const CHARSET_LANGUAGES: Readonly<Record<string, string>> = {
  'windows-1252': 'en',
  'windows-1250': 'pl',
  'windows-1251': 'ru',
  'windows-1253': 'el',
  'windows-1254': 'tr',
  'windows-1255': 'he',
  'windows-1256': 'ar',
  shift_jis: 'ja',
  gb18030: 'zh',
  'euc-kr': 'ko',
  macintosh: 'en-US',
};

/** How a file is read; as the options of a batch. */
export type ReadOptions = { sheet?: string; locale?: string; charset?: string; delimiter?: '\t' };

/** A file with the part of its table that was read. */
export type SourceTable = {
  file: File;
  kind: 'xlsx' | 'csv';
  options: ReadOptions;
  /** Undefined if the file cannot be used. */
  table: CsvTable | undefined;
  faults: readonly CsvFault[];
  sheets: readonly { name: string; is_hidden: boolean }[];
  /** Messages of the service about what is left out. */
  notes: readonly string[];
  /** Messages about cells without a usable value, such as the error of a formula. */
  cellFaults: readonly string[];
};

const NOTHING_FOUND = { sheets: [], notes: [], cellFaults: [] };

type Reader = Pick<AppContext, 'upload' | 'lang' | 't'>;

/** Reads the first rows of a file. A workbook is read by the service, which throws for other files. */
export async function readSource(
  app: Reader,
  { file, options }: Pick<SourceTable, 'file' | 'options'>,
  maxRows: number,
  signal: AbortSignal,
): Promise<SourceTable> {
  if (WORKBOOK.test(file.name)) return readWorkbook(app, file, options, signal);
  const { table, faults, charset } = await readCsv(file, maxRows, {
    ...options,
    legacy: CHARSETS[app.lang] ?? 'windows-1252',
  });
  const csvOptions = { ...options, ...(charset !== undefined && { charset }) };
  return { file, kind: 'csv', options: csvOptions, table, faults, ...NOTHING_FOUND };
}

async function readWorkbook(
  app: Reader,
  file: File,
  { sheet }: ReadOptions,
  signal: AbortSignal,
): Promise<SourceTable> {
  const source = { file, kind: 'xlsx' as const, ...NOTHING_FOUND };
  if (file.size > MAX_FILE_BYTES)
    return {
      ...source,
      options: {},
      table: undefined,
      faults: [{ kind: 'bytes', bytes: file.size }],
    };
  const options = { locale: app.lang, ...(sheet !== undefined && { sheet }) };
  const read = await app.upload(file, options, ({ batches }, call) =>
    batches.readTable(file, { ...call, ...options, limit: MAX_READ_ROWS, signal }),
  );
  const { columns, rows, is_complete: isComplete, sheets, warnings } = read;
  const table = { delimiter: ',', columns, rows, isCut: !isComplete };
  const notes = warnings
    .filter(({ code }) => code !== 'sheet_chosen')
    .map((warning) => translateFault(warning, app.t).message);
  return {
    ...source,
    options: { ...options, ...(read.sheet !== null && { sheet: read.sheet }) },
    table: rows.length > 0 ? table : undefined,
    faults: rows.length > 0 ? [] : [{ kind: 'empty' }],
    sheets,
    notes,
    cellFaults: read.errors.map((fault) => translateFault(fault, app.t).message),
  };
}

/** Returns the cells of a spreadsheet that were copied, as a file; undefined for another content. */
export function pastedFile(text: string, name: string): File | undefined {
  const isTable = text.includes('\t') || /\S[^\n]*\n[^\n]*\S/.test(text);
  return isTable ? new File([text], `${name}.tsv`, { type: 'text/csv' }) : undefined;
}

/** Returns a table as a file of CSV in UTF-8. */
export function csvFile(name: string, columns: readonly string[], rows: readonly string[][]): File {
  const cell = (text: string) =>
    /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  // A row that is blank would be left out.
  const line = (cells: readonly string[]) => `${cells.map(cell).join(',') || '""'}\r\n`;
  return new File([[columns, ...rows].map(line).join('')], name, { type: 'text/csv' });
}
