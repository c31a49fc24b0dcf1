import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { verifySigV4 } from './sigv4.ts';
import { startTls } from './tls.ts';

/** A stub of Amazon S3 for behavior that no local server has; it checks every request's signature. */
export type S3Stub = AsyncDisposable & {
  url: string;
  requests: { method: string; url: string; headers: IncomingMessage['headers']; crc32: number }[];
  objects: Map<string, { bytes: Buffer; headers: IncomingMessage['headers'] }>;
  /** Error code and status for the next write requests. */
  failing: { code: string; status: number } | undefined;
  /** Changes one byte of stored objects. */
  corrupts: boolean;
  /** The ETag of multipart uploads; undefined: as Amazon computes it. */
  multipartTag: string | undefined;
  /** Answers 403 to reads, as for a key that may only write. */
  hidesObjects: boolean;
  /** Knows no conditions, as some stores. */
  lacksConditions: boolean;
  signatureFaults: string[];
};

/** `secure` serves TLS for any host name. */
export async function startS3Stub(keys: Record<string, string>, secure = false): Promise<S3Stub> {
  const parts = new Map<number, Buffer>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy());
  };
  const tls = secure ? await startTls(listener) : undefined;
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stub: S3Stub = {
    url: tls ? `https://${tls.host}` : `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    objects: new Map(),
    failing: undefined,
    corrupts: false,
    multipartTag: undefined,
    hidesObjects: false,
    lacksConditions: false,
    signatureFaults: [],
    [Symbol.asyncDispose]: async () => {
      await tls?.[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return stub;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    stub.requests.push({ method, url, headers, crc32: crc32(body) });
    try {
      verifySigV4({ method, url, headers, body }, keys);
    } catch (error) {
      stub.signatureFaults.push(`${method} ${url}: ${(error as Error).message}`);
    }
    const { pathname, searchParams } = new URL(url, stub.url);
    const found = stub.objects.get(pathname);
    if (['HEAD', 'GET'].includes(method)) return readUnlessHidden(method, response, found);
    if (method === 'DELETE') return void response.writeHead(204).end();
    if (stub.failing) return refuse(response, stub.failing);
    const number = searchParams.get('partNumber');
    if (number !== null) {
      parts.set(Number(number), body);
      return void response.writeHead(200, { etag: etag(body) }).end();
    }
    if (searchParams.has('uploads')) {
      stub.objects.set(`${pathname}?`, { bytes: body, headers });
      return xml(response, 200, 'InitiateMultipartUploadResult', '<UploadId>up1</UploadId>');
    }
    const refusal = headers['if-none-match'] === '*' && refusalOf(found !== undefined);
    if (refusal) return refuse(response, refusal);
    if (method === 'PUT')
      return store({ response, path: pathname, body, headers, tag: etag(body) });
    const all = [...parts.keys()].sort((a, b) => a - b).map((n) => parts.get(n) ?? Buffer.alloc(0));
    const begun = stub.objects.get(`${pathname}?`)?.headers ?? {};
    const { bytes, tag } = joined(all);
    stub.objects.set(pathname, { bytes, headers: begun });
    parts.clear();
    xml(response, 200, 'CompleteMultipartUploadResult', `<ETag>"${tag}"</ETag>`);
  }

  function readUnlessHidden(
    method: string,
    response: ServerResponse,
    found: Parameters<typeof read>[1],
  ): void {
    if (method === 'HEAD' && stub.hidesObjects) return void response.writeHead(403).end();
    read(response, found);
  }

  /** Returns how a condition that no object exists is answered. */
  function refusalOf(exists: boolean): S3Stub['failing'] {
    if (stub.lacksConditions) return { code: 'NotImplemented', status: 501 };
    return exists ? { code: 'PreconditionFailed', status: 412 } : undefined;
  }

  function joined(all: readonly Buffer[]): { bytes: Buffer; tag: string } {
    const sums = all.map((part) => createHash('md5').update(part).digest());
    const sum = createHash('md5').update(Buffer.concat(sums)).digest('hex');
    const bytes = Buffer.concat(stub.corrupts ? all.slice(1) : all);
    return { bytes, tag: stub.multipartTag ?? `${sum}-${all.length}` };
  }

  function store({
    response,
    path,
    body,
    headers,
    tag,
  }: {
    response: ServerResponse;
    path: string;
    body: Buffer;
    headers: IncomingMessage['headers'];
    tag: string;
  }): void {
    const bytes = stub.corrupts ? Buffer.concat([body, Buffer.from('!')]) : body;
    stub.objects.set(path, { bytes, headers });
    response.writeHead(200, { etag: stub.corrupts ? etag(bytes) : tag }).end();
  }
}

function read(
  response: ServerResponse,
  found: { bytes: Buffer; headers: IncomingMessage['headers'] } | undefined,
): void {
  if (!found) return void response.writeHead(404).end();
  const mark = found.headers['x-amz-meta-framepressupload'];
  response
    .writeHead(200, {
      'content-length': found.bytes.byteLength,
      ...(mark !== undefined && { 'x-amz-meta-framepressupload': mark }),
    })
    // Node sends no body for a HEAD request.
    .end(found.bytes);
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function refuse(
  response: ServerResponse,
  { code, status }: { code: string; status: number },
): void {
  xml(response, status, 'Error', `<Code>${code}</Code><Message>no</Message>`);
}

function xml(response: ServerResponse, status: number, name: string, inner: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><${name}>${inner}</${name}>`);
}
