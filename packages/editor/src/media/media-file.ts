import type { EditorApi } from '../api/editor-api.ts';
import type { Editable, Entry, Upload } from '../api/types.ts';
import type { Size } from './crop.ts';

/** The file that a field shows: an upload, a file at an address, or the example of the template. */
export type MediaFile = {
  /** The same file has the same key. */
  key: string;
  name: string;
  isExample: boolean;
  /** Where the page can read it. */
  url: string;
  /** The file itself, if it was chosen in this page. */
  blob?: Blob;
  /** Absent for files at an address. */
  upload?: Upload;
  size?: Size;
  seconds?: number;
};

/** Files are chosen by hand, so more than these are not edited at the same time. */
const MAX_KNOWN = 64;

/** Uploads of this page with their files: these are not read from the service again. */
const knownFiles = new Map<string, { upload: Upload; blob: Blob }>();

/**
 * Keeps the bytes of an upload, so that the field need not load them again. The oldest of
 * `MAX_KNOWN` is dropped.
 */
export function rememberUpload(upload: Upload, blob: Blob): void {
  knownFiles.set(upload.id, { upload, blob });
  const [oldest] = knownFiles.keys();
  if (knownFiles.size > MAX_KNOWN && oldest !== undefined) knownFiles.delete(oldest);
}

/** Returns a key that changes with the file of an entry. */
export function fileKey(entry: Entry | undefined, { example_url: example }: Editable): string {
  if (entry === null || entry?.source === null) return '';
  const { upload_id: id, remote_url: url } = entry?.source ?? {};
  return id ?? url ?? (entry ? '' : (example ?? ''));
}

/** Returns the file of an entry. The service is asked for uploads of earlier pages. */
export async function fileOf(
  entry: Entry | undefined,
  editable: Editable,
  api: EditorApi,
  signal: AbortSignal,
): Promise<MediaFile | undefined> {
  const key = fileKey(entry, editable);
  if (key === '') return undefined;
  const id = entry?.source?.['upload_id'];
  if (id === undefined) return { key, name: nameInAddress(key), isExample: !entry, url: key };
  const { upload = await api.uploaded(id, { signal }), blob } = knownFiles.get(id) ?? {};
  const { width, height, duration } = upload;
  return {
    key,
    upload,
    isExample: false,
    url: upload.url,
    name: upload.filename ?? nameInAddress(key),
    ...(blob && { blob }),
    ...(width !== undefined && height !== undefined && { size: { width, height } }),
    ...(duration !== undefined && { seconds: duration }),
  };
}

/** Returns the last part of the path of an address, decoded if it can be. */
function nameInAddress(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) || address;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Returns an http or https address, or undefined for any other text. */
export function webAddress(text: string): string | undefined {
  const url = text.length <= 8192 ? URL.parse(text.trim()) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}
