import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError, type Fault, fault, findMessage, joinFaults, say } from '../../base/index.ts';
import { rowChecker } from '../../batches/index.ts';
import {
  type Batch,
  type CheckedRow,
  CORRECTED,
  RETRIED,
  type RowFault,
  type RowState,
  type Transaction,
} from '../../database/index.ts';
import {
  type Answer,
  type ById,
  emptyRequest,
  parseBody,
  parseQuery,
  preferredWaits,
  type RouteDoc,
  sendAnswer,
  withIdempotency,
} from '../../http/index.ts';
import { MAX_MAPPING_BYTES } from '../../sessions/index.ts';
import { sha256 } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { batchRemoved, findBatch, present } from './find.ts';
import { batchResponse, deleteQuery, retryRequest } from './schema.ts';
import { sendBatch } from './wait.ts';

const requiredScope = { resource: 'batch', action: 'write' } as const;
const response = { status: 200, schema: batchResponse };
const action = { requiredScope, idempotent: true, response } as const;

const DOCS = {
  pause: {
    ...action,
    operationId: 'pauseBatch',
    description: 'Nothing is lost: `POST /v2/batches/:id/resume` continues.',
    summary: 'Pause a batch: no further row begins, running rows are finished',
  },
  resume: {
    ...action,
    operationId: 'resumeBatch',
    description:
      'Also starts a batch that was created with `start: false`, or that paused because of invalid rows; those rows are left out. In a canceled batch, the rows without a video render that have not failed: each row whose render was canceled gets a new session. If the cancel came during the check, the check continues.',
    summary: 'Resume a paused or canceled batch; invalid rows are left out',
    headers: ['Prefer'],
  },
  cancel: {
    ...action,
    operationId: 'cancelBatch',
    description:
      'Running renders stop within two seconds. Rendered videos stay. `POST /v2/batches/:id/resume` continues a canceled batch.',
    summary: 'Cancel a batch with its running renders; finished videos stay',
  },
  retry: {
    ...action,
    operationId: 'retryBatch',
    description:
      'Without a body all failed rows are rendered again. With `rows`, only these rows, also canceled ones; `values` replace cells, also of invalid and rendered rows. The response is 409 for a canceled batch: resume it first.',
    summary: 'Render failed rows again, and rows with new values',
    headers: ['Prefer'],
    body: retryRequest,
    bodyBytes: MAX_MAPPING_BYTES,
  },
  remove: {
    operationId: 'deleteBatch',
    description:
      '409 while the batch is checked or runs: cancel it first. With `sessions=true` the sessions of its rows are removed with their videos.',
    summary: 'Remove a batch that does not run, and its sessions if requested',
    requiredScope,
    query: deleteQuery,
    problems: [409, 422],
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

/** Rows that are changed in one transaction. */
const ROWS_AT_ONCE = 200;

/** Routes that pause, resume, cancel, retry and remove a batch. */
export function actionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const preferredWait = preferredWaits(app, context.changes);

  /** Changes a batch once for each idempotency key, and returns the answer with its new state. */
  const change = async (
    request: ById,
    work: (tx: Transaction, batch: Batch) => Promise<void>,
    prepare: (batch: Batch) => Promise<void> = async () => undefined,
  ): Promise<Answer> => {
    const requestedBatch = await findBatch(context, request);
    const { id } = requestedBatch;
    parseBody(emptyRequest, request.body ?? {});
    return withIdempotency(context, request, sha256(''), async () => {
      await prepare(requestedBatch);
      return async (tx) => {
        const batch = await tx.batches.find(id);
        if (batch) await work(tx, batch);
        return {
          status: 200,
          body: { batch: await present(context, tx, await tx.batches.find(id)) },
        };
      };
    });
  };

  app.post('/v2/batches/:id/pause', { config: { doc: DOCS.pause } }, async (request: ById, reply) =>
    sendAnswer(
      reply,
      await change(request, async (tx, batch) => {
        if (batch.status === 'paused') return;
        if (!(await tx.batches.pause(batch.id, 'user')))
          throw conflict(batch, 'a running batch', 'Only a running batch can be paused.');
      }),
    ),
  );

  app.post(
    '/v2/batches/:id/resume',
    { config: { doc: DOCS.resume } },
    async (request: ById, reply) => {
      using wait = preferredWait(request, reply);
      const answer = await change(
        request,
        async (tx, batch) => {
          if (batch.status === 'running') return;
          if (batch.status === 'canceled') await tx.batches.continueCanceled(batch.id);
          else if (!(await tx.batches.resume(batch.id)))
            throw conflict(batch, 'a paused or canceled batch', afterEnd(batch));
        },
        async ({ id, status }) => {
          if (status === 'canceled') await waitAgain(context, id);
        },
      );
      return sendBatch(context, reply, wait, answer);
    },
  );

  app.post(
    '/v2/batches/:id/cancel',
    { config: { doc: DOCS.cancel } },
    async (request: ById, reply) => {
      let stopped: string[] = [];
      const answer = await change(request, async (tx, batch) => {
        // Read first: a canceled session's row does not render any more.
        const rendering = await tx.batchRows.renderingSessions(batch.id);
        if (batch.status !== 'canceled' && !(await tx.batches.cancel(batch.id)))
          throw conflict(batch, 'an unfinished batch', 'Its videos stay until they are removed.');
        // A batch that was canceled before has such rows if their failed sessions were retried.
        for (const id of rendering)
          await tx.renderSessions.finish(id, 'canceled', { phase: 'done' });
        stopped = rendering;
      });
      for (const id of stopped) context.actions.sessionCanceled(id);
      return sendAnswer(reply, answer);
    },
  );

  app.post(
    '/v2/batches/:id/retry',
    { config: { doc: DOCS.retry } },
    async (request: ById, reply) => {
      const { id } = await findBatch(context, request);
      using wait = preferredWait(request, reply);
      const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
        const { rows } = parseBody(retryRequest, request.body ?? {});
        const batch = await findBatch(context, request);
        requireRetryable(batch);
        const checked = rows && (await checkRows(context, batch, rows));
        if (!rows) await retryAll(context, id);
        return async (tx) => {
          // The batch may have been canceled while its rows were checked.
          requireRetryable(await requireBatch(tx, id));
          for (const entry of checked ?? []) {
            const isChanged = await tx.batchRows.retry(id, entry.row, entry.checked);
            if (!isChanged) throw rowChanged(entry.row);
          }
          await claimTargets(tx, id, checked ?? []);
          await tx.batches.renewMedia(id);
          const currentBatch = await tx.batches.find(id);
          const hasRows = currentBatch !== undefined && currentBatch.counts.waiting > 0;
          // A paused batch stays paused, so that several rows can be corrected before it continues.
          if (hasRows) await tx.batches.resume(id, ['completed']);
          return {
            status: 200,
            body: { batch: await present(context, tx, await tx.batches.find(id)) },
          };
        };
      });
      return sendBatch(context, reply, wait, answer);
    },
  );

  app.delete('/v2/batches/:id', { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    const { sessions = false } = parseQuery(deleteQuery, request.query);
    const batch = await findBatch(context, request);
    const { id, rowsKey } = batch;
    if (!(await db.batches.markForDeletion(id))) throw notRemovable(batch);
    if (rowsKey !== null) await context.store.remove(rowsKey);
    // The worker removes the files of the sessions.
    while (sessions && (await db.batchRows.markSessions(id, ROWS_AT_ONCE))) await setImmediate();
    while (!(await db.batches.removeSome(id))) await setImmediate();
    return reply.status(204).send();
  });
}

