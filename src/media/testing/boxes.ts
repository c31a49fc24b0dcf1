/** Returns an MP4 box (ISO 14496-12). The functions of this file also write invalid MP4 files. */

export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((c) => (typeof c === 'string' ? Buffer.from(c) : c)));
  return sized(type, body.length + 8, body);
}

/** Returns a box that claims a different size. */
export function sized(type: string, size: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size >>> 0, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export const FTYP = box('ftyp', 'isom\0\0\x02\0isomiso2mp41');

/** Returns the offset of the content of the first box of a type. */
export function inside(file: Buffer, type: string): number {
  const at = file.indexOf(type, 0, 'latin1');
  if (at < 4) throw new Error(`The file has no box ${type}.`);
  return at + 4;
}

/**
 * Returns a copy of a file with 32-bit numbers overwritten in the first box of a type, by offset.
 */
export function rewritten(file: Buffer, type: string, numbers: Record<number, number>): Buffer {
  const copy = Buffer.from(file);
  const from = inside(file, type);
  for (const [offset, value] of Object.entries(numbers)) {
    copy.writeUInt32BE(value >>> 0, from + Number(offset));
  }
  return copy;
}
