import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Batch, type BatchFile, type Framepress, FramepressError } from '@framepress/client';
import { AppError, defined, expected } from '../../base/index.ts';
import { plain, print, wholeNumber } from '../output.ts';
import { ReportedFailure } from '../program/reported-failure.ts';
import { ProgressBar } from '../progress-bar.ts';
import { commandHint } from './batch-hints.ts';
import { sizeOfFile } from './local-file.ts';
import { withRemote } from './remote-client.ts';
import { appErrorOf } from './remote-errors.ts';
import { batchFaults, watchAll } from './watch.ts';

const POLL_MS = 500;
const MAX_MAPPING_BYTES = 2 * 1024 * 1024;

type Options = {
  version?: string;
  format?: string;
  codec?: string;
  width?: string;
  height?: string;
  fps?: string;
  quality?: string;
  column?: string[];
  render?: 'preview' | 'final';
  invalidRows?: 'stop' | 'skip';
  mapping?: string;
  sheet?: string;
  locale?: string;
  charset?: string;
  title?: string;
  watch?: boolean;
  json?: boolean;
};

/** Renders a video for each row of a file. Waits until all rows are checked. Exit code 1 with faults. */
export async function batchCommand(file: string | undefined, options: Options): Promise<void> {
  const { json, watch, version } = options;
  if (file === undefined || version === undefined)
    throw new AppError('invalid_request', 'Expected a file with rows, and --version.', {
      hint: 'framepress batch rows.xlsx --version tsv_…',
    });
  const output = outputOf(options);
  const size = await sizeOfFile(file);
  const request = {
    template_style_version_id: version,
    ...(await rowsIn(file)),
    ...defined({ sheet: options.sheet, locale: options.locale, charset: options.charset }),
    ...(options.column && { columns: columnsOf(options.column) }),
    ...(options.mapping !== undefined && { mapping: await readMapping(options.mapping) }),
    ...(options.render && { render: options.render }),
    ...(options.invalidRows && { invalid_rows: options.invalidRows }),
    ...defined({ title: options.title }),
    ...(output && { output }),
  } as BatchFile;
  await withRemote(async (framepress) => {
    const created = await upload(framepress, request, size).catch((error: unknown) => {
      throw withCommandHints(error);
    });
    const batch = await waitForCheck(framepress, created);
    const { id, status, counts, warnings, errors } = batch;
    print(json, { batch }, () => [
      `batch: ${id}`,
      `status: ${status} (${counts.total} rows, ${counts.invalid} of them invalid)`,
      ...warnings.map(({ message }) => `warning: ${message}`),
    ]);
    const isStopped = status === 'paused' || status === 'failed' || status === 'canceled';
    if (watch && !isStopped) await watchAll(framepress, [id], json);
    if (errors.length > 0 || isStopped) report(batch, json);
  });
}

/** Sends the rows and creates the batch, with a progress bar for the `size` bytes of the file. */
async function upload(framepress: Framepress, request: BatchFile, size: number): Promise<Batch> {
  using bar = new ProgressBar(process.stderr);
  const onUploadProgress = ({ bytes }: { bytes: number }) => bar.show(bytes, size, 'bytes');
  return (await framepress.batches.create(request, { onUploadProgress })).batch;
}

/**
 * Waits until all rows of a batch are checked, and returns the batch. The check takes about a millisecond a
 * row.
 */
async function waitForCheck(framepress: Framepress, created: Batch): Promise<Batch> {
  using bar = new ProgressBar(process.stderr);
  let batch = created;
  while (batch.status === 'checking') {
    bar.show(0, batch.counts.total, 'rows are checked');
    await sleep(POLL_MS);
    batch = await framepress.batches.get(batch.id);
  }
  return batch;
}

/** Writes the faults to standard error. With `--json` the batch on standard output has them. */
function report(batch: Batch, json: boolean | undefined): never {
  if (json) throw new ReportedFailure();
  for (const { message, hint } of batchFaults(batch)) {
    process.stderr.write(plain(`error: ${message}${hint ? `\n  hint: ${hint}` : ''}\n`));
  }
  if (batch.paused_reason === 'invalid_rows') {
    const { id } = batch;
    process.stderr.write(
      `  hint: The batch waits. Render the other rows with \`framepress batch resume ${id}\`; or end it with \`framepress batch cancel ${id}\`, correct the file and send it again.\n`,
    );
  }
  throw new ReportedFailure();
}

/** Returns the output of all rows, as far as options name it. */
function outputOf(options: Options): Record<string, unknown> | undefined {
  const { format, codec, quality } = options;
  const width = wholeNumber(options.width, '--width');
  const height = wholeNumber(options.height, '--height');
  const fps = options.fps === undefined ? undefined : Number(options.fps);
  if (Number.isNaN(fps))
    throw new AppError('invalid_request', expected('a number', '--fps', options.fps));
  const settings = { format, codec, quality, width, height, fps };
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The hints of the service name fields of a request; a command has options for them. */
function withCommandHints(error: unknown): unknown {
  if (!(error instanceof FramepressError)) return error;
  const { code, message, details, faults } = appErrorOf(error);
  const named = faults.map(({ pointer, hint, ...fields }) => ({
    ...fields,
    // The message names the column, and a command has no such field.
    ...(pointer !== undefined && !pointer.startsWith('/columns') && { pointer }),
    ...(hint !== undefined && { hint: commandHint(hint) }),
  }));
  return new AppError(code, message, details, { cause: error, faults: named });
}

/** The name of a file says what it contains. Others are workbooks, or JSON lines, by their first bytes. */
async function rowsIn(path: string): Promise<Record<string, string>> {
  if (/\.(jsonl|ndjson|json)$/i.test(path)) return { jsonl: path };
  if (/\.(csv|tsv|txt)$/i.test(path)) return { csv: path };
  if (/\.(xls\w?|ods|numbers)$/i.test(path)) return { xlsx: path };
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64));
  const start = buffer.toString('utf8', 0, bytesRead);
  if (start.startsWith('PK\x03\x04')) return { xlsx: path };
  return /^\uFEFF?\s*\{/.test(start) ? { jsonl: path } : { csv: path };
}

/** `Name=t_01` fills an editable from a column; `Notes=` ignores a column. */
function columnsOf(texts: readonly string[]): Record<string, string | null> {
  const entries = texts.map((text): [string, string | null] => {
    const at = text.lastIndexOf('=');
    if (at > 0) return [text.slice(0, at), text.slice(at + 1) || null];
    throw new AppError('invalid_request', expected('NAME=EDITABLE', '--column', text), {
      hint: '`--column "First name=t_01"` fills t_01; `--column Notes=` ignores a column.',
    });
  });
  return Object.fromEntries(entries);
}

/** Returns the JSON of a mapping file. Throws `malformed_body`. */
async function readMapping(path: string): Promise<unknown> {
  const size = await sizeOfFile(path);
  try {
    if (size > MAX_MAPPING_BYTES) throw new Error(`it has ${size} bytes`);
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const message = `The mapping ${path} is not JSON: ${(cause as Error).message}.`;
    throw new AppError('malformed_body', message, {}, { cause });
  }
}
