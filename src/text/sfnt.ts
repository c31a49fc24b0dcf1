/**
 * The table directory of an OpenType file (OpenType 1.9, "Organization of an OpenType font"), of a
 * collection's first face. Tables that lie outside the file are left out. HarfBuzz's own look into a
 * table keeps the font's memory for ever, so this folder looks itself.
 */
export function tablesOf(bytes: Uint8Array): Map<string, DataView> {
  const tables = new Map<string, DataView>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tagAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.byteLength < 16) return tables;
  const start = tagAt(0) === 'ttcf' ? view.getUint32(12) : 0;
  if (start + 12 > bytes.byteLength) return tables;
  const count = view.getUint16(start + 4);
  for (let at = start + 12; at < start + 12 + count * 16 && at + 16 <= bytes.byteLength; at += 16) {
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (length === 0 || offset + length > bytes.byteLength) continue;
    tables.set(tagAt(at), new DataView(bytes.buffer, bytes.byteOffset + offset, length));
  }
  return tables;
}