/** No hint names a request that is refused for the same status. */
function afterEnd({ status }: Batch): string {
  if (status === 'checking') return 'Wait until the rows are checked.';
  return status === 'completed'
    ? 'POST …/retry renders failed rows again, and others with new values.'
    : 'Create a new batch with the rows.';
}

/** A session that is retried by itself renders also in a batch that has ended. */
function notRemovable(batch: Batch): AppError {
  const { id, status } = batch;
  if (status !== 'completed')
    return conflict(batch, 'a batch that does not run', 'Cancel it first: POST …/cancel.');
  return new AppError('conflict', say`Expected no running render but some rows of ${id} render.`, {
    hint: 'Wait until they have ended, or cancel them with POST /v2/render_sessions/:id/cancel.',
  });
}

/** Throws `conflict` for a batch whose rows cannot be retried now. */
function requireRetryable(batch: Batch): void {
  if (['running', 'paused', 'completed'].includes(batch.status)) return;
  const hint =
    batch.status === 'canceled'
      ? 'POST …/resume renders the rest of the batch. Failed rows can be retried after that.'
      : afterEnd(batch);
  throw conflict(batch, 'a batch that runs, is paused or is completed', hint);
}

/** Throws if a corrected row has the target of another row. */
async function claimTargets(
  tx: Transaction,
  id: string,
  rows: readonly { checked?: CheckedRow }[],
): Promise<void> {
  const corrected = rows.flatMap(({ checked }) => checked ?? []);
  const conflicts = await tx.batchRows.claimTargets(id, corrected);
  const faults = rows.flatMap(({ checked }, index) => {
    const rowConflict = checked && conflicts.get(checked.row);
    return rowConflict ? [atValues(rowConflict, `/rows/${index}`)] : [];
  });
  if (faults.length > 0) throw AppError.fromFaults(joinFaults([], faults));
}

