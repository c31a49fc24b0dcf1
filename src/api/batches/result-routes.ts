import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError, allows } from '../../base/index.ts';
import { type BatchOptions, presentBatchRow } from '../../batches/index.ts';
import type { Batch } from '../../database/index.ts';
import {
  type ById,
  callerOf,
  parseQuery,
  type RouteDoc,
  readPage,
  streamSlots,
} from '../../http/index.ts';
import { signedFiles } from '../../storage/index.ts';
import type { ApiContext } from '../context.ts';
import { contentDisposition } from '../files/content-disposition.ts';
import { archiveOf } from './archive.ts';
import { findBatch } from './find.ts';
import { csvManifest, jsonManifest } from './manifest.ts';
import { manifestQuery, manifestResponse, rowListResponse, rowsQuery } from './schema.ts';

const MAX_NAME_CHARACTERS = 80;

const requiredScope = { resource: 'batch', action: 'read' } as const;

const DOCS = {
  rows: {
    operationId: 'listBatchRows',
    description:
      '`state=failed` or `state=invalid` lists only those rows, with their errors. `values=true` adds the cells, so that a person can correct them.',
    summary: 'List the rows of a batch, in their order',
    requiredScope,
    query: rowsQuery,
    response: { status: 200, schema: rowListResponse },
  },
  manifest: {
    operationId: 'getBatchManifest',
    description:
      'Streamed, for any number of rows. In CSV, cells that a spreadsheet would run as a formula begin with an apostrophe.',
    summary: 'Read all rows with their videos and errors, as JSON or CSV',
    requiredScope,
    query: manifestQuery,
    response: { status: 200, schema: manifestResponse },
    bytes: ['text/csv'],
  },
  archive: {
    operationId: 'getBatchArchive',
    description:
      'Streamed. The files are named by `external_id`, by the title of the row, or by its number.',
    summary: 'Download the finished videos as a ZIP; missing.csv lists the other rows',
    requiredScope,
    bytes: ['application/zip'],
  },
} satisfies Record<string, RouteDoc>;

/** Cells may contain presigned addresses, which no other answer shows. */
function requireWrite(scope: string): void {
  if (allows(scope, { resource: 'batch', action: 'write' })) return;
  throw new AppError('forbidden', 'Expected a token with the scope batch:write for values=true.', {
    hint: 'Request such a token, or leave out values.',
  });
}

/** Returns a batch's title as the name of a file; its id without one. */
function zipName({ title, id }: Pick<Batch, 'title' | 'id'>): string {
  const plain = title.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim();
  return [...plain].slice(0, MAX_NAME_CHARACTERS).join('') || id;
}

/** Routes that read the rows of a batch and its results. */
export function resultRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const slots = streamSlots(app);

  app.get('/v2/batches/:id/rows', { config: { doc: DOCS.rows } }, async (request: ById) => {
    const { state, values: hasValues = false, ...query } = parseQuery(rowsQuery, request.query);
    if (hasValues) requireWrite(callerOf(request).scope);
    const batch = await findBatch(context, request);
    const { page, next_cursor } = await readPage(query, async ({ limit, cursor }) => {
      const afterRow = cursor?.createdAtMs;
      const rows = await db.batchRows.page(batch, { state, after: afterRow, limit, hasValues });
      // The position of a row in the list is its number.
      return rows.map((row) => ({ ...row, createdAtMs: row.row, id: row.batchId }));
    });
    const files = signedFiles(context);
    const rows = page.map((row) => presentBatchRow(row, files));
    if (!hasValues) return { rows, next_cursor };
    const { columns, mapping } = (await db.batches.optionsOf(batch.id)) as BatchOptions;
    return { rows, next_cursor, ...(columns && { columns }), ...(mapping && { mapping }) };
  });

  app.get(
    '/v2/batches/:id/manifest',
    { config: { doc: DOCS.manifest } },
    async (request: ById, reply) => {
      const { format } = parseQuery(manifestQuery, request.query);
      const batch = await findBatch(context, request);
      slots.takeFor(reply, callerOf(request));
      const isJson = format === 'json';
      const text = isJson ? jsonManifest(context, batch) : csvManifest(context, batch);
      return reply
        .type(isJson ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8')
        .header('content-disposition', `inline; filename="${batch.id}.${format}"`)
        .send(Readable.from(text, { objectMode: false }));
    },
  );

  app.get(
    '/v2/batches/:id/archive',
    // A HEAD request would read all videos.
    { config: { doc: DOCS.archive }, exposeHeadRoute: false },
    async (request: ById, reply) => {
      const batch = await findBatch(context, request);
      slots.takeFor(reply, callerOf(request));
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('attachment', `${zipName(batch)}.zip`))
        .send(Readable.from(archiveOf(context, batch), { objectMode: false }));
    },
  );
}
