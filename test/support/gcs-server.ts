import { createHash, createVerify, generateKeyPairSync, type Hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * The part of Google Cloud Storage's JSON API that deliveries and the file store use, kept to its reference: the token
 * endpoint of RFC 7523, resumable uploads with `Content-Range`, 308 and status queries, `md5Hash`
 * that is checked, `ifGenerationMatch`, and errors in the API's form.
 */
export type GcsServer = AsyncDisposable & {
  url: string;
  /** The prefix of the URLs of upload sessions. */
  publicUrl: string;
  /** A key file with full access to the buckets; `guest` may only sign in. */
  owner: Record<string, string>;
  guest: Record<string, string>;
  buckets: Map<string, Map<string, GcsObject>>;
  /** Answers or breaks a request instead of the server; false lets the server answer. */
  fault: (request: IncomingMessage, response: ServerResponse) => boolean;
};
/** `bytes` is present for small objects only. */
export type GcsObject = { resource: Record<string, unknown>; bytes: Buffer };
type Session = {
  bucket: string;
  metadata: Record<string, unknown>;
  total: number;
  md5: Hash;
  kept: Buffer[];
  size: number;
  onlyNew: boolean;
};

const QUANTUM = 256 * 1024;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Small, so that tests see several pages. */
const MAX_LISTED = 3;

export async function startGcs(): Promise<GcsServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const tokens = new Map<string, string>();
  const sessions = new Map<string, Session>();
  const buckets = new Map<string, Map<string, GcsObject>>();
  let generation = 1000;

  const server = createServer((request, response) => {
    if (self.fault(request, response)) return;
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Refusal) refuse(response, error.status, error.reason);
      else response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keyOf = (name: string) => ({
    type: 'service_account',
    project_id: 'acme',
    private_key_id: '1',
    client_email: `${name}@acme.iam.gserviceaccount.com`,
    private_key: privateKey,
    token_uri: `${url}/token`,
  });
  const self: GcsServer = {
    url,
    publicUrl: url,
    owner: keyOf('owner'),
    guest: keyOf('guest'),
    buckets,
    fault: () => false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/token') return signIn(request, response);
    const session = searchParams.get('upload_id');
    if (session !== null) return putPart(request, response, session);
    const who = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (who === undefined) throw new Refusal(401, 'authError');
    if (who.startsWith('guest')) throw new Refusal(403, 'forbidden');
    const { name, key } = placeOf(pathname);
    const bucket = buckets.get(name);
    if (!bucket) throw new Refusal(404, 'notFound');
    if (searchParams.has('uploadType')) return upload(request, response, name, searchParams);
    if (key === undefined && pathname.endsWith('/o'))
      return json(response, 200, listed(bucket, searchParams));
    if (key === undefined) return json(response, 200, { name });
    giveObject({ request, response, bucket, key, query: searchParams });
  }

  async function upload(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    query: URLSearchParams,
  ): Promise<void> {
    if (query.get('uploadType') === 'resumable') return begin(request, response, name, query);
    const bytes = await buffer(request);
    const md5 = createHash('md5').update(bytes).digest('base64');
    const metadata = { name: query.get('name') ?? '' };
    store({ response, name, metadata, content: { size: bytes.byteLength, md5, bytes } });
  }

  async function begin(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    query: URLSearchParams,
  ): Promise<void> {
    const metadata = JSON.parse((await buffer(request)).toString()) as Record<string, unknown>;
    const id = randomUUID();
    sessions.set(id, {
      bucket: name,
      metadata: {
        ...metadata,
        name: query.get('name') ?? metadata['name'],
        contentType: request.headers['x-upload-content-type'],
      },
      total: Number(request.headers['x-upload-content-length']),
      md5: createHash('md5'),
      kept: [],
      size: 0,
      onlyNew: query.get('ifGenerationMatch') === '0',
    });
    const location = `${self.publicUrl}/upload/storage/v1/b/${name}/o?uploadType=resumable&upload_id=${id}`;
    response.writeHead(200, { location }).end();
  }

  /** RFC 7523: the assertion is a JWT signed with the account's key. */
  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams((await buffer(request)).toString());
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const isRight = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, signature, 'base64url');
    const { iss = '', scope = '' } = JSON.parse(
      Buffer.from(claims, 'base64url').toString() || '{}',
    ) as Record<string, string>;
    if (!isRight || !scope.includes('devstorage')) {
      return json(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT' });
    }
    const token = `ya29.${randomUUID()}`;
    tokens.set(token, iss);
    json(response, 200, { access_token: token, expires_in: 3600, token_type: 'Bearer' });
  }

  async function putPart(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const session = sessions.get(id);
    if (!session) throw new Refusal(404, 'notFound');
    if (request.method === 'DELETE') {
      sessions.delete(id);
      return void response.writeHead(499).end();
    }
    const range = request.headers['content-range'] ?? '';
    const [, first, last, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(range) ?? [];
    if (Number(total) !== session.total) throw new Refusal(400, 'invalid');
    if (first !== undefined && last !== undefined) {
      await receive(request, session, Number(first), Number(last) + 1);
    }
    if (session.size === session.total) {
      sessions.delete(id);
      const { bucket, metadata, kept, size, onlyNew } = session;
      const facts = { size, md5: session.md5.digest('base64'), bytes: Buffer.concat(kept) };
      return store({ response, name: bucket, metadata, content: facts, onlyNew });
    }
    const headers = session.size > 0 ? { range: `bytes=0-${session.size - 1}` } : {};
    response.writeHead(308, headers).end();
  }

  function store({
    response,
    name,
    metadata,
    content: { size, md5, bytes },
    onlyNew = false,
  }: {
    response: ServerResponse;
    name: string;
    metadata: Record<string, unknown>;
    content: { size: number; md5: string; bytes: Buffer };
    onlyNew?: boolean | undefined;
  }): void {
    const bucket = buckets.get(name);
    const path = String(metadata['name']);
    if (!bucket) throw new Refusal(404, 'notFound');
    if (onlyNew && bucket.has(path)) throw new Refusal(412, 'conditionNotMet');
    if ((metadata['md5Hash'] ?? md5) !== md5) throw new Refusal(400, 'invalid');
    const resource = {
      ...metadata,
      kind: 'storage#object',
      bucket: name,
      size: String(size),
      md5Hash: md5,
      generation: String(++generation),
      updated: new Date().toISOString(),
    };
    bucket.set(path, { resource, bytes });
    json(response, 200, resource);
  }
}

function giveObject({
  request,
  response,
  bucket,
  key,
  query,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  bucket: Map<string, GcsObject>;
  key: string;
  query: URLSearchParams;
}): void {
  const found = bucket.get(key);
  if (!found) throw new Refusal(404, 'notFound');
  if (request.method === 'DELETE') bucket.delete(key);
  const generation = String(found.resource['generation']);
  if ((query.get('ifGenerationMatch') ?? generation) !== generation)
    throw new Refusal(412, 'conditionNotMet');
  if (query.get('alt') === 'media') giveBytes(request, response, found);
  else json(response, 200, found.resource);
}

function giveBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { resource, bytes: all }: GcsObject,
): void {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const bytes = all.subarray(Number(start ?? 0), end ? Number(end) + 1 : all.byteLength);
  response
    .writeHead(start === undefined ? 200 : 206, {
      'content-length': bytes.byteLength,
      'x-goog-generation': String(resource['generation']),
    })
    .end(bytes);
}

