import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import { CONTENT_TYPES } from '../../media/probe/index.ts';
import { FORMATS } from '../../output/index.ts';
import type { ApiContext } from '../context.ts';
import { isUnchanged } from '../http/etag.ts';
import type { RouteDoc } from '../http/route.ts';
import { checkFileUrl } from '../http/signed-url.ts';
import { isPlaylist, signPlaylist } from './playlist.ts';
import { parseRange } from './range.ts';

const TYPES: Record<string, string> = {
  ...CONTENT_TYPES,
  m3u8: 'application/vnd.apple.mpegurl',
  ...Object.fromEntries(
    Object.values(FORMATS).map(({ extension, contentType }) => [extension, contentType]),
  ),
};
const OTHER_TYPE = 'application/octet-stream';
/** A page must not run the scripts of a customer's SVG, which has the origin of the service. */
const SVG_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";
/** One day: the maximum time for which browsers cache the answer to a preflight request. */
const PREFLIGHT_SECONDS = 86_400;

const doc: RouteDoc = {
  operationId: 'getFile',
  summary: 'Read a file by its signed URL; Range, HEAD and validators as in RFC 9110',
  description:
    'Other answers contain these URLs: they are signed, expire, and need no token. Pages of every origin may read them.',
  headers: ['IfNoneMatch', 'Range'],
  also: { 206: 'bytes', 304: 'empty' },
  problems: [403, 404, 416],
  bytes: [...new Set([...Object.values(TYPES), OTHER_TYPE])],
};

type Query = Record<string, string | string[] | undefined>;

const preflightDoc: RouteDoc = {
  operationId: 'preflightFile',
  summary: 'Answer a CORS preflight request',
  bytes: [],
};

/**
 * Serves videos and images by signed URL. Pages of every origin may read them: access depends on the
 * URL alone and never on a cookie.
 */
export function fileRoutes(app: FastifyInstance, context: ApiContext): void {
  const allowAllOrigins = async (_: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  };
  app.options(
    '/files/*',
    { config: { doc: preflightDoc }, onRequest: allowAllOrigins },
    async (_, reply) =>
      reply
        .status(204)
        .headers({
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': 'range, if-range, if-none-match',
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .send(),
  );
  app.route<{ Params: { '*': string }; Querystring: Query }>({
    // Fastify's own HEAD route reports a length of 0, or reads the whole file and sends nothing.
    method: ['GET', 'HEAD'],
    url: '/files/*',
    exposeHeadRoute: false,
    config: { doc },
    onRequest: allowAllOrigins,
    handler: async (request, reply) => {
      const { headers } = request;
      const key = request.params['*'];
      const { name, expires } = checkFileUrl(context, key, request.query);
      const facts = await context.store.stat(key);
      if (!facts) throw new AppError('not_found', 'The file does not exist any more.');
      if (isPlaylist(key)) {
        const written = await text(context.store.read(key));
        // A playlist grows, and no validator distinguishes its states. Fastify removes the body for
        // HEAD.
        return reply
          .headers({ 'cache-control': 'no-cache', 'content-type': TYPES['m3u8'] })
          .send(signPlaylist(context, key, written, expires));
      }
      const { bytes, etag } = facts;
      void reply.headers({
        'accept-ranges': 'bytes',
        etag,
        'last-modified': new Date(facts.modifiedMs).toUTCString(),
        'cache-control': 'private, max-age=3600',
      });
      if (isUnchanged(headers['if-none-match'], etag)) return reply.status(304).send();
      const range = rangeOf(request, etag, bytes);
      if (range === 'none') {
        void reply.header('content-range', `bytes */${bytes}`);
        throw new AppError('range_not_satisfiable', `Expected a range within ${bytes} bytes.`);
      }
      if (range !== 'all') {
        const { start, end } = range;
        void reply.status(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
      }
      const type = typeOf(key) ?? typeOf(name) ?? OTHER_TYPE;
      void reply.headers({
        'content-type': type,
        'content-length': range === 'all' ? bytes : range.end - range.start + 1,
        ...(name !== '' && { 'content-disposition': disposition(name) }),
        ...(type === CONTENT_TYPES['svg'] && { 'content-security-policy': SVG_POLICY }),
      });
      if (request.method === 'HEAD' || bytes === 0) return reply.send();
      const file = context.store.read(key, range === 'all' ? undefined : range);
      await begin(file, reply);
      return reply.send(file);
    },
  });
}

const FILE_HEADERS = [
  ...['accept-ranges', 'etag', 'last-modified', 'cache-control', 'content-range'],
  ...['content-type', 'content-length', 'content-disposition', 'content-security-policy'],
];

/** Waits for the first bytes of a file. It may have been removed after its facts were read. */
async function begin(file: Readable, reply: FastifyReply): Promise<void> {
  try {
    await once(file, 'readable');
  } catch (error) {
    for (const header of FILE_HEADERS) void reply.removeHeader(header);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new AppError('not_found', 'The file does not exist any more.');
  }
}

/** Returns the type of a file by its extension. The name of an upload has one, its key has none. */
function typeOf(name: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? '';
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

/** Returns the requested range. HEAD ignores Range, and so does an outdated `If-Range`. */
function rangeOf({ method, headers }: FastifyRequest, etag: string, bytes: number) {
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  return method === 'GET' && isCurrent ? parseRange(headers.range, bytes) : 'all';
}

/**
 * Returns a Content-Disposition header: the browser shows the file, and saves it under `name`
 * (RFC 6266). `filename` is the ASCII form for old clients.
 */
function disposition(name: string): string {
  const plain =
    name
      .normalize('NFD')
      .replaceAll(/[^\w .-]+/g, '')
      .trim() || 'file';
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
