import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import { isUnchanged } from '../../http/index.ts';
import { CONTENT_TYPES } from '../../media/probe/index.ts';
import { FORMATS } from '../../output/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import { contentDisposition } from './content-disposition.ts';
import { parseRange } from './range.ts';

/** Content types by extension. */
export const FILE_TYPES: Record<string, string> = {
  ...CONTENT_TYPES,
  m3u8: 'application/vnd.apple.mpegurl',
  ...Object.fromEntries(
    Object.values(FORMATS).map(({ extension, contentType }) => [extension, contentType]),
  ),
};
/** Text in UTF-8, unless it begins with a byte order mark. */
const CAPTION_EXTENSIONS = ['vtt', 'srt'];
export const OTHER_TYPE = 'application/octet-stream';
/** A page must not run the scripts of a customer's SVG, which has the origin of the service. */
const SVG_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** Smaller files come from the API, so that a client need not send a second request. */
const MIN_REDIRECTED_BYTES = 256 * 1024;

/** A file of a store. `name` is its download name; empty: none. */
export type StoredFile = {
  store: BlobStore;
  key: string;
  name: string;
  cacheControl: string;
  /** Validity of a URL of the store to which the client is sent; undefined: the API sends the file. */
  redirectSeconds?: number | undefined;
  /** Whether the key names the content, which every machine makes for itself. Default: no. */
  isNamedByContent?: boolean;
};

/** Pages of every origin may read the files of a route: access depends on the URL alone. */
export async function allowAllOrigins(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
}

/**
 * Answers a request with a stored file, or a part of it: Range, HEAD and validators as in RFC 9110.
 * With `redirectSeconds`, a large file is a redirect to its bucket. Throws `not_found` and
 * `range_not_satisfiable`.
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, key, name, cacheControl, redirectSeconds, isNamedByContent = false }: StoredFile,
): Promise<FastifyReply> {
  const facts = await store.stat(key);
  if (!facts) throw fileRemoved();
  const { bytes } = facts;
  // The time of a file differs between machines.
  const etag = isNamedByContent ? `"${sha256(key).slice(0, 32)}"` : facts.etag;
  void reply.headers({
    'accept-ranges': 'bytes',
    etag,
    'last-modified': new Date(facts.modifiedMs).toUTCString(),
    'cache-control': cacheControl,
  });
  if (isUnchanged(request.headers['if-none-match'], etag)) return reply.status(304).send();
  const type = typeOf(key) ?? typeOf(name) ?? OTHER_TYPE;
  const isRedirected =
    request.method === 'GET' && bytes >= MIN_REDIRECTED_BYTES && type !== CONTENT_TYPES['svg'];
  if (redirectSeconds !== undefined && isRedirected) {
    const disposition = name === '' ? undefined : contentDisposition('inline', name);
    const options = {
      seconds: redirectSeconds,
      contentType: type,
      contentDisposition: disposition,
    };
    const url = await store.link(key, options);
    if (url !== undefined) return redirect(reply, url);
  }
  const range = rangeOf(request, etag, bytes);
  if (range === 'none') {
    void reply.header('content-range', `bytes */${bytes}`);
    throw new AppError('range_not_satisfiable', `Expected a range within ${bytes} bytes.`);
  }
  if (range !== 'all') {
    const { start, end } = range;
    void reply.status(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  }
  void reply.headers({
    'content-type': type,
    'content-length': range === 'all' ? bytes : range.end - range.start + 1,
    ...(name !== '' && { 'content-disposition': contentDisposition('inline', name) }),
    ...(type === CONTENT_TYPES['svg'] && { 'content-security-policy': SVG_POLICY }),
  });
  if (request.method === 'HEAD' || bytes === 0) return reply.send();
  const file = store.read(key, range === 'all' ? undefined : range);
  await begin(file, reply);
  return reply.send(file);
}

const FILE_HEADERS = [
  ...['accept-ranges', 'etag', 'last-modified', 'cache-control', 'content-range'],
  ...['content-type', 'content-length', 'content-disposition', 'content-security-policy'],
];

/** The URL is a secret, and expires before the URL of the API. The store reads the Range header. */
function redirect(reply: FastifyReply, url: string): FastifyReply {
  for (const header of FILE_HEADERS) void reply.removeHeader(header);
  return reply.header('cache-control', 'private, no-store').redirect(url, 302);
}

/** Waits for the first bytes of a file. It may have been removed after its facts were read. */
async function begin(file: Readable, reply: FastifyReply): Promise<void> {
  try {
    await once(file, 'readable');
  } catch (error) {
    for (const header of FILE_HEADERS) void reply.removeHeader(header);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw fileRemoved();
  }
}

export function fileRemoved(): AppError {
  return new AppError('not_found', 'The file does not exist any more.');
}

/** Returns the type of a file by its extension. The name of an upload has one, its key has none. */
function typeOf(name: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? '';
  if (!Object.hasOwn(FILE_TYPES, extension)) return undefined;
  const type = FILE_TYPES[extension];
  return CAPTION_EXTENSIONS.includes(extension) ? `${type}; charset=utf-8` : type;
}

/** Returns the requested range. HEAD ignores Range, and so does an outdated `If-Range`. */
function rangeOf({ method, headers }: FastifyRequest, etag: string, bytes: number) {
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  return method === 'GET' && isCurrent ? parseRange(headers.range, bytes) : 'all';
}
