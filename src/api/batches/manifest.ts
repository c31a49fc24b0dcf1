import { setImmediate } from 'node:timers/promises';
import { presentBatchRow } from '../../batches/index.ts';
import type { Batch, BatchRow } from '../../database/index.ts';
import { signedFiles } from '../../storage/index.ts';
import type { ApiContext } from '../context.ts';
import { batchRemoved, present } from './find.ts';

const ROWS_AT_ONCE = 100;

/** Returns all rows of a batch, page by page, as fast as they are consumed. */
export async function* rowPagesOf(
  { db }: Pick<ApiContext, 'db'>,
  batch: Batch,
): AsyncGenerator<BatchRow[]> {
  let page = await db.batchRows.page(batch, { limit: ROWS_AT_ONCE });
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page;
    await setImmediate();
    page = await db.batchRows.page(batch, { after: last.row, limit: ROWS_AT_ONCE });
  }
  // Its rows may be gone. The response must break off, so that it does not look complete.
  if (!(await db.batches.find(batch.id))) throw batchRemoved();
}

/**
 * Yields the manifest as JSON. Rows are read in pages, because a batch does not fit into memory.
 */
export async function* jsonManifest(context: ApiContext, batch: Batch): AsyncGenerator<string> {
  const files = signedFiles(context);
  yield `{"batch":${JSON.stringify(await present(context, context.db, batch))},"rows":[`;
  let separator = '';
  for await (const page of rowPagesOf(context, batch)) {
    const rows = page.map((row) => JSON.stringify(presentBatchRow(row, files)));
    yield separator + rows.join(',');
    separator = ',';
  }
  yield ']}';
}

const COLUMNS = [
  ...['row', 'state', 'external_id', 'title', 'render_session_id'],
  ...['video_url', 'error_code', 'error_message'],
];

/** Yields the manifest as CSV. A row shows only the first of its errors. */
export async function* csvManifest(context: ApiContext, batch: Batch): AsyncGenerator<string> {
  const files = signedFiles(context);
  yield csvLine(COLUMNS);
  for await (const page of rowPagesOf(context, batch)) {
    yield page
      .map((row) => {
        const { errors, ...fields } = presentBatchRow(row, files);
        const [first] = errors;
        return csvLine([
          ...[fields.row, fields.state, fields.external_id, fields.title, fields.render_session_id],
          ...[fields.video_url, first?.code, first?.message],
        ]);
      })
      .join('');
  }
}

/** Some programs take the full-width characters as their ASCII forms, and ignore a line break before them. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Returns a line of CSV (RFC 4180). Spreadsheet programs run cells such as `=1+1`, so these get a `'`. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  const written = cells.map((cell) => {
    const text = String(cell ?? '');
    const safe = typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text;
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
