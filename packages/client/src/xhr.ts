import type { UploadProgress } from './multipart.ts';
import type { Fetch } from './transport.ts';

/** The part of XMLHttpRequest that is used here. Only browsers have it. */
type Request = {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
};

const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest?: new () => Request };

/** Whether this is a browser, which sends files as forms and reports progress only in this form. */
export const isBrowser = XMLHttpRequest !== undefined;

/** Returns a `fetch` that reports the progress of the upload. */
export function fetchWithProgress(onProgress: (progress: UploadProgress) => void): Fetch {
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (!XMLHttpRequest) throw new Error('XMLHttpRequest does not exist here.');
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress({ bytes: loaded, total });
      request.onload = () =>
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: headersOf(request.getAllResponseHeaders()),
          }),
        );
      request.onerror = () => reject(new TypeError('the connection failed'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body);
    });
}

function headersOf(lines: string): Headers {
  const headers = new Headers();
  for (const [, name = '', value = ''] of lines.matchAll(/^([^:\r\n]+): *(.*?)\r?$/gm))
    headers.append(name, value);
  return headers;
}
