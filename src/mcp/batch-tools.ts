import { setTimeout } from 'node:timers/promises';
import type { Batch, Framepress } from '@framepress/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { fault, mappingInput, resourceId } from './mapping-input.ts';
import { progressReporter, result, withErrors } from './tool-result.ts';
import { waitSeconds, waitUntil } from './wait-until.ts';

const MAX_ROWS = 1000;
/** Rows in an answer. An agent reads it as text. */
const MAX_LISTED = 100;
const POLL_MS = 500;

const state = z.object({
  batch_id: z.string(),
  status: z.string(),
  paused_reason: z.string().nullable(),
  is_finished: z.boolean(),
  progress: z.number(),
  eta_seconds: z.number().nullable(),
  counts: z.record(z.string(), z.number()).meta({ description: 'Rows by state' }),
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
    .meta({ description: 'The first 100 rows, when all have ended' }),
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
      inputSchema: z.strictObject({
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
        await untilBatch(id, 30, context, ({ status }) => status !== 'checking');
        return result(await describe(id, signal));
      }),
  );

  server.registerTool(
    'wait_for_batch',
    {
      title: 'Wait for a batch',
      description:
        'Waits until all rows of a batch have ended, with progress, and returns the addresses of the videos.',
      inputSchema: z.strictObject({ batch_id: resourceId, timeout_seconds: waitSeconds }),
      outputSchema: state,
      annotations: { readOnlyHint: true },
    },
    async ({ batch_id: id, timeout_seconds }, context) =>
      withErrors(async () => {
        await untilBatch(id, timeout_seconds, context, isFinished);
        return result(await describe(id, context.mcpReq.signal));
      }),
  );

  type Context = Parameters<typeof progressReporter>[0];

  async function untilBatch(
    id: string,
    seconds: number,
    context: Context,
    isReached: (batch: Batch) => boolean,
  ): Promise<void> {
    const report = progressReporter(context);
    await waitUntil(seconds, context.mcpReq.signal, async (signal) => {
      for (;;) {
        const batch = await framepress.batches.get(id, { signal });
        const { rendered = 0, total = 0 } = batch.counts as Record<string, number>;
        report(batch.progress, `${rendered} of ${total} rows are rendered`);
        if (isReached(batch)) return;
        await setTimeout(POLL_MS, undefined, { signal });
      }
    });
  }

  async function describe(id: string, signal: AbortSignal): Promise<z.infer<typeof state>> {
    const batch = await framepress.batches.get(id, { signal });
    const rows: z.infer<typeof state>['rows'] = [];
    if (isFinished(batch)) {
      for await (const one of framepress.batches.rows(id, {}, { signal })) {
        const { row, state: rowState, external_id, render_session_id, video_url } = one;
        rows.push({ row, state: rowState, external_id, render_session_id, video_url });
        if (rows.length === MAX_LISTED) break;
      }
    }
    const { status, paused_reason, progress, eta_seconds, counts, errors } = batch;
    return {
      batch_id: id,
      ...{ status, paused_reason, is_finished: isFinished(batch), progress, eta_seconds, counts },
      errors,
      rows,
      next_step: nextStep(batch),
    };
  }
}

function isFinished({ status }: Batch): boolean {
  return status !== 'checking' && status !== 'running';
}

function nextStep(batch: Batch): string {
  if (!isFinished(batch)) return 'Call wait_for_batch.';
  if (batch.status === 'paused')
    return 'Correct the rows that the errors name, then call run_batch again.';
  if (batch.status === 'completed') return 'Download the videos from the video_url of each row.';
  return 'Call run_batch for a new batch.';
}