/** Moves a fault of a row to its values in the request. */
function atValues({ row: _, column, ...rowFault }: RowFault, pointer: string): Fault {
  return {
    ...rowFault,
    pointer: `${pointer}/values${column === null ? '' : (rowFault.pointer ?? '')}`,
  };
}

/** Lets the canceled rows of a canceled batch wait again. They count as canceled until it is resumed. */
async function waitAgain({ db }: ApiContext, id: string): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) {
    const afterRow: number = last;
    const rowRange = { state: 'canceled', after: afterRow, limit: ROWS_AT_ONCE } as const;
    last = await db.transaction(async (tx) => {
      const { status } = await requireBatch(tx, id);
      return status === 'canceled' ? tx.batchRows.retryAll(id, rowRange) : undefined;
    });
    await setImmediate();
  }
}

/**
 * Retries all failed rows of a batch, some in each transaction. Each transaction checks the batch
 * again, because it may have changed since the last one.
 */
async function retryAll({ db }: ApiContext, id: string): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) {
    const afterRow: number = last;
    // A batch with rows that wait runs, also after a crash between two of these transactions.
    last = await db.transaction(async (tx) => {
      requireRetryable(await requireBatch(tx, id));
      const rowRange = { state: 'failed', after: afterRow, limit: ROWS_AT_ONCE } as const;
      const next = await tx.batchRows.retryAll(id, rowRange);
      if (next !== undefined) await tx.batches.resume(id, ['completed']);
      return next;
    });
    await setImmediate();
  }
}

async function requireBatch(tx: Transaction, id: string): Promise<Batch> {
  const batch = await tx.batches.find(id);
  if (!batch) throw batchRemoved();
  return batch;
}

type Wanted = { row: number; values?: Record<string, unknown> | undefined };

/**
 * Checks the rows to retry, with the new values over the stored ones. The result of a row without
 * new values has no `checked`. Throws the faults of all rows together.
 */
async function checkRows(
  context: ApiContext,
  batch: Batch,
  requests: readonly Wanted[],
): Promise<{ row: number; checked?: CheckedRow }[]> {
  const check = await rowChecker(context, batch);
  const faults: Fault[] = [];
  const numbers = new Set<number>();
  const checked: { row: number; checked?: CheckedRow }[] = [];
  for (let at = 0; at < requests.length; at += ROWS_AT_ONCE) {
    const chunk = requests.slice(at, at + ROWS_AT_ONCE);
    const storedRows = await context.db.batchRows.findAll(
      batch.id,
      chunk.map(({ row }) => row),
    );
    for (const [index, { row, values }] of chunk.entries()) {
      const pointer = `/rows/${at + index}`;
      const storedRow = storedRows.find((candidate) => candidate.row === row);
      const refusal = numbers.has(row)
        ? fault('invalid_request', say`Expected each row once but row ${row} is repeated.`)
        : rowRefusal(row, storedRow?.state, values !== undefined);
      numbers.add(row);
      if (!storedRow || refusal) {
        if (refusal) faults.push({ ...refusal, pointer: `${pointer}/row` });
        continue;
      }
      if (!values) {
        checked.push({ row });
        continue;
      }
      const { checked: result } = await check(row, { ...storedRow.values, ...values });
      faults.push(...result.faults.map((rowFault) => atValues(rowFault, pointer)));
      checked.push({ row, checked: result });
      await setImmediate();
    }
  }
  if (faults.length > 0) throw AppError.fromFaults(joinFaults([], faults));
  return checked;
}

/**
 * Returns the fault for a row that cannot be retried; undefined if it can. `state` is undefined for
 * a row that does not exist. `hasValues`: the request corrects the row.
 */
function rowRefusal(
  row: number,
  state: RowState | undefined,
  hasValues: boolean,
): Fault | undefined {
  if (state === undefined)
    return fault('invalid_request', say`Expected the number of a row but there is no row ${row}.`);
  if (RETRIED.includes(state) || (CORRECTED.includes(state) && hasValues)) return undefined;
  const hint =
    state === 'invalid'
      ? 'Send values that correct its faults.'
      : 'Only failed and canceled rows, and invalid or rendered rows with new values, can be retried.';
  return fault(
    'invalid_request',
    say`Expected a failed or canceled row but row ${row} is ${state}.`,
    { hint },
  );
}

function rowChanged(row: number): AppError {
  return new AppError('conflict', say`Row ${row} was retried by another request meanwhile.`, {
    hint: 'Read its state with GET …/rows.',
  });
}

function conflict({ id, status }: Batch, condition: string, hint: string): AppError {
  return new AppError('conflict', say`Expected ${findMessage(condition)} but ${id} is ${status}.`, {
    hint,
  });
}
