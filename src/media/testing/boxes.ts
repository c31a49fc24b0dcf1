/** Writes and rewrites MP4 files box by box (ISO 14496-12), also into what no one would write. */

export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((c) => (typeof c === 'string' ? Buffer.from(c) : c)));
  return sized(type, body.length + 8, body);
}

/** A box that says it is of another size. */
export function sized(type: string, size: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size >>> 0, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export const FTYP = box('ftyp', 'isom\0\0\x02\0isomiso2mp41');

/** Where in a file the content of the first box of a type begins. */
export function inside(file: Buffer, type: string): number {
  const at = file.indexOf(type, 0, 'latin1');
  if (at < 4) throw new Error(`Expected a box ${type} but there is none.`);
  return at + 4;
}

/** The file with 32-bit numbers written over the content of the first box of a type. */
export function rewritten(file: Buffer, type: string, numbers: Record<number, number>): Buffer {
  const copy = Buffer.from(file);
  const from = inside(file, type);
  for (const [offset, value] of Object.entries(numbers)) {
    copy.writeUInt32BE(value >>> 0, from + Number(offset));
  }
  return copy;
}
