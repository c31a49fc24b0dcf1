import { FramepressError, NetworkError } from '@framepress/client';

export type ByteProgress = { bytes: number; total: number };

export type FormUpload = {
  /** Address below the service, such as `/v2/template_style_versions`. */
  path: string;
  file: File;
  fields?: Readonly<Record<string, string | undefined>>;
  /** The type of the part; default: that of the file. */
  contentType?: string;
  onProgress?: (progress: ByteProgress) => void;
  signal?: AbortSignal;
};

export type Upload = <Answer>(upload: FormUpload) => Promise<Answer>;

/**
 * The idempotency keys of uploads without an answer. A file that is sent again gets the same key: the service
 * may have received it.
 */
class Unanswered {
  readonly #keys = new WeakMap<File, { request: string; key: string }>();

  keyFor(file: File, request: string): string {
    const known = this.#keys.get(file);
    if (known?.request === request) return known.key;
    const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
    this.#keys.set(file, { request, key });
    return key;
  }

  answered(file: File): void {
    this.#keys.delete(file);
  }
}

/** Returns the call that sends a form with a file. `fetch` reports no progress of what it sends. */
export function uploads(server: string, csrf: () => string, onUnauthorized: () => void): Upload {
  const unanswered = new Unanswered();
  return <Answer>({ path, file, fields = {}, contentType, onProgress, signal }: FormUpload) =>
    new Promise<Answer>((resolve, reject) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined) form.append(name, value);
      const typed = contentType ? new File([file], file.name, { type: contentType }) : file;
      form.append('file', typed, file.name || 'file');
      const request = new XMLHttpRequest();
      request.open('POST', server + path);
      request.setRequestHeader('x-framepress-csrf', csrf());
      const key = unanswered.keyFor(file, JSON.stringify([path, fields]));
      request.setRequestHeader('idempotency-key', key);
      request.upload.onprogress = ({ loaded, total }) => onProgress?.({ bytes: loaded, total });
      request.onload = () => {
        unanswered.answered(file);
        const { status, responseText } = request;
        if (status === 401) onUnauthorized();
        const requestId = request.getResponseHeader('x-request-id');
        if (status >= 200 && status < 300) resolve(parsed(responseText) as Answer);
        else reject(errorOf(status, responseText, requestId));
      };
      request.onerror = () => reject(new NetworkError(`The upload of ${file.name} failed.`));
      request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      if (signal?.aborted) return reject(signal.reason);
      request.send(form);
    });
}

function errorOf(status: number, text: string, requestId: string | null): FramepressError {
  const problem = Object(parsed(text)) as Partial<FramepressError> & { detail?: string };
  const { detail, code = `http_${status}`, errors = [] } = problem;
  return new FramepressError(detail ?? `The service answered ${status}.`, {
    status,
    code,
    errors,
    requestId,
    retryable: errors.some((fault) => fault.retryable),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
