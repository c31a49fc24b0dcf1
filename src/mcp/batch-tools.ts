import { setTimeout } from 'node:timers/promises';
import type { Batch, Framepress } from '@framepress/client';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { fault, mappingInput, resourceId, toolInput } from './mapping-input.ts';
import { progressReporter, result, withErrors } from './tool-result.ts';
import { waitSeconds, waitUntil } from './wait-until.ts';

const MAX_ROWS = 1000;
/** Rows in an answer. An agent reads it as text. */
const MAX_LISTED = 100;
/** A request of a wait is held until the status changes. Progress is reported after it. */
const WAIT_SECONDS = 10;
/** Least time between two requests of a wait: an answer for a paused batch is not held. */
const PAUSE_MS = 2000;
const CHECK_SECONDS = 30;
const BATCH_STEPS = { not_found: 'Check batch_id: run_batch returns it. A removed batch is gone.' };

const state = z.object({
  batch_id: z.string(),
  status: z.string(),
  paused_reason: z.string().nullable(),
  waiting_for: fault
    .nullable()
    .meta({ description: 'Why a running batch begins no further row, such as a daily limit' }),
  is_finished: z.boolean(),
  progress: z.number(),
  eta_seconds: z.number().nullable(),
  counts: z.record(z.string(), z.number()).meta({ description: 'Rows by state' }),
  warnings: z.array(fault).meta({ description: 'Entries of the mapping that are left out' }),
  errors: z.array(fault).meta({ description: 'Faults with row and column' }),
  rows: z
    .array(
      z.object({
        row: z.int(),
        state: z.string(),
        external_id: z.string().nullable(),
        render_session_id: z.string().nullable(),
        video_url: z.string().nullable(),
      }),
    )
    .meta({ description: 'Up to 100 rows, when all have ended' }),
  next_row: z
    .int()
    .nullable()
    .meta({ description: 'first_row of the call for the rows after these; null: none' }),
  next_step: z.string(),
});

