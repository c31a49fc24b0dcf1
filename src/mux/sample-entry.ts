import { type Box, boxAt, boxesIn } from './boxes.ts';

/** A track's codec in the notation of RFC 6381, and the size of its images. */
export type SampleEntry = { codec: string; width: number; height: number };

/** Length of the entry's fields before its boxes (ISO/IEC 14496-12, 12.1.3 and 12.2.3). */
const [VISUAL_BYTES, AUDIO_BYTES] = [78, 28];

/**
 * Reads the first sample entry of a file's only track. Throws a plain Error for codecs that
 * Framepress does not write.
 */
export function readSampleEntry(bytes: Buffer): SampleEntry {
  const table = boxAt(bytes, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd');
  const [entry] = boxesIn(bytes, table.start + 8, table.end);
  if (!entry) throw new Error('The file has no sample entry.');
  const inside = (offset: number, type: string) => {
    const boxes = boxesIn(bytes, entry.start + offset, entry.end);
    const foundBox = boxes.find((box) => box.type === type);
    if (!foundBox) throw new Error(`The sample entry ${entry.type} has no box ${type}.`);
    return bytes.subarray(foundBox.start, foundBox.end);
  };
  if (entry.type === 'mp4a') {
    return { codec: `mp4a.${aacOf(inside(AUDIO_BYTES, 'esds'))}`, width: 0, height: 0 };
  }
  return { codec: videoCodec(entry, inside), ...sizeOf(bytes, entry) };
}

/** Returns the name of a video codec in an HLS playlist (RFC 6381), from its sample entry. */
function videoCodec({ type }: Box, inside: (offset: number, type: string) => Buffer): string {
  switch (type) {
    case 'avc1':
      // Profile, constraints and level are copied from the parameter set.
      return `avc1.${inside(VISUAL_BYTES, 'avcC').toString('hex', 1, 4)}`;
    case 'hvc1':
      return `hvc1.${hevcOf(inside(VISUAL_BYTES, 'hvcC'))}`;
    case 'av01':
      return `av01.${av1Of(inside(VISUAL_BYTES, 'av1C'))}`;
    default:
      throw new Error(`The sample entry ${type} has no codec name.`);
  }
}

function sizeOf(bytes: Buffer, { start }: Box): { width: number; height: number } {
  return { width: bytes.readUInt16BE(start + 24), height: bytes.readUInt16BE(start + 26) };
}

/** ISO/IEC 14496-15, E.3. */
function hevcOf(record: Buffer): string {
  const [, first = 0] = record;
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const compatible = reverseBits(record.readUInt32BE(2)).toString(16).toUpperCase();
  const tier = first & 0x20 ? 'H' : 'L';
  const constraints = [...record.subarray(6, 12)];
  while (constraints.at(-1) === 0) constraints.pop();
  return [
    `${space}${first & 0x1f}`,
    compatible,
    `${tier}${record[12] ?? 0}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.');
}

/**
 * Returns 32 bits in reversed order, as HEVC writes its compatibility flags (ISO/IEC 14496-15,
 * E.3).
 */
function reverseBits(bits: number): number {
  let result = 0;
  for (let bit = 0; bit < 32; bit++) if (bits & (1 << bit)) result += 2 ** (31 - bit);
  return result;
}

/** AV1 Codec ISO Media File Format Binding, 5. */
function av1Of(record: Buffer): string {
  const [, levels = 0, flags = 0] = record;
  const depth = flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${levels >> 5}.${two(levels & 0x1f)}${flags & 0x80 ? 'H' : 'M'}.${two(depth)}`;
}

/** The object types in the descriptors (ISO/IEC 14496-1, 7.2.6). */
function aacOf(esds: Buffer): string {
  let at = 4;
  const into = (tag: number) => {
    if (esds[at] !== tag) throw new Error(`Expected the descriptor ${tag}.`);
    // All bytes of the length except the last have their highest bit set.
    do at += 1;
    while ((esds[at] ?? 0) & 0x80);
    at += 1;
  };
  into(3);
  at += 3;
  into(4);
  const objectType = esds[at] ?? 0;
  at += 13;
  into(5);
  return `${objectType.toString(16)}.${(esds[at] ?? 0) >> 3}`;
}
