import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, newId, say } from '../../base/index.ts';
import { planBatch } from '../../batches/index.ts';
import { BATCH_STATUSES } from '../../database/index.ts';
import {
  type Answer,
  type ById,
  callerOf,
  listedValues,
  parseQuery,
  preferredWaits,
  type RouteDoc,
  readPage,
  removeUnused,
  withAccountGate,
  withIdempotency,
} from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { makerOf } from '../maker.ts';
import { actionRoutes } from './action-routes.ts';
import { findBatch, present } from './find.ts';
import { receiveBatch } from './receive.ts';
import { JSON_LINES_TYPES, MAX_BATCH_BYTES, XLSX_TYPE } from './receive-rows.ts';
import { resultRoutes } from './result-routes.ts';
import {
  batchCreateRequest,
  batchListQuery,
  batchListResponse,
  batchMultipart,
  batchQuery,
  batchResponse,
} from './schema.ts';
import { tableRoutes } from './table-routes.ts';
import { sendBatch, waitForChange } from './wait.ts';

const readAccess = { resource: 'batch', action: 'read' } as const;
const write = { resource: 'batch', action: 'write' } as const;

/** Unfinished batches of an account. Each may hold a file of rows. */
const MAX_UNFINISHED = 100;

const DOCS = {
  create: {
    operationId: 'createBatch',
    description:
      'Send JSON with `rows`, a file (XLSX, CSV or JSON lines) with the options in the query, or a form with the parts `options` and `file`. The answer comes when the columns are checked. Then every row is checked before the first render starts: read the batch until its status is no longer `checking`. With `Prefer: wait=30` the answer is delayed until the batch has ended or pauses.',
    summary: 'Create a batch: one render for each row of JSON, XLSX, CSV or JSON lines',
    requiredScope: write,
    body: batchCreateRequest,
    textTypes: ['text/csv', ...JSON_LINES_TYPES, XLSX_TYPE],
    multipart: batchMultipart,
    bodyBytes: MAX_BATCH_BYTES,
    query: batchQuery,
    idempotent: true,
    headers: ['Prefer'],
    response: { status: 201, schema: batchResponse },
  },
  list: {
    operationId: 'listBatches',
    description: '`counts` has the number of rows in each state.',
    summary: 'List batches, newest first',
    requiredScope: readAccess,
    query: batchListQuery,
    response: { status: 200, schema: batchListResponse },
  },
  get: {
    operationId: 'getBatch',
    description:
      '`errors` has the first 100 faults, each with its row and column; `GET /v2/batches/:id/rows?state=invalid` has all of them.',
    summary: 'Read a batch; Prefer: wait=N waits until its status changes',
    headers: ['Prefer'],
    requiredScope: readAccess,
    response: { status: 200, schema: batchResponse },
  },
} satisfies Record<string, RouteDoc>;

export async function batchRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  const { db, config, store, gates } = context;
  const preferredWait = preferredWaits(app, context.changes);

  await app.register(async (scope) => {
    // The rows are read as a stream.
    scope.removeContentTypeParser('application/json');
    for (const type of ['application/json', 'text/csv', XLSX_TYPE, ...JSON_LINES_TYPES])
      scope.addContentTypeParser(type, async (_: FastifyRequest, body: unknown) => body);
    scope.post('/v2/batches', { config: { doc: DOCS.create } }, async (request, reply) => {
      using wait = preferredWait(request, reply);
      // The wait is outside, because a waiting request must not block further uploads.
      const answer = await withAccountGate(gates.uploads, request, reply, (signal) =>
        create(request, signal),
      );
      return sendBatch(context, reply, wait, answer);
    });
  });

  /**
   * Receives a batch and adds it. Its rows are stored before the transaction that adds it, and
   * removed again when the request added no batch.
   */
  async function create(request: FastifyRequest, signal: AbortSignal): Promise<Answer> {
    const { accountId } = callerOf(request);
    const arrival = join(config.uploadFolder, randomUUID());
    const id = newId('bat');
    const rowsKey = `batches/${id}/rows`;
    let answer: Answer | undefined;
    try {
      await context.actions.roomNeeded();
      const { roomNeeded } = context.actions;
      const { vault } = context;
      const arrived = { path: arrival, vault, batchId: id, accountId, signal, roomNeeded };
      const received = await receiveBatch(request, arrived);
      answer = await withIdempotency(context, request, received.digest, async () => {
        const checked = await planBatch(context, received, {
          accountId,
          batchId: id,
          path: arrival,
        });
        await store.put(rowsKey, arrival);
        return async (tx) => {
          const unfinished = await tx.batches.countUnfinished(accountId);
          if (unfinished >= MAX_UNFINISHED) throw tooManyBatches(unfinished);
          const createdBy = await makerOf(tx, callerOf(request));
          await tx.batches.insert({ ...checked, rowsKey, createdBy });
          await context.actions.fileStored(accountId, tx);
          const batch = await present(context, tx, await tx.batches.find(id));
          return { status: 201, body: { batch } };
        };
      });
    } finally {
      await rm(arrival, { force: true });
      await removeUnused(
        answer,
        () => db.batches.find(id),
        () => store.remove(rowsKey),
      );
    }
    return answer;
  }

  app.get('/v2/batches', { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { status: statuses, external_id: externalId, ...query } = readListQuery(request.query);
    const { page, next_cursor } = await readPage(query, (range) =>
      db.batches.list(accountId, range, { statuses, externalId }),
    );
    return {
      batches: await Promise.all(page.map((batch) => present(context, db, batch))),
      next_cursor,
    };
  });

  app.get('/v2/batches/:id', { config: { doc: DOCS.get } }, async (request: ById, reply) => {
    const batch = await findBatch(context, request);
    using wait = preferredWait(request, reply);
    const isWaited = await waitForChange(context, wait, batch);
    const current = isWaited ? await findBatch(context, request) : batch;
    return { batch: await present(context, db, current) };
  });

  actionRoutes(app, context);
  tableRoutes(app, context);
  resultRoutes(app, context);
}

/** Returns the page and the filter that a request's query describes. */
function readListQuery(listParameters: unknown) {
  const { status, ...query } = listParameters as Record<string, unknown>;
  const statuses = status !== undefined && { status: listedValues(status, BATCH_STATUSES.length) };
  return parseQuery(batchListQuery, { ...query, ...statuses });
}

function tooManyBatches(count: number): AppError {
  const message = say`The account has ${count} unfinished batches (limit: ${MAX_UNFINISHED}).`;
  return new AppError('queue_full', message, {
    hint: 'Wait until one has ended, or cancel one.',
    limit: { name: 'unfinished_batches', limit: MAX_UNFINISHED, used: count, freesAtMs: null },
  });
}
