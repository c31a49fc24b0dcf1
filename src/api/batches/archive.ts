import { crc32 } from 'node:zlib';
import { type Batch, type BatchRow, rowFileName } from '../../database/index.ts';
import { directory, localHeader, type ZipEntry } from '../../zip/index.ts';
import type { ApiContext } from '../context.ts';
import { csvLine, rowPagesOf } from './manifest.ts';

const MISSING = 'missing.csv';

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
  const missing = [
    csvLine(['row', 'state', 'external_id', 'title', 'error_code', 'error_message']),
  ];
  let at = 0;
  for await (const page of rowPagesOf(context, batch)) {
    for (const row of page) {
      const files = await filesOf(context, row);
      if (files.length === 0) missing.push(missingLine(row));
      for (const [index, { key, bytes }] of files.entries()) {
        const name = uniqueName(names, row, index, key.split('.').at(-1) ?? 'mp4');
        const entry = { name, bytes, crc: await checksum(context, key), at };
        const header = localHeader(entry);
        yield header;
        yield* context.store.read(key) as AsyncIterable<Uint8Array>;
        at += header.length + bytes;
        entries.push(entry);
      }
    }
  }
  if (missing.length > 1) {
    const text = Buffer.from(missing.join(''));
    const entry = { name: MISSING, bytes: text.length, crc: crc32(text), at };
    const header = localHeader(entry);
    yield Buffer.concat([header, text]);
    at += header.length + text.length;
    entries.push(entry);
  }
  yield directory(entries, at);
}

/** The stored files of a rendered row; none if they were removed. */
async function filesOf({ store }: Pick<ApiContext, 'store'>, { state, session }: BatchRow) {
  if (state !== 'rendered' || !session) return [];
  const keys = session.outputs.map(({ key }) => key);
  const files: { key: string; bytes: number }[] = [];
  for (const key of keys.length > 0 ? keys : [session.videoKey]) {
    const facts = key === null ? undefined : await store.stat(key);
    if (key !== null && facts) files.push({ key, bytes: facts.bytes });
  }
  return files;
}

async function checksum({ store }: Pick<ApiContext, 'store'>, key: string): Promise<number> {
  let crc = 0;
  for await (const some of store.read(key) as AsyncIterable<Uint8Array>) crc = crc32(some, crc);
  return crc;
}

/** A name from the external id, or from the row. Programs for Windows ignore the case of names. */
function uniqueName(names: Set<string>, row: BatchRow, index: number, extension: string): string {
  const suffix = index === 0 ? '' : `_${index + 1}`;
  const plain = `${rowFileName(row)}${suffix}.${extension}`;
  const name = names.has(plain.toLowerCase())
    ? `${rowFileName(row)}-row-${row.row}${suffix}.${extension}`
    : plain;
  names.add(name.toLowerCase());
  return name;
}

function missingLine({ row, state, externalId, title, errors: [first] }: BatchRow): string {
  return csvLine([row, state, externalId, title, first?.code, first?.message]);
}
