import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all bytes, at the current position or from `position` on. A single write may be partial
 * when the disk is nearly full.
 */
export async function writeAll(
  file: Pick<FileHandle, 'write'>,
  bytes: Uint8Array,
  position?: number,
): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const at = position === undefined ? null : position + offset;
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset, at);
    offset += bytesWritten;
  }
}
