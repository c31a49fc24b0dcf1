import { type Fault, FramepressError, NetworkError, type Upload } from '@framepress/client';

export type UploadProgress = { bytes: number; total: number };

export type UploadRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  file: Blob;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

type Problem = { detail?: string; code?: string; errors?: Fault[] };

/** Uploads a file and reports its progress, which `fetch` does not. */
export function uploadFile({
  url,
  headers,
  file,
  signal,
  onProgress,
}: UploadRequest): Promise<Upload> {
  const { promise, resolve, reject } = deferred<Upload>();
  const request = new XMLHttpRequest();
  request.open('POST', url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.({ bytes: loaded, total });
  request.onload = () => {
    const { status, responseText } = request;
    const body = parsed(responseText);
    if (status === 201 && body.upload) return resolve(body.upload);
    const {
      detail = `The service answered ${status}.`,
      code = `http_${status}`,
      errors = [],
    } = body;
    return reject(new FramepressError(detail, { status, code, errors }));
  };
  request.onerror = () => reject(new NetworkError('The upload was interrupted.'));
  request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
  const abort = () => request.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const form = new FormData();
  form.append('file', file, (file as File).name || 'file');
  request.send(form);
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}

function parsed(text: string): Problem & { upload?: Upload } {
  try {
    return Object(JSON.parse(text)) as Problem & { upload?: Upload };
  } catch {
    return {};
  }
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((whenDone, whenFailed) => {
    resolve = whenDone;
    reject = whenFailed;
  });
  return { promise, resolve, reject };
}
