import { Framepress, NetworkError } from '@framepress/client';
import { type Upload, uploads } from './upload.ts';

export type StudioApi = {
  /** Address of the service, without a slash at its end. */
  server: string;
  client: Framepress;
  /** `fetch` with the rights of the person, for addresses of this service. */
  fetch: typeof globalThis.fetch;
  upload: Upload;
};

/** Returns the address of the service from that of the page, which is `<service>/studio/`. */
export function serverOf(page: string): string {
  const url = new URL('..', page.replace(/[?#].*$/s, ''));
  return url.href.replace(/\/$/, '');
}

/** Waits for a request or a module. It throws a `NetworkError` when the service does not answer. */
export function reached<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((cause: unknown) => {
    // What fetch and import() throw then.
    throw cause instanceof TypeError ? new NetworkError('No answer.', { cause }) : cause;
  });
}

/**
 * Returns the calls of the service with the cookie of the page. `csrf` is read for each request.
 * `onUnauthorized` is called when the service does not know the person any more.
 */
export function studioApi(
  server: string,
  csrf: () => string,
  onUnauthorized: () => void,
): StudioApi {
  const { origin } = new URL(server);
  const send: typeof globalThis.fetch = async (input, init = {}) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== origin) return globalThis.fetch(request);
    const headers = new Headers(request.headers);
    // A cookie has the rights. Without a value, the client would send an empty token.
    headers.delete('authorization');
    headers.set('x-framepress-csrf', csrf());
    const response = await globalThis.fetch(request, { headers, credentials: 'same-origin' });
    if (response.status === 401) onUnauthorized();
    return response;
  };
  const client = new Framepress({ baseUrl: server, token: '', fetch: send });
  return { server, client, fetch: send, upload: uploads(server, csrf, onUnauthorized) };
}
