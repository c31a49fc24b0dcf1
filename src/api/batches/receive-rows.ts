import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  AppError,
  findMessage,
  Gate,
  quoted,
  say,
  type Wording,
  worded,
} from '../../base/index.ts';
import type { ReceivedBatch } from '../../batches/index.ts';
import type { BatchWarning, RowsFormat } from '../../database/index.ts';
import { ownTurn, ROOM_CHECK_BYTES } from '../../http/index.ts';
import {
  decodeText,
  delimiterOf,
  kindOfBytes,
  type SheetFacts,
  sheetText,
  writeEncryptedText,
} from '../../rows/index.ts';
import type { Vault } from '../../secrets/index.ts';
import { storageError, writeAll } from '../../system/index.ts';
import type { TableOptions } from './schema.ts';

export const MAX_BATCH_BYTES = 64 * 1024 * 1024;
/** Characters in which the delimiter is looked for. */
const HEAD_CHARACTERS = 64 * 1024;

export const JSON_LINES_TYPES = ['application/x-ndjson', 'application/jsonl'];
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The texts of a workbook are in memory while it is read, so that only some are read at once. */
const WORKBOOKS = new Gate({ atOnce: 2, perOwner: 1, maxWaiting: 16, maxWaitingPerOwner: 4 });

type FileKind = 'csv' | 'xlsx' | 'json_lines';

/** The file that rows are written to, and its encryption for a batch. */
export type Arrival = {
  path: string;
  vault: Vault;
  batchId: string;
  accountId: string;
  signal: AbortSignal;
  /** Throws if the disk is full. */
  roomNeeded: () => Promise<void>;
};

/** Rows in a file, and what was found out about the file that they came in. */
export type ReceivedRows = Omit<ReceivedBatch, 'options'> & {
  charset?: string;
  sheet?: SheetFacts;
};

/** Returns what a body of a content type contains. */
export function kindOfType(type: string): FileKind {
  return type === 'text/csv' ? 'csv' : type === XLSX_TYPE ? 'xlsx' : 'json_lines';
}

/** Returns what a part contains, by its type and its name. */
export function kindOfFile(type: string, name = ''): FileKind {
  if (JSON_LINES_TYPES.includes(type) || /\.(jsonl|ndjson)$/i.test(name)) return 'json_lines';
  // Windows gives CSV the type of the old format of Excel. Other workbooks are refused by their content.
  if (/\.(csv|tsv|txt)$/i.test(name)) return 'csv';
  if (type === XLSX_TYPE || /\.(xls[xmb]?|xlt[xm]|ods|numbers)$/i.test(name)) return 'xlsx';
  if (type === 'text/csv') return 'csv';
  throw new AppError(
    'unsupported_media_type',
    'Expected XLSX, CSV or JSON lines for the part "file".',
    { hint: 'Name the file rows.xlsx, rows.csv or rows.jsonl.' },
  );
}

/**
 * Streams rows to the file as encrypted text. The delimiter and the encoding of CSV are found in its content,
 * unless `options` name them. A workbook is also read if it has the name of another format.
 */
export async function receiveRows(
  body: Readable,
  arrival: Arrival,
  kind: FileKind,
  options: TableOptions,
): Promise<ReceivedRows> {
  const counted = countedBytes(body, arrival.roomNeeded);
  const { isWorkbook, bytes } = await startOf(counted.bytes());
  if (kind === 'xlsx' || (kind === 'csv' && isWorkbook)) {
    refuseOptions(options, ['charset', 'delimiter'], 'CSV');
    const received = await receiveWorkbook(bytes, arrival, options);
    return { ...received, digest: counted.digest() };
  }
  refuseOptions(options, ['sheet', 'locale'], 'XLSX');
  if (kind === 'json_lines') refuseOptions(options, ['charset', 'delimiter'], 'CSV');
  const received = await receiveText(bytes, arrival, kind, options);
  return { ...received, digest: counted.digest() };
}

type Stored = Omit<ReceivedRows, 'digest'>;

async function receiveText(
  content: AsyncIterable<Uint8Array>,
  { path, vault, batchId }: Arrival,
  kind: 'csv' | 'json_lines',
  options: TableOptions,
): Promise<Stored> {
  let charset = options.charset;
  const warnings: BatchWarning[] = [];
  const guessed = (name: string) => {
    charset = name;
    const message = say`The file is not UTF-8. It was read as ${name}: name another encoding as charset.`;
    warnings.push({ code: 'charset_guessed', ...worded(message) });
  };
  let head = '';
  async function* text() {
    for await (const chunk of decodeText(content, kind === 'csv' ? { charset, guessed } : {})) {
      if (head.length < HEAD_CHARACTERS) head += chunk.slice(0, HEAD_CHARACTERS);
      yield chunk;
    }
  }
  const bytes = await writeEncryptedText(path, text(), vault, batchId);
  const delimiter = options.delimiter === 'tab' ? '\t' : options.delimiter;
  const format: RowsFormat =
    kind === 'csv' ? { kind, delimiter: delimiter ?? delimiterOf(head) } : { kind };
  return { format, bytes, warnings, charset: charset ?? 'utf-8' };
}

