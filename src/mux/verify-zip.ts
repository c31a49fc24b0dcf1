import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readZip, type ZipEntry, zipDataStart } from '../zip/index.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_COLORS: Record<number, string> = { 2: 'rgb', 6: 'rgba' };

/**
 * Describes the images of a ZIP, such as `90 of png rgba, 320x180`. Images that differ from the
 * others are listed separately.
 */
export async function countImages(path: string, signal?: AbortSignal): Promise<string> {
  await using file = await open(path);
  const counts = new Map<string, number>();
  for (const [index, entry] of (await readZip(file)).entries()) {
    signal?.throwIfAborted();
    const kind = await describeImage(file, entry, index);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} of ${kind}`).join('; ');
}

/**
 * Describes an image of a ZIP by its header, in the words that `verify` expects. A damaged or
 * misnamed image has a description that no video expects.
 */
async function describeImage(file: FileHandle, entry: ZipEntry, index: number): Promise<string> {
  const bytes = Buffer.alloc(entry.bytes);
  await file.read(bytes, 0, bytes.length, zipDataStart(entry));
  if (crc32(bytes) !== entry.crc) return `damaged (${entry.name})`;
  if (!entry.name.startsWith(`frame_${String(index).padStart(6, '0')}.`))
    return `the wrong name ${entry.name}`;
  if (bytes.subarray(0, 8).equals(PNG))
    return `png ${PNG_COLORS[bytes[25] ?? 0] ?? 'of another color type'}, ${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  return `jpeg, ${jpegSize(bytes)}`;
}

/** The size from the frame header (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): string {
  for (
    let at = 2;
    at + 9 < bytes.length && bytes[at] === 0xff;
    at += 2 + bytes.readUInt16BE(at + 2)
  ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return `${bytes.readUInt16BE(at + 7)}x${bytes.readUInt16BE(at + 5)}`;
  }
  return 'no size';
}
