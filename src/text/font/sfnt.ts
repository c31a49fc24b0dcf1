/** A collection of a family in all its styles has about fifty faces. */
const MAX_FACES = 64;

/**
 * The number of faces in the file (OpenType 1.9.1, "Font collections"): 1, or more for a
 * collection.
 */
export function faceCount(bytes: Uint8Array): number {
  if (tagAt(bytes, 0) !== 'ttcf' || bytes.byteLength < 12) return 1;
  return Math.min(viewOf(bytes).getUint32(8), MAX_FACES);
}

/**
 * The table directory of face `index` (OpenType 1.9.1, "Organization of an OpenType font"). Tables
 * outside the file are left out. HarfBuzz's own table reader keeps the font's memory forever, so
 * this folder reads the directory itself.
 */
export function tablesOf(bytes: Uint8Array, index = 0): Map<string, DataView> {
  const tables = new Map<string, DataView>();
  const view = viewOf(bytes);
  const start = directoryAt(bytes, view, index);
  if (start === undefined || start + 12 > bytes.byteLength) return tables;
  const count = view.getUint16(start + 4);
  for (let at = start + 12; at < start + 12 + count * 16 && at + 16 <= bytes.byteLength; at += 16) {
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (length === 0 || offset + length > bytes.byteLength) continue;
    tables.set(tagAt(bytes, at), new DataView(bytes.buffer, bytes.byteOffset + offset, length));
  }
  return tables;
}

/** The position of a table's entry in the directory of face `index`. */
export function recordAt(bytes: Uint8Array, index: number, tag: string): number | undefined {
  const view = viewOf(bytes);
  const start = directoryAt(bytes, view, index);
  if (start === undefined || start + 12 > bytes.byteLength) return undefined;
  const end = Math.min(start + 12 + view.getUint16(start + 4) * 16, bytes.byteLength - 15);
  for (let at = start + 12; at < end; at += 16) if (tagAt(bytes, at) === tag) return at;
  return undefined;
}

/** The offset of a face's table directory; undefined if the file has no such face. */
function directoryAt(bytes: Uint8Array, view: DataView, index: number): number | undefined {
  if (tagAt(bytes, 0) !== 'ttcf') return index === 0 ? 0 : undefined;
  const at = 12 + index * 4;
  return at + 4 <= bytes.byteLength ? view.getUint32(at) : undefined;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/**
 * Formats of a character map that HarfBuzz reads. Format 14 is missing: it only lists variants of
 * other maps' characters.
 */
const MAP_FORMATS: ReadonlySet<number> = new Set([0, 2, 4, 6, 10, 12, 13]);

/** Whether a `cmap` table has at least one map of characters to glyphs. */
export function hasCharacterMap(cmap: DataView): boolean {
  if (cmap.byteLength < 4) return false;
  const count = cmap.getUint16(2);
  for (let at = 4; at < 4 + count * 8 && at + 8 <= cmap.byteLength; at += 8) {
    const offset = cmap.getUint32(at + 4);
    if (offset + 8 <= cmap.byteLength && MAP_FORMATS.has(cmap.getUint16(offset))) return true;
  }
  return false;
}
