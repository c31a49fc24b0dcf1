import { multipart } from '#platform';
import type { ByteProgress, FileInput } from './files.ts';
import type { Answer, Body, Method, PathOf, Query } from './operation-types.ts';
import type { TokenSource } from './token.ts';
import type { SentRequest, Transport } from './transport.ts';

/** Options of every call. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Time limit of one attempt; 0 for none. */
  timeoutMs?: number | undefined;
  /** Replaces the generated key of a POST. The same key and body is executed once within 24 hours. */
  idempotencyKey?: string | undefined;
  /** Further headers, such as `if-match`. */
  headers?: Readonly<Record<string, string>> | undefined;
};

/** Options of a call of any operation. */
export type RequestOptions<M extends Method, P extends PathOf<M>> = CallOptions & {
  /** The id in the path. */
  id?: string | undefined;
  /** Lists are joined by commas; objects become `name[key]=value`. */
  query?: { readonly [Name in keyof Query<M, P>]?: unknown } | undefined;
  body?: Body<M, P> | undefined;
  /** Seconds for which the service may hold the response (`Prefer: wait`). */
  waitSeconds?: number | undefined;
};

/** The options of a call whose types were checked before, or that are not known. */
export type LooseOptions = CallOptions & {
  id?: string | undefined;
  query?: object | undefined;
  body?: unknown;
  waitSeconds?: number | undefined;
};

export type FileUpload = CallOptions & {
  file: FileInput;
  filename?: string | undefined;
  contentType?: string | undefined;
  fields?: Readonly<Record<string, string | undefined>> | undefined;
  onProgress?: ((progress: ByteProgress) => void) | undefined;
};

/** Sends requests to the service. */
export type Api = {
  /** Sends a request and returns the JSON of its response; undefined for a response without body. */
  call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    options?: RequestOptions<M, P>,
  ): Promise<Answer<M, P>>;
  /** The same for a GET of one resource. */
  get<P extends PathOf<'get'>>(
    path: P,
    id: string,
    options?: CallOptions & { waitSeconds?: number | undefined },
  ): Promise<Answer<'get', P>>;
  /** The same for a POST to one resource. */
  post<P extends PathOf<'post'>>(
    path: P,
    id: string | undefined,
    options?: CallOptions,
    body?: Body<'post', P>,
  ): Promise<Answer<'post', P>>;
  /** Sends a request and returns its response. The caller reads the body. */
  open(method: Method, path: string, options?: LooseOptions): Promise<Response>;
  /** Opens an address that the service returned, such as that of a video. */
  download(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<Response>;
  /** Sends a file as `multipart/form-data`. */
  upload<P extends PathOf<'post'>>(path: P, upload: FileUpload): Promise<Answer<'post', P>>;
};

/** `Api['call']` for paths and options whose types are not known. */
export type LooseCall = (
  method: Method,
  path: string,
  options?: LooseOptions,
) => Promise<Record<string, unknown>>;

/** Returns the calls that all resources are made of. `baseUrl` has no slash at its end. */
export function createApiCalls(baseUrl: string, transport: Transport, token: TokenSource): Api {
  const send = <T>(
    method: Method,
    path: string,
    options: LooseOptions = {},
    { read, ...more }: Partial<SentRequest> & { read: (response: Response) => Promise<T> },
  ): Promise<T> => {
    const { id = '', query, body, waitSeconds, headers, idempotencyKey, ...callOptions } = options;
    return transport(
      {
        ...callOptions,
        method: method.toUpperCase(),
        url: baseUrl + path.replace('{id}', encodeURIComponent(id)) + queryText(query),
        body: body ? async () => JSON.stringify(body) : undefined,
        token,
        ...more,
        headers: {
          ...headers,
          ...more.headers,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(waitSeconds && { prefer: `wait=${waitSeconds}` }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
      },
      read,
    );
  };
  const call = (method: Method, path: string, options?: LooseOptions) =>
    send(method, path, options, { read: readJson });
  return {
    call: call as Api['call'],
    get: ((path, id, options) => call('get', path, { ...options, id })) as Api['get'],
    post: ((path, id, options, body) =>
      call('post', path, { ...options, id, body })) as Api['post'],
    open: (method, path, options) => send(method, path, options, { read: asItIs }),
    download: (url, headers, signal) => transport({ method: 'GET', url, headers, signal }, asItIs),
    upload: async <P extends PathOf<'post'>>(
      path: P,
      { file, fields = {}, filename, contentType, onProgress, ...options }: FileUpload,
    ) => {
      const sent = await multipart(file, { fields, filename, contentType, onProgress });
      // The time of an upload depends on its size.
      const limits = { timeoutMs: 0, ...options };
      return send('post', path, limits, { ...sent, read: readJson<Answer<'post', P>> });
    },
  };
}

async function asItIs(response: Response): Promise<Response> {
  return response;
}

/** Undefined for an empty body, as after a deletion. */
async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Returns `?a=1&b=x,y&metadata[k]=v`, or an empty text. */
function queryText(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value?.constructor === Object) {
      for (const key in value) parameters.append(`${name}[${key}]`, value[key]);
    } else if (value !== undefined) {
      // A Date is written in UTC.
      const texts = [value].flat().map((entry) => entry?.toJSON?.() ?? entry);
      parameters.append(name, texts.join());
    }
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
