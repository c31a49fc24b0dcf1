import decompress from 'woff2-encoder/decompress';
import { fontInvalid } from './font-error.ts';
import { tagAt, viewOf } from './sfnt.ts';

/** Maximum size of an unpacked font. */
export const MAX_UNPACKED_FONT_BYTES = 64 * 1024 * 1024;
/** The WOFF2 decoder fails above this size with a less helpful error. */
const MAX_WOFF2_BYTES = 30 * 1024 * 1024;
/** Fonts have about twenty tables; unpacking takes time for each table, even a small one. */
const MAX_TABLES = 256;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** Unpacks WOFF 1.0 (W3C Recommendation of 2012): tables in zlib's format behind a directory. */
export async function unpackWoff(
  bytes: Uint8Array<ArrayBuffer>,
  label: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const broken = (what: string) => fontInvalid(label, `a WOFF file ${what}`);
  if (bytes.byteLength < 44) throw broken('that is truncated');
  const view = viewOf(bytes);
  const count = view.getUint16(12);
  if (count === 0 || 44 + count * 20 > bytes.byteLength) throw broken('that is truncated');
  if (count > MAX_TABLES) throw broken(`with ${count} tables`);
  const entries = Array.from({ length: count }, (_, index) => tableEntryAt(view, 44 + index * 20));
  if (entries.some((e) => e.offset + e.packed > bytes.byteLength || e.packed > e.length))
    throw broken('whose tables lie outside it');
  const sizes = entries.map(({ length }) => Math.ceil(length / 4) * 4);
  const total = sizes.reduce((sum, size) => sum + size, SFNT_HEADER + count * SFNT_ENTRY);
  if (total > MAX_UNPACKED_FONT_BYTES) throw tooLarge(label, total);
  const font = new Uint8Array(total);
  const out = viewOf(font);
  out.setUint32(0, view.getUint32(4));
  out.setUint16(4, count);
  let at = SFNT_HEADER + count * SFNT_ENTRY;
  for (const [index, entry] of entries.entries()) {
    const { offset, packed, length } = entry;
    const table = bytes.subarray(offset, offset + packed);
    const target = font.subarray(at, at + length);
    if (packed === length) target.set(table);
    // One after the other: a hostile table stops the work, and streams take memory.
    else await inflate(table, target, label);
    const record = SFNT_HEADER + index * SFNT_ENTRY;
    out.setUint32(record, entry.tag);
    out.setUint32(record + 4, entry.checksum);
    out.setUint32(record + 8, at);
    out.setUint32(record + 12, length);
    at += sizes[index] ?? 0;
  }
  return font;
}

/** An entry of the table directory. `packed`: the bytes of the table in the file; `length`: unpacked. */
type TableEntry = { tag: number; offset: number; packed: number; length: number; checksum: number };

/** Reads the entry of the table directory at an offset of the file. */
function tableEntryAt(view: DataView, at: number): TableEntry {
  return {
    tag: view.getUint32(at),
    offset: view.getUint32(at + 4),
    packed: view.getUint32(at + 8),
    length: view.getUint32(at + 12),
    checksum: view.getUint32(at + 16),
  };
}

/** Unpacks a table of zlib's format (RFC 1950) into `target`, which must be exactly as long. */
async function inflate(
  table: Uint8Array<ArrayBuffer>,
  target: Uint8Array,
  label: string,
): Promise<void> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  // The reader reports a failure of the writer, too.
  writer.write(table).catch(() => {});
  writer.close().catch(() => {});
  let at = 0;
  try {
    for await (const chunk of stream.readable) {
      target.set(chunk, at);
      at += chunk.byteLength;
    }
  } catch (cause) {
    throw fontInvalid(label, 'a WOFF file with a damaged table', { cause });
  }
  if (at < target.byteLength)
    throw fontInvalid(label, 'a WOFF file whose tables are not as long as it says');
}

/**
 * Unpacks WOFF2 (W3C Recommendation of 2022). The decoder allocates the memory that the file's
 * directory states, so the directory is checked first.
 */
export async function unpackWoff2(
  bytes: Uint8Array,
  label: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const count = bytes.byteLength < 14 ? 0 : viewOf(bytes).getUint16(12);
  if (count > MAX_TABLES) throw fontInvalid(label, `a WOFF2 file with ${count} tables`);
  const size = sizeOfWoff2(bytes);
  if (size === undefined) throw fontInvalid(label, 'a WOFF2 file that is truncated');
  if (size > MAX_WOFF2_BYTES) throw tooLarge(label, size, MAX_WOFF2_BYTES);
  try {
    return new Uint8Array(await decompress(bytes));
  } catch (cause) {
    throw fontInvalid(label, 'a WOFF2 file that is damaged', { cause });
  }
}

const HAS_KNOWN_TAG = 63;
const [GLYF, LOCA] = [10, 11];
const TRANSFORM_NONE = 3;

/** The largest size that the header or the directory states, in bytes. */
function sizeOfWoff2(bytes: Uint8Array): number | undefined {
  if (bytes.byteLength < 48) return undefined;
  const view = viewOf(bytes);
  const count = view.getUint16(12);
  let [unpacked, stream, at] = [0, 0, 48];
  const number = () => {
    let value = 0;
    for (let digits = 0; digits < 5 && at < bytes.byteLength; digits++) {
      const byte = bytes[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    return undefined;
  };
  for (let index = 0; index < count; index++) {
    const flags = bytes[at++] ?? 0;
    const tagIndex = flags & 63;
    let tag = '';
    if (tagIndex === HAS_KNOWN_TAG) {
      tag = tagAt(bytes, at);
      at += 4;
    }
    const outline = tagIndex === GLYF || tagIndex === LOCA || tag === 'glyf' || tag === 'loca';
    const transformed = outline ? flags >> 6 !== TRANSFORM_NONE : flags >> 6 !== 0;
    const length = number();
    const streamed = transformed ? number() : length;
    if (length === undefined || streamed === undefined) return undefined;
    unpacked += length;
    stream += streamed;
  }
  return Math.max(view.getUint32(16), unpacked, stream);
}

function tooLarge(label: string, size: number, max = MAX_UNPACKED_FONT_BYTES): Error {
  return fontInvalid(label, `a font of ${size} bytes (unpacked)`, {
    hint: `Fonts may have at most ${max} bytes.`,
  });
}
