import type { FileInput } from './file-input.ts';
import { fileSource } from './file-input.ts';
import { multipartForm, multipartStream, type UploadProgress } from './multipart.ts';
import type { Answer, Body, Method, PathOf, Query } from './operation-types.ts';
import type { TokenSource } from './token.ts';
import type { Fetch, SentRequest, Transport } from './transport.ts';
import { fetchWithProgress, isBrowser } from './xhr.ts';

/** Options of every call. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Time limit of one attempt; 0 for none. */
  timeoutMs?: number | undefined;
  /** Replaces the generated key of a POST. The same key and body is executed once within 24 hours. */
  idempotencyKey?: string | undefined;
};

type QueryValue = string | number | boolean | Date | undefined;
/** Values of a query. Lists are joined by commas; objects become `name[key]=value`. */
export type QueryInput = Readonly<
  Record<string, QueryValue | readonly QueryValue[] | Readonly<Record<string, string>>>
>;

type RequestOptions<M extends Method, P extends PathOf<M>> = CallOptions & {
  id?: string | undefined;
  query?:
    | ([Query<M, P>] extends [never]
        ? QueryInput
        : QueryInput & Partial<Record<keyof Query<M, P>, unknown>>)
    | undefined;
  body?: Body<M, P> | undefined;
  /** Seconds for which the service may hold the response (`Prefer: wait`). */
  waitSeconds?: number | undefined;
};

export type FileUpload = CallOptions & {
  file: FileInput;
  filename?: string | undefined;
  contentType?: string | undefined;
  fields?: Readonly<Record<string, string | undefined>> | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

/** Sends requests to the service. */
export type Api = ReturnType<typeof createApiCalls>;

/** Returns the calls that all resources are made of. `baseUrl` has no slash at its end. */
export function createApiCalls({
  baseUrl,
  transport,
  token,
  hasOwnFetch,
}: {
  baseUrl: string;
  transport: Transport;
  token: TokenSource;
  hasOwnFetch: boolean;
}) {
  const request = <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    { id = '', query, body, waitSeconds, ...options }: RequestOptions<M, P>,
  ): SentRequest => ({
    method: method.toUpperCase(),
    url: `${baseUrl}${path.replace('{id}', encodeURIComponent(id))}${queryText(query)}`,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(waitSeconds !== undefined && { prefer: `wait=${waitSeconds}` }),
      ...keyHeader(options),
    },
    ...(body !== undefined && { body: async () => JSON.stringify(body) }),
    token,
    signal: options.signal,
    timeoutMs: options.timeoutMs,
  });

  return {
    /** Sends a request and returns the JSON of its response; undefined for a response without body. */
    call: <M extends Method, P extends PathOf<M>>(
      method: M,
      path: P,
      options: RequestOptions<M, P> = {},
    ): Promise<Answer<M, P>> =>
      transport.send(request(method, path, options), readJson<Answer<M, P>>),

    /** Sends a request and returns its response. The caller reads the body. */
    open: (
      method: Method,
      path: string,
      options: CallOptions & {
        id?: string | undefined;
        query?: QueryInput | undefined;
        body?: unknown;
        headers?: Record<string, string> | undefined;
      } = {},
    ): Promise<Response> => {
      const { headers, ...rest } = options;
      const sent = request(method, path as never, rest as never);
      return transport.send({ ...sent, headers: { ...sent.headers, ...headers } }, asItIs);
    },

    /** Opens an address that the service returned, such as a video. */
    download: (
      url: string,
      { headers, signal }: Pick<SentRequest, 'headers' | 'signal'>,
    ): Promise<Response> => transport.send({ method: 'GET', url, headers, signal }, asItIs),

    /** Sends a file as `multipart/form-data`. */
    upload: async <P extends PathOf<'post'>>(
      path: P,
      { file, fields = {}, onProgress, ...options }: FileUpload,
    ): Promise<Answer<'post', P>> => {
      const source = await fileSource(file);
      const part = {
        fields,
        source,
        filename: options.filename ?? source.filename ?? 'file',
        contentType: options.contentType ?? source.contentType ?? 'application/octet-stream',
        onProgress,
      };
      // The boundary must not occur in the file.
      const boundary = `framepress-${crypto.randomUUID()}`;
      const fetch =
        isBrowser && onProgress && !hasOwnFetch ? fetchWithProgress(onProgress) : undefined;
      return transport.send(
        {
          method: 'POST',
          url: `${baseUrl}${path}`,
          headers: {
            ...(!isBrowser && { 'content-type': `multipart/form-data; boundary=${boundary}` }),
            ...keyHeader(options),
          },
          body: async () =>
            isBrowser ? multipartForm(part) : ((await multipartStream(boundary, part)) as never),
          isReplayable: source.isReplayable,
          token,
          signal: options.signal,
          timeoutMs: options.timeoutMs ?? 0,
          fetch: fetch as Fetch | undefined,
        },
        readJson<Answer<'post', P>>,
      );
    },
  };
}

async function asItIs(response: Response): Promise<Response> {
  return response;
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function keyHeader({ idempotencyKey }: CallOptions): Record<string, string> {
  return idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
}

/** Returns `?a=1&b=x,y&metadata[k]=v`, or an empty text. */
export function queryText(query: QueryInput = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)) {
      for (const [key, text] of Object.entries(value))
        parameters.append(`${name}[${key}]`, textOf(text));
    } else {
      parameters.append(name, [value].flat().map(textOf).join(','));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
