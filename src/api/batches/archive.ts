import { crc32 } from 'node:zlib';
import { rowFileName } from '../../batches/index.ts';
import type { Batch, BatchRow } from '../../database/index.ts';
import { directory, localHeader, type ZipEntry } from '../../zip/index.ts';
import type { ApiContext } from '../context.ts';
import { csvLine, rowPagesOf } from './manifest.ts';

const MISSING = 'missing.csv';
/** Characters of a list of rows without videos. The rows after it are in a further list, so that memory stays flat. */
const MAX_LIST_CHARACTERS = 1024 * 1024;
const COLUMNS = ['row', 'state', 'external_id', 'title', 'error_code', 'error_message'];

type Stored = { key: string; bytes: number; crc: number };

/**
 * Returns the ZIP of a batch's videos piece by piece. A video's checksum precedes its data, so each video is
 * read twice: a checksum behind the data is not understood by all programs. When the client disconnects, the
 * generator ends and closes its file.
 */
export async function* archiveOf(
  context: Pick<ApiContext, 'db' | 'store'>,
  batch: Batch,
): AsyncGenerator<Uint8Array> {
  const entries: ZipEntry[] = [];
  const names = new Set<string>([MISSING]);
  let at = 0;
  const headerOf = (name: string, { bytes, crc }: Omit<Stored, 'key'>) => {
    const entry = { name, bytes, crc, at };
    const header = localHeader(entry);
    entries.push(entry);
    at += header.length + bytes;
    return header;
  };
  let missing = '';
  let lists = 0;
  const listOfMissing = () => {
    lists += 1;
    const text = Buffer.from(csvLine(COLUMNS) + missing);
    missing = '';
    const name = lists === 1 ? MISSING : takeName(names, 'missing', `-${lists}`, '.csv');
    return Buffer.concat([headerOf(name, { bytes: text.length, crc: crc32(text) }), text]);
  };
  for await (const page of rowPagesOf(context, batch)) {
    for (const row of page) {
      const files = await filesOf(context, row);
      if (files.length === 0) missing += missingLine(row);
      if (missing.length > MAX_LIST_CHARACTERS) yield listOfMissing();
      for (const [index, file] of files.entries()) {
        const suffix = index === 0 ? '' : `_${index + 1}`;
        const end = `${suffix}.${file.key.split('.').at(-1) ?? 'mp4'}`;
        yield headerOf(takeName(names, rowFileName(row), `-row-${row.row}`, end), file);
        yield* context.store.read(file.key) as AsyncIterable<Uint8Array>;
      }
    }
  }
  if (missing !== '') yield listOfMissing();
  yield directory(entries, at);
}

/** The stored files of a rendered row; none if they were removed. */
async function filesOf({ store }: Pick<ApiContext, 'store'>, { state, session }: BatchRow) {
  if (state !== 'rendered' || !session) return [];
  const keys = session.outputs.map(({ key }) => key);
  const files: Stored[] = [];
  for (const key of keys.length > 0 ? keys : [session.videoKey]) {
    const file = key === null ? undefined : await readFacts(store, key);
    if (file) files.push(file);
  }
  return files;
}

/** Returns the size and the checksum of a file; undefined if it was removed, also while it was read. */
async function readFacts(store: ApiContext['store'], key: string): Promise<Stored | undefined> {
  const facts = await store.stat(key);
  if (!facts) return undefined;
  let crc = 0;
  try {
    for await (const chunk of store.read(key) as AsyncIterable<Uint8Array>) crc = crc32(chunk, crc);
  } catch (error) {
    if (await store.stat(key)) throw error;
    return undefined;
  }
  return { key, bytes: facts.bytes, crc };
}

/**
 * Returns `start` with `end`, or with `part` between if that is taken, and adds it to the names that are taken,
 * which are in lower case, because programs for Windows ignore the case.
 */
function takeName(takenNames: Set<string>, start: string, part: string, end: string): string {
  let name = start + end;
  // The id that a client gave another row may look like this name with `part`.
  for (let more = part; takenNames.has(name.toLowerCase()); more += '_') name = start + more + end;
  takenNames.add(name.toLowerCase());
  return name;
}

/** Returns the line of a row without a video. */
function missingLine({ row, state, externalId, title, errors: [first] }: BatchRow): string {
  return csvLine([row, state, externalId, title, first?.code, first?.message]);
}
