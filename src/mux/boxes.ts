/* The boxes of the ISO base media file format (ISO/IEC 14496-12). */

export type Box = {
  type: string /** Where its content begins and where it ends. */;
  start: number;
  end: number;
};

const MAX_UINT32 = 0xffff_ffff;

/**
 * The boxes in a range of bytes. Throws a plain Error for a box that is longer than its container.
 */
export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (at + 8 > to) throw new Error(`A box at ${at} is truncated.`);
    const short = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const long = short === 1 && at + 16 <= to;
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    const start = at + (long ? 16 : 8);
    if (at + size > to || at + size < start)
      throw new Error(`The box ${type} at ${at} is truncated.`);
    boxes.push({ type, start, end: at + size });
    at += size;
  }
  return boxes;
}

/** The first box at a path of types. Throws a plain Error if there is none. */
export function boxAt(bytes: Buffer, ...path: string[]): Box {
  let innerBox: Box = { type: '', start: 0, end: bytes.length };
  for (const type of path) {
    const next = boxesIn(bytes, innerBox.start, innerBox.end).find((box) => box.type === type);
    if (!next) throw new Error(`There is no box ${path.join('/')}.`);
    innerBox = next;
  }
  return innerBox;
}

/** A box with its header, unchanged. */
export function wholeBox(bytes: Buffer, ...path: string[]): Buffer {
  const { start, end } = boxAt(bytes, ...path);
  return bytes.subarray(start - 8, end);
}

/** Returns a box with its header (ISO/IEC 14496-12, 4.2). */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** A box with a version and flags. */
export function fullBox(
  type: string,
  version: number,
  flags: number,
  ...content: Uint8Array[]
): Buffer {
  return box(type, uint32([version * 2 ** 24 + flags]), ...content);
}

export function uint32(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

export function uint64(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), index * 8);
  return bytes;
}

/** The header of an `mdat` box for content of this length; a 64-bit header if needed. */
export function dataHeader(byteLength: number): Buffer {
  const type = Buffer.from('mdat', 'latin1');
  return byteLength + 8 <= MAX_UINT32
    ? Buffer.concat([uint32([byteLength + 8]), type])
    : Buffer.concat([uint32([1]), type, uint64([byteLength + 16])]);
}
