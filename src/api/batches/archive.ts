import { rowFileName } from '../../batches/index.ts';
import type { Batch, BatchRow } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { FileZip, type ZippedFile, zippedFiles } from '../files/file-zip.ts';
import { csvLine, rowPagesOf } from './manifest.ts';

const MISSING = 'missing.csv';
/** Characters of a list of rows without videos. The rows after it are in a further list, so that memory stays flat. */
const MAX_LIST_CHARACTERS = 1024 * 1024;
const COLUMNS = ['row', 'state', 'external_id', 'title', 'error_code', 'error_message'];

/**
 * Returns the ZIP of a batch's videos piece by piece. When the client disconnects, the generator ends and closes
 * its file.
 */
export async function* archiveOf(
  context: Pick<ApiContext, 'db' | 'store'>,
  batch: Batch,
): AsyncGenerator<Uint8Array> {
  const zip = new FileZip(context.store, [MISSING]);
  let missing = '';
  let lists = 0;
  const listOfMissing = () => {
    lists += 1;
    const text = csvLine(COLUMNS) + missing;
    missing = '';
    const name = { start: 'missing', part: `-${lists}`, end: '.csv' };
    return zip.text(lists === 1 ? MISSING : zip.takeName(name), text);
  };
  for await (const page of rowPagesOf(context, batch)) {
    for (const row of page) {
      const name = { start: rowFileName(row), part: `-row-${row.row}` };
      if ((yield* zip.files(filesOf(row), name)) === 0) missing += missingLine(row);
      if (missing.length > MAX_LIST_CHARACTERS) yield* listOfMissing();
    }
  }
  if (missing !== '') yield* listOfMissing();
  yield zip.end();
}

/** The files of a rendered row, which may have been removed. */
function filesOf({ state, session }: BatchRow): ZippedFile[] {
  return state === 'rendered' && session ? zippedFiles(session) : [];
}

/** Returns the line of a row without a video. */
function missingLine({ row, state, externalId, title, errors: [first] }: BatchRow): string {
  return csvLine([row, state, externalId, title, first?.code, first?.message]);
}