/** Adds the tools that render one video for each row of a table. */
export function addBatchTools(server: McpServer, framepress: Framepress): void {
  server.registerTool(
    'run_batch',
    {
      title: 'Run a batch',
      description:
        'Renders one video for each row. A row has values by the name of an editable; external_id, title and metadata.NAME are further columns. All rows are checked before the first render.',
      inputSchema: toolInput({
        template_style_version_id: resourceId,
        title: z.string().max(500).optional(),
        rows: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_ROWS),
        columns: z
          .record(z.string(), z.string().nullable())
          .optional()
          .meta({ description: 'Editables by the names of columns; null ignores a column' }),
        mapping: mappingInput.partial().optional().meta({ description: 'Entries for all rows' }),
        render: z.enum(['preview', 'final']).default('final'),
        output: z.record(z.string(), z.unknown()).optional(),
        invalid_rows: z
          .enum(['stop', 'skip'])
          .default('stop')
          .meta({ description: 'stop: nothing is rendered while a row is invalid' }),
      }),
      outputSchema: state,
    },
    async (input, context) =>
      withErrors(async () => {
        const { signal } = context.mcpReq;
        const { id } = await framepress.batches.create(input as never, { signal });
        // The check of all rows takes milliseconds a row. Its faults are the answer to this call.
        await waitForBatch(id, CHECK_SECONDS, context, ({ status }) => status !== 'checking');
        return result(await describeBatch(id, signal));
      }),
  );

  server.registerTool(
    'wait_for_batch',
    {
      title: 'Wait for a batch',
      description:
        'Waits until all rows of a batch have ended, with progress, and returns the addresses of the videos.',
      inputSchema: toolInput({
        batch_id: resourceId,
        timeout_seconds: waitSeconds,
        first_row: z.int().min(1).default(1).meta({ description: 'The first row to return' }),
      }),
      outputSchema: state,
      annotations: { readOnlyHint: true },
    },
    async ({ batch_id: id, timeout_seconds, first_row }, context) =>
      withErrors(async () => {
        await waitForBatch(id, timeout_seconds, context, isFinished);
        return result(await describeBatch(id, context.mcpReq.signal, first_row));
      }, BATCH_STEPS),
  );

  server.registerTool(
    'change_batch',
    {
      title: 'Change a batch',
      description:
        'Corrects and retries rows, resumes, pauses or cancels a batch. retry renders failed rows again, and canceled rows that rows names; with values it also corrects invalid and rendered rows. A paused batch stays paused until resume, which leaves out invalid rows. resume also continues a canceled batch.',
      inputSchema: toolInput({
        batch_id: z.string().max(60),
        action: z.enum(['retry', 'resume', 'pause', 'cancel']),
        rows: z
          .array(
            toolInput({
              row: z.int().min(1),
              values: z.record(z.string(), z.unknown()).optional(),
            }),
          )
          .min(1)
          .max(MAX_ROWS)
          .optional()
          .meta({
            description:
              'For retry: the rows, with values that replace cells. Default: all failed rows',
          }),
      }),
      outputSchema: state,
    },
    async ({ batch_id: id, action, rows }, { mcpReq: { signal } }) =>
      withErrors(async () => {
        if (action !== 'retry' && rows) return unexpectedRows(action);
        if (action === 'retry') await framepress.batches.retry(id, rows as Retried, { signal });
        else await framepress.batches[action](id, { signal });
        return result(await describeBatch(id, signal));
      }, BATCH_STEPS),
  );

  type Context = Parameters<typeof progressReporter>[0];

  /**
   * Waits until `isReached`, for at most `seconds`, and reports the progress. The first request
   * answers at once; later ones wait for a change at the service.
   */
  async function waitForBatch(
    id: string,
    seconds: number,
    context: Context,
    isReached: (batch: Batch) => boolean,
  ): Promise<void> {
    const report = progressReporter(context);
    await waitUntil(seconds, context.mcpReq.signal, async (signal) => {
      let waitSeconds: number | undefined;
      for (;;) {
        const batch = await framepress.batches.get(id, { signal, waitSeconds });
        const { rendered = 0, total = 0 } = batch.counts as Record<string, number>;
        report(batch.progress, `${rendered} of ${total} rows are rendered`);
        if (isReached(batch)) return;
        if (waitSeconds !== undefined) await setTimeout(PAUSE_MS, undefined, { signal });
        waitSeconds = WAIT_SECONDS;
      }
    });
  }

  /**
   * Returns the state of a batch for an agent. Rows are listed only after its end, from `firstRow`,
   * at most `MAX_LISTED`. `next_row` is the first row that was not listed, or null.
   */
  async function describeBatch(
    id: string,
    signal: AbortSignal,
    firstRow = 1,
  ): Promise<z.infer<typeof state>> {
    const batch = await framepress.batches.get(id, { signal });
    const rows: z.infer<typeof state>['rows'] = [];
    let nextRow: number | null = null;
    if (isFinished(batch)) {
      for await (const batchRow of framepress.batches.rows(id, {}, { signal })) {
        if (batchRow.row < firstRow) continue;
        if (rows.length === MAX_LISTED) {
          nextRow = batchRow.row;
          break;
        }
        const { row, state: rowState, external_id, render_session_id, video_url } = batchRow;
        rows.push({ row, state: rowState, external_id, render_session_id, video_url });
      }
    }
    const { status, paused_reason, waiting_for, progress, eta_seconds, counts } = batch;
    const { warnings, errors } = batch;
    return {
      batch_id: id,
      status,
      paused_reason,
      waiting_for,
      is_finished: isFinished(batch),
      progress,
      eta_seconds,
      counts,
      warnings,
      errors,
      rows,
      next_row: nextRow,
      next_step: nextStep(batch),
    };
  }
}

type Retried = Parameters<Framepress['batches']['retry']>[1];

function unexpectedRows(action: string): CallToolResult {
  const text = `invalid_request: Expected no rows for the action ${action} but received some.\nNext: Call change_batch with action retry and these rows first.`;
  return { isError: true, content: [{ type: 'text', text }] };
}

/**
 * Returns whether the batch does not continue by itself; a paused batch counts as finished, too.
 */
function isFinished({ status }: Batch): boolean {
  return status !== 'checking' && status !== 'running';
}

/** Returns a sentence that says which tool the agent should call now. */
function nextStep(batch: Batch): string {
  if (batch.waiting_for)
    return `The batch continues by itself. ${batch.waiting_for.hint ?? ''} Or call change_batch with action cancel.`;
  if (!isFinished(batch)) return 'Call wait_for_batch.';
  const { status, counts } = batch;
  if (status === 'paused' && counts.invalid > 0)
    return 'Call change_batch with action retry and values for the rows that the errors name, then with action resume. resume alone leaves out the invalid rows; cancel ends the batch.';
  if (status === 'paused') return 'Call change_batch with action resume, or with action cancel.';
  if (status === 'completed' && counts.failed > 0)
    return 'Call change_batch with action retry for the failed rows, with values that correct them. The other rows have a video_url.';
  if (status === 'completed') return 'Download the videos from the video_url of each row.';
  if (status === 'canceled')
    return 'Call change_batch with action resume to render the rows without a video, or run_batch for a new batch.';
  return 'Call run_batch for a new batch.';
}
