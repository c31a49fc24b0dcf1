import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { RouteDoc } from '../../http/index.ts';
import { checkFileUrl } from '../../storage/index.ts';
import type { ApiContext } from '../context.ts';
import { closedAccounts } from './closed-accounts.ts';
import { isPlaylist, signPlaylist } from './playlist.ts';
import { allowAllOrigins, FILE_TYPES, fileRemoved, OTHER_TYPE, sendStored } from './send-stored.ts';

/** One day: the maximum time for which browsers cache the answer to a preflight request. */
const PREFLIGHT_SECONDS = 86_400;

/** A player that pauses uses the URL of the store again. */
const MAX_REDIRECT_SECONDS = 3600;

const doc: RouteDoc = {
  operationId: 'getFile',
  summary: 'Read a file by its signed URL; Range, HEAD and validators as in RFC 9110',
  description:
    'Other answers contain these URLs: they are signed, expire, and need no token. Pages of every origin may read them. A service with `FILES=redirect` sends clients to its store for large files (302).',
  headers: ['IfNoneMatch', 'Range'],
  also: { 206: 'bytes', 302: 'empty', 304: 'empty' },
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
  const closed = closedAccounts(context);
  app.route<{ Params: { '*': string }; Querystring: Query }>({
    // Fastify's own HEAD route reports a length of 0, or reads the whole file and sends nothing.
    method: ['GET', 'HEAD'],
    url: '/files/*',
    exposeHeadRoute: false,
    config: { doc },
    onRequest: allowAllOrigins,
    handler: async (request, reply) => {
      const { db, store } = context;
      const key = request.params['*'];
      const { name, expires } = checkFileUrl(context, key, request.query);
      if (await db.accountRemoval.owns(await closed(), key.split('/')[1] ?? ''))
        throw fileRemoved();
      if (isPlaylist(key)) {
        const written = (await db.playlists.find(key)) ?? (await storedPlaylist(store, key));
        // A playlist grows, and no validator distinguishes its states. Fastify removes the body for
        // HEAD.
        return reply
          .headers({ 'cache-control': 'no-cache', 'content-type': FILE_TYPES['m3u8'] })
          .send(signPlaylist(context, key, written, expires));
      }
      const cacheControl = 'private, max-age=3600';
      const redirectSeconds = redirectSecondsOf(context, Number(expires));
      return sendStored(request, reply, { store, key, name, cacheControl, redirectSeconds });
    },
  });
}

/** Returns the validity of the store's URL: at most that of the API's URL, which ends at `expires`. */
function redirectSecondsOf({ config, clock }: ApiContext, expires: number): number | undefined {
  if (config.fileLinks !== 'redirect') return undefined;
  const secondsLeft = Math.floor(expires - clock.nowMs() / 1000);
  return Math.min(MAX_REDIRECT_SECONDS, Math.max(1, secondsLeft));
}

/** Returns a playlist of a session that an older version has rendered: its playlists are files. */
async function storedPlaylist(store: ApiContext['store'], key: string): Promise<string> {
  if (!(await store.stat(key))) throw fileRemoved();
  return text(store.read(key));
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
