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
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? null : position + done;
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
    done += bytesWritten;
  }
}
