import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, BatchFile, Framepress } from '@framepress/client';
import { AppError, expected } from '../../base/index.ts';
import { plain, print } from '../output.ts';
import { ReportedFailure } from '../program/reported-failure.ts';
import { ProgressBar } from '../progress-bar.ts';
import { sizeOfFile } from './local-file.ts';
import { withRemote } from './remote-client.ts';
import { batchFaults, watchAll } from './watch.ts';

const POLL_MS = 500;
const MAX_MAPPING_BYTES = 2 * 1024 * 1024;

type Options = {
  version: string;
  column?: string[];
  render?: 'preview' | 'final';
  invalidRows?: 'stop' | 'skip';
  mapping?: string;
  title?: string;
  watch?: boolean;
  json?: boolean;
};

/** Renders a video for each row of a file. Waits until all rows are checked. Exit code 1 with faults. */
export async function batchCommand(file: string, options: Options): Promise<void> {
  const { json, watch } = options;
  const size = await sizeOfFile(file);
  const request = {
    template_style_version_id: options.version,
    ...((await isJson(file)) ? { jsonl: file } : { csv: file }),
    ...(options.column && { columns: columnsOf(options.column) }),
    ...(options.mapping !== undefined && { mapping: await readMapping(options.mapping) }),
    ...(options.render && { render: options.render }),
    ...(options.invalidRows && { invalid_rows: options.invalidRows }),
    ...(options.title !== undefined && { title: options.title }),
  } as BatchFile;
  await withRemote(async (framepress) => {
    const batch = await checked(framepress, await upload(framepress, request, size));
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

async function upload(framepress: Framepress, request: BatchFile, size: number): Promise<Batch> {
  using bar = new ProgressBar(process.stderr);
  const onUploadProgress = ({ bytes }: { bytes: number }) => bar.show(bytes, size, 'bytes');
  return (await framepress.batches.create(request, { onUploadProgress })).batch;
}

/** The check takes about a millisecond a row. */
async function checked(framepress: Framepress, created: Batch): Promise<Batch> {
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
    process.stderr.write('  hint: Correct the rows, or render the others: --invalid-rows skip\n');
  }
  throw new ReportedFailure();
}

/** `.csv` and `.jsonl` say what the file contains; JSON lines begin with a brace. */
async function isJson(path: string): Promise<boolean> {
  if (/\.(jsonl|ndjson|json)$/i.test(path)) return true;
  if (/\.(csv|tsv|txt)$/i.test(path)) return false;
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64));
  return /^\uFEFF?\s*\{/.test(buffer.toString('utf8', 0, bytesRead));
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
