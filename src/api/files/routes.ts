import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import type { RouteDoc } from '../http/route.ts';
import { checkFileUrl } from '../http/signed-url.ts';
import { isPlaylist, signPlaylist } from './playlist.ts';
import { allowAllOrigins, FILE_TYPES, gone, OTHER_TYPE, sendStored } from './send-stored.ts';

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
  bytes: [...new Set([...Object.values(FILE_TYPES), OTHER_TYPE])],
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
  preflightRoute(app, '/files/*', preflightDoc);
  app.route<{ Params: { '*': string }; Querystring: Query }>({
    // Fastify's own HEAD route reports a length of 0, or reads the whole file and sends nothing.
    method: ['GET', 'HEAD'],
    url: '/files/*',
    exposeHeadRoute: false,
    config: { doc },
    onRequest: allowAllOrigins,
    handler: async (request, reply) => {
      const { store } = context;
      const key = request.params['*'];
      const { name, expires } = checkFileUrl(context, key, request.query);
      if (isPlaylist(key)) {
        if (!(await store.stat(key))) throw gone();
        const written = await text(store.read(key));
        // A playlist grows, and no validator distinguishes its states. Fastify removes the body for
        // HEAD.
        return reply
          .headers({ 'cache-control': 'no-cache', 'content-type': FILE_TYPES['m3u8'] })
          .send(signPlaylist(context, key, written, expires));
      }
      const cacheControl = 'private, max-age=3600';
      return sendStored(request, reply, { store, key, name, cacheControl });
    },
  });
}

/** Answers CORS preflight requests for files that pages of every origin may read. */
export function preflightRoute(app: FastifyInstance, url: string, doc: RouteDoc): void {
  app.options(url, { config: { doc }, onRequest: allowAllOrigins }, async (_, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'authorization, range, if-range, if-none-match',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send(),
  );
}
