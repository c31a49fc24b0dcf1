/** Files in browsers; `platform.ts` is for all other environments. */
import { FramepressError } from './errors.ts';
import type { ByteProgress, DownloadOptions, FileInput, FilePart, Opener } from './files.ts';
import type { Fetch, SentRequest } from './transport.ts';

type Multipart = Pick<SentRequest, 'headers' | 'body' | 'fetch'>;

/** The headers that `problem.ts` reads. */
const READ_HEADERS = ['retry-after', 'x-request-id'];

/** Returns the request of a form with a file. The browser reads a Blob while it sends it. */
export async function multipart(file: FileInput, part: FilePart): Promise<Multipart> {
  if (typeof file === 'string' || file instanceof URL) throw noFiles();
  const blob = file instanceof Blob ? file : await new Response(file as BodyInit).blob();
  const form = new FormData();
  for (const [name, value] of Object.entries(part.fields))
    if (value !== undefined) form.append(name, value);
  const { contentType: type = blob.type, filename = (blob as File).name || 'file' } = part;
  form.append('file', new Blob([blob], { type }), filename);
  return { body: async () => form, fetch: part.onProgress && fetchWithProgress(part.onProgress) };
}

/** Browsers cannot write files. */
export async function saveFile(_path: string, _open: Opener, _: DownloadOptions): Promise<void> {
  throw noFiles();
}

function noFiles(): FramepressError {
  return new FramepressError('Browsers have no paths. Use a File or Blob.');
}

/** Returns a `fetch` that reports the progress of the upload, which `fetch` itself does not. */
function fetchWithProgress(onProgress: (progress: ByteProgress) => void): Fetch {
  return (url, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', url);
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded: bytes, total }) => onProgress({ bytes, total });
      request.onload = () => {
        const { status, responseText } = request;
        const headers = READ_HEADERS.map((name) => [name, request.getResponseHeader(name) ?? '']);
        resolve(
          new Response(responseText || null, { status, headers: headers as [string, string][] }),
        );
      };
      request.onerror = request.onabort = reject;
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as FormData);
    });
}