/** Stores a workbook beside the file while its sheet is read, because its parts are not in the order of reading. */
async function receiveWorkbook(
  content: AsyncIterable<Uint8Array>,
  arrival: Arrival,
  options: TableOptions,
): Promise<Stored> {
  const { path, vault, batchId, accountId, signal } = arrival;
  const workbookPath = `${path}.xlsx`;
  let facts: SheetFacts | undefined;
  try {
    await writeBytes(workbookPath, content);
    const report = (sheetFacts: SheetFacts) => {
      facts = sheetFacts;
    };
    const read = () =>
      writeEncryptedText(path, sheetText(workbookPath, options, report, signal), vault, batchId);
    const bytes = await WORKBOOKS.through(accountId, read, signal);
    if (!facts) throw new Error('The sheet was not read to its end.');
    const warnings = sheetWarnings(facts, options.sheet !== undefined);
    return { format: { kind: 'sheet' }, bytes, warnings, sheet: facts };
  } finally {
    await rm(workbookPath, { force: true });
  }
}

async function writeBytes(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  for await (const chunk of bytes)
    await writeAll(file, chunk).catch((error: unknown) => {
      throw storageError(error);
    });
}

/** Says what of a workbook is not read. */
function sheetWarnings(facts: SheetFacts, isNamed: boolean): BatchWarning[] {
  const { sheets, sheet, blankRows, hiddenRows, hasHiddenColumns } = facts;
  const warnings: BatchWarning[] = [];
  const add = (code: string, message: Wording) => warnings.push({ code, ...worded(message) });
  const visible = sheets.filter(({ isHidden }) => !isHidden).length;
  if (visible > 1 && !isNamed)
    add(
      'sheet_chosen',
      say`The workbook has ${visible} sheets. ${quoted(sheet)} was read: name another one as sheet.`,
    );
  if (hiddenRows > 0)
    add(
      'hidden_rows',
      hiddenRows === 1 ? 'A hidden row is left out.' : say`${hiddenRows} hidden rows are left out.`,
    );
  if (hasHiddenColumns) add('hidden_columns', 'Hidden columns are left out.');
  if (blankRows > 0)
    add(
      'blank_rows',
      blankRows === 1 ? 'A blank row is left out.' : say`${blankRows} blank rows are left out.`,
    );
  return warnings;
}

/** Throws for options that another format has. */
function refuseOptions(options: TableOptions, names: (keyof TableOptions)[], format: string): void {
  const name = names.find((each) => options[each] !== undefined);
  if (name === undefined) return;
  const message = say`Expected no ${name} for this file, because only ${format} has it.`;
  const hint = say`Omit ${name}, or send the file as ${format}.`;
  throw new AppError('invalid_request', message, { pointer: `/${name}`, hint });
}

/** Returns whether bytes begin as a workbook does, and all of the bytes. */
async function startOf(bytes: AsyncGenerator<Uint8Array>) {
  let start = Buffer.alloc(0);
  let isDone = false;
  while (start.byteLength < 8 && !isDone) {
    const next = await bytes.next();
    isDone = next.done === true;
    if (!next.done) start = Buffer.concat([start, next.value]);
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    if (start.byteLength > 0) yield start;
    yield* bytes;
  }
  return { isWorkbook: kindOfBytes(start) !== undefined, bytes: content() };
}

/**
 * Counts and digests a body. Throws `payload_too_large` above the limit of a batch. The stream is
 * not destroyed when reading ends early: the rest of a body could then not be discarded.
 */
export function countedBytes(body: Readable, roomNeeded: () => Promise<void>) {
  const hash = createHash('sha256');
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let [count, checked] = [0, 0];
    try {
      for await (const data of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        count += data.byteLength;
        if (count > MAX_BATCH_BYTES) throw tooLarge('the rows', MAX_BATCH_BYTES);
        hash.update(data);
        // The socket may have many pieces at once.
        await ownTurn();
        if (count - checked >= ROOM_CHECK_BYTES) {
          await roomNeeded();
          checked = count;
        }
        yield data;
      }
    } catch (cause) {
      throw isKnown(cause) ? cause : badParts(cause);
    }
  }
  return { bytes, digest: () => hash.digest('hex') };
}

export function tooLarge(what: string, limit: number): AppError {
  return new AppError(
    'payload_too_large',
    say`Expected at most ${limit} bytes for ${findMessage(what)} but received more.`,
    { hint: 'Split the rows into several batches.' },
  );
}

/** Returns whether an error has a status for the client already. */
export function isKnown(error: unknown): boolean {
  return (
    error instanceof AppError ||
    typeof (error as { statusCode?: unknown } | undefined)?.statusCode === 'number'
  );
}

export function badParts(cause: unknown): AppError {
  return new AppError('malformed_body', 'The body is incomplete or malformed.', {}, { cause });
}
