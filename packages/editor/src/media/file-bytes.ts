import type { EditorApi } from '../api/editor-api.ts';
import type { MediaFile } from './media-file.ts';

/** Returns whether a file is on the service. */
export function isOwn({ url }: MediaFile, api: EditorApi): boolean {
  return api.fileUrl(url).startsWith(`${api.server}/`);
}

/**
 * Returns the content of a file: from the page, from the service, or from its address. Throws
 * `TooLarge` if the answer announces more than `maxBytes`; an answer without a length is read
 * whole.
 */
export async function bytesOf(
  file: MediaFile,
  api: EditorApi,
  signal?: AbortSignal,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Blob> {
  if (file.blob) return file.blob;
  const response = isOwn(file, api)
    ? await api.fetchFile(file.url, signal)
    : await fetch(file.url, { credentials: 'omit', ...(signal && { signal }) });
  if (!response.ok) throw new Error(`The address answered ${response.status}.`);
  if (Number(response.headers.get('content-length') ?? 0) <= maxBytes) return response.blob();
  await response.body?.cancel();
  throw new TooLarge();
}

export class TooLarge extends Error {}