/** Objects, and with a delimiter the prefixes up to it, as one list in order, page by page. */
function listed(bucket: Map<string, GcsObject>, query: URLSearchParams) {
  const [prefix = '', delimiter] = [query.get('prefix') ?? '', query.get('delimiter')];
  const nameOf = (path: string) => {
    const at = delimiter === null ? -1 : path.indexOf(delimiter, prefix.length);
    return at < 0 ? path : path.slice(0, at + 1);
  };
  const paths = [...bucket.keys()].filter((path) => path.startsWith(prefix)).sort();
  const names = [...new Set(paths.map(nameOf))];
  const from = Number(query.get('pageToken') ?? 0);
  const page = names.slice(from, from + MAX_LISTED);
  return {
    items: page.flatMap((name) => bucket.get(name)?.resource ?? []),
    prefixes: page.filter((name) => !bucket.has(name)),
    ...(from + MAX_LISTED < names.length && { nextPageToken: String(from + MAX_LISTED) }),
  };
}

class Refusal extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
    this.reason = reason;
  }
}

/** Returns bucket and object of `/upload/storage/v1/b/BUCKET/o/OBJECT`. */
function placeOf(path: string): { name: string; key: string | undefined } {
  const [, name = '', key] =
    /^(?:\/upload)?\/storage\/v1\/b\/([^/]+)(?:\/o(?:\/(.+))?)?$/.exec(path) ?? [];
  return { name, key: key === undefined ? key : decodeURIComponent(key) };
}

async function receive(
  request: IncomingMessage,
  session: Session,
  first: number,
  end: number,
): Promise<void> {
  if (first !== session.size) throw new Refusal(503, 'backendError');
  if (end < session.total && end % QUANTUM !== 0) throw new Refusal(400, 'invalid');
  // If a part is interrupted, only whole quanta are stored.
  let pending = Buffer.alloc(0);
  for await (const chunk of request as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, chunk]);
    if (pending.byteLength < QUANTUM) continue;
    const whole = pending.byteLength - (pending.byteLength % QUANTUM);
    take(session, pending.subarray(0, whole));
    pending = pending.subarray(whole);
  }
  take(session, pending);
  if (session.size !== end) throw new Refusal(400, 'invalid');
}

function take(session: Session, bytes: Buffer): void {
  session.md5.update(bytes);
  session.size += bytes.byteLength;
  if (session.total <= MAX_KEPT_BYTES) session.kept.push(bytes);
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An error in the form of the JSON API. */
export function refuse(response: ServerResponse, code: number, reason: string): void {
  const message = `refused: ${reason}`;
  json(response, code, {
    error: { code, message, errors: [{ domain: 'global', reason, message }] },
  });
}
