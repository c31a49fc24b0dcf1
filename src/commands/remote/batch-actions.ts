import type { Batch, BatchRow } from '@framepress/client';
import { plain, print, wholeNumber } from '../output.ts';
import { withRemote } from './remote-client.ts';

type Json = { json?: boolean };

/** Pauses, resumes or cancels a batch. */
export async function actOnBatch(
  action: 'pause' | 'resume' | 'cancel',
  id: string,
  { json }: Json,
): Promise<void> {
  await withRemote(async (framepress) => {
    const { batch } = await framepress.batches[action](id);
    printBatch(batch, json);
  });
}

/** Renders the failed rows of a batch again, or only the given rows. */
export async function retryBatch(
  id: string,
  { row: texts, json }: Json & { row?: string[] },
): Promise<void> {
  const rows = texts?.map((text) => ({ row: wholeNumber(text, '--row') }));
  await withRemote(async (framepress) => {
    const { batch } = await framepress.batches.retry(id, rows);
    printBatch(batch, json);
  });
}

/** Prints each row of a batch with its state, and the address of its video or its fault. */
export async function batchResults(id: string, { json }: Json): Promise<void> {
  await withRemote(async (framepress) => {
    const rows = await framepress.batches.rows(id, { limit: 100 }).toArray();
    print(json, { rows }, () => rows.map(rowLine));
  });
}

/** Prints the status of a batch after an action. */
function printBatch(batch: Batch, json: boolean | undefined): void {
  const { id, status, counts } = batch;
  print(json, { batch }, () => [
    `batch: ${id}`,
    `status: ${status} (${counts.rendered} of ${counts.total} rows are rendered)`,
  ]);
}

/** Returns a row as a line: its number, its state, and the address of its video or its faults. */
function rowLine({
  row,
  state,
  external_id: externalId,
  video_url: url,
  errors,
}: BatchRow): string {
  const name = externalId === null ? `${row}` : `${row} (${externalId})`;
  const result = url ?? errors.map(({ message }) => message).join(' ');
  return plain(`${name}  ${state}  ${result}`.trimEnd());
}
