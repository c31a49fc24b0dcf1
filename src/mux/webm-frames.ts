import type { FileHandle } from 'node:fs/promises';

// Identifiers of Matroska elements (RFC 9559).
const SEGMENT = 0x18_53_80_67;
const CLUSTER = 0x1f_43_b6_75;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
/**
 * Bytes of a block before its frame: track number (one byte, since it is below 128), time, flags.
 */
const BLOCK_HEADER = 4;

/**
 * Returns the byte ranges of the frames in a WebM file with one track, without their alpha data.
 * Throws a plain Error for elements that exceed their container.
 */
export async function webmFrames(file: FileHandle): Promise<{ start: number; end: number }[]> {
  const { size } = await file.stat();
  const head = Buffer.alloc(12);
  const frames: { start: number; end: number }[] = [];
  const walk = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; ) {
      const { bytesRead } = await file.read(head, 0, head.length, at);
      const { id, length, headerBytes } = elementAt(head.subarray(0, bytesRead));
      const start = at + headerBytes;
      // Streamed segments do not state their length.
      const end = length === undefined ? to : start + length;
      if (end > to) throw new Error(`An element at ${at} is truncated.`);
      if (id === SEGMENT || id === CLUSTER || id === BLOCK_GROUP) await walk(start, end);
      if (id === BLOCK || id === SIMPLE_BLOCK) frames.push({ start: start + BLOCK_HEADER, end });
      at = end;
    }
  };
  await walk(0, size);
  return frames;
}

/**
 * Reads the header of an EBML element (RFC 8794, 5 and 6). `length` is undefined for an element of
 * unknown length.
 */
function elementAt(head: Buffer): { id: number; length: number | undefined; headerBytes: number } {
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const lengthBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || lengthBytes > 8 || head.length < idBytes + lengthBytes)
    throw new Error('The file has an invalid element header.');
  const id = head.readUIntBE(0, idBytes);
  let length = BigInt(head[idBytes] ?? 0) & ((1n << BigInt(8 - lengthBytes)) - 1n);
  for (let n = 1; n < lengthBytes; n++) length = length * 256n + BigInt(head[idBytes + n] ?? 0);
  const isUnknown = length === (1n << BigInt(7 * lengthBytes)) - 1n;
  return { id, length: isUnknown ? undefined : Number(length), headerBytes: idBytes + lengthBytes };
}
