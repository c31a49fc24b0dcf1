import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, expected, type Fault, zodFaults } from '../../base/index.ts';
import { callerOf, type RouteDoc, withAccountGate } from '../../http/index.ts';
import { openEncryptedText, readRows } from '../../rows/index.ts';
import type { ApiContext } from '../context.ts';
import { receiveParts } from './receive.ts';
import type { ReceivedRows } from './receive-rows.ts';
import { tableMultipart, tableReadOptions, tableResponse } from './schema.ts';

/** Characters of the cells in an answer. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
const MAX_ERRORS = 100;

const doc = {
  operationId: 'readTable',
  summary: 'Read a table: its sheets, columns and rows, without a batch',
  description:
    'Send a file of XLSX or CSV as the part `file`, after the part `options`. The cells are texts, as a batch of the file has them. Nothing is stored.',
  requiredScope: { resource: 'batch', action: 'write' },
  multipart: tableMultipart,
  response: { status: 200, schema: tableResponse },
} satisfies RouteDoc;

/** A preview of what a batch would read from a file. */
export function tableRoutes(app: FastifyInstance, context: ApiContext): void {
  const { config, gates, vault } = context;

  app.post('/v2/tables', { config: { doc } }, (request, reply) =>
    withAccountGate(gates.uploads, request, reply, (signal) => read(request, signal)),
  );

  async function read(request: FastifyRequest, signal: AbortSignal) {
    const { accountId } = callerOf(request);
    const path = join(config.uploadFolder, randomUUID());
    const { roomNeeded } = context.actions;
    // The name of the key under which the rows are encrypted for this request.
    const batchId = 'table';
    try {
      await roomNeeded();
      const arrival = { path, vault, batchId, accountId, signal, roomNeeded };
      const received = await receiveParts(request, arrival);
      const parsed = tableReadOptions.safeParse(received.options);
      if (!parsed.success)
        throw AppError.fromFaults(zodFaults(parsed.error.issues, received.options));
      if (received.format.kind === 'json_lines')
        throw new AppError('invalid_request', expected('XLSX or CSV', '/file', 'JSON lines'), {
          pointer: '/file',
          hint: 'Send JSON lines to POST /v2/batches.',
        });
      const text = openEncryptedText(path, vault, batchId);
      return { table: await tableOf(received, text, parsed.data.limit) };
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Returns the columns and the first rows of a table. */
async function tableOf(
  { format, sheet, charset, warnings }: ReceivedRows,
  text: AsyncIterable<string>,
  limit: number,
) {
  const rows: string[][] = [];
  const errors: (Fault & { row: number; column: string | null })[] = [];
  const rowsSeen = { blankRows: 0 };
  let columns: string[] = [];
  let characters = 0;
  let isComplete = true;
  for await (const { values, fault, column = null } of readRows(text, format, rowsSeen)) {
    if (rows.length === 0) columns = Object.keys(values);
    const cells = columns.map((name) => String(values[name] ?? ''));
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (rows.length >= limit || characters > MAX_CHARACTERS) {
      isComplete = false;
      break;
    }
    rows.push(cells);
    if (fault && errors.length < MAX_ERRORS) errors.push({ ...fault, row: rows.length, column });
  }
  return {
    sheets: (sheet?.sheets ?? []).map(({ name, isHidden }) => ({ name, is_hidden: isHidden })),
    sheet: sheet?.sheet ?? null,
    charset: charset ?? null,
    delimiter: format.kind === 'csv' ? format.delimiter : null,
    columns,
    rows,
    is_complete: isComplete,
    warnings,
    errors,
  };
}
