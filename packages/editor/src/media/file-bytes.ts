import type { EditorApi } from '../api/editor-api.ts';
import type { MediaFile } from './media-file.ts';

/** Returns the content of a file: from the page, from the service, or from its address. */
export async function bytesOf(
  { blob, url }: MediaFile,
  api: EditorApi,
  signal?: AbortSignal,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Blob> {
  if (blob) return blob;
  const isOwn = api.fileUrl(url).startsWith(`${api.server}/`);
  const response = isOwn
    ? await api.fetchFile(url, signal)
    : await fetch(url, { credentials: 'omit', ...(signal && { signal }) });
  if (!response.ok) throw new Error(`The address answered ${response.status}.`);
  if (Number(response.headers.get('content-length') ?? 0) <= maxBytes) return response.blob();
  await response.body?.cancel();
  throw new TooLarge();
}

export class TooLarge extends Error {}
