import type { EditorApi } from '../api/editor-api.ts';
import { bytesOf, isOwn } from './file-bytes.ts';
import type { MediaFile } from './media-file.ts';
import { thumbnailOf } from './page-image.ts';

/** Twice the width of the box that shows it. */
const MAX_SIDE = 960;
/** Larger files of the service are not read for a thumbnail. */
const MAX_READ_BYTES = 20_000_000;

/** An image for showing. `release` frees it. */
export type Thumbnail = { src: string; release: () => void };

const NOTHING_TO_FREE = () => {};

/**
 * Returns an image of a file for showing: made from the file in the page, or by the service if the
 * browser cannot read it or it is too large for the page. Undefined if neither can show it.
 */
export async function thumbnail(
  file: MediaFile,
  api: EditorApi,
  signal: AbortSignal,
): Promise<Thumbnail | undefined> {
  // A page may show images of other servers although it may not read them.
  if (!file.blob && !isOwn(file, api)) return { src: file.url, release: NOTHING_TO_FREE };
  const bytes = file.upload?.bytes ?? 0;
  if (file.blob || bytes <= MAX_READ_BYTES) {
    const read = await bytesOf(file, api, signal, MAX_READ_BYTES).catch(() => undefined);
    signal.throwIfAborted();
    const made = read && (await thumbnailOf(read, MAX_SIDE));
    if (made) return shown(made);
  }
  if (!file.upload) return undefined;
  return shown(await api.thumbnail(file.upload.id, { width: MAX_SIDE }, { signal }));
}

function shown(blob: Blob): Thumbnail {
  const src = URL.createObjectURL(blob);
  return { src, release: () => URL.revokeObjectURL(src) };
}
