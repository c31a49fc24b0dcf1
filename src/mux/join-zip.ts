import { open } from 'node:fs/promises';
import { ZipWriter } from '../zip/index.ts';
import { copySpans, readSegment } from './segment-file.ts';

/**
 * Writes the images of segments to a ZIP, numbered from 0 in playback order: `frame_000000.png`.
 * `paths` are in playback order.
 */
export async function joinZip(
  paths: readonly string[],
  to: string,
  extension: string,
  signal?: AbortSignal,
): Promise<void> {
  await using file = await open(to, 'w');
  const zip = new ZipWriter(file);
  let frame = 0;
  for (const path of paths) {
    const { samples, data } = await readSegment(path);
    await using segment = await open(path);
    // Images follow each other, and each lies within one span.
    let span = 0;
    let at = data[0]?.start ?? 0;
    for (const { bytes } of samples) {
      signal?.throwIfAborted();
      if (at >= (data[span]?.end ?? 0)) {
        span += 1;
        at = data[span]?.start ?? 0;
      }
      const image: Buffer[] = [];
      await copySpans(segment, [{ start: at, end: at + bytes }], async (part) => image.push(part));
      await zip.add(frameName(frame, extension), Buffer.concat(image));
      at += bytes;
      frame += 1;
    }
  }
  await zip.end();
}

function frameName(frame: number, extension: string): string {
  return `frame_${String(frame).padStart(6, '0')}.${extension}`;
}
