import type { FastifyInstance } from 'fastify';
import { AppError, defined, expected } from '../../base/index.ts';
import { type RouteDoc, untilDisconnected } from '../../http/index.ts';
import { checkFileUrl } from '../../storage/index.ts';
import type { ApiContext } from '../context.ts';
import { preflightRoute } from '../files/routes.ts';
import { allowAllOrigins, fileRemoved, sendStored } from '../files/send-stored.ts';
import { COMPOSITION_FILES_PATH, signedKey } from './file-urls.ts';

const doc: RouteDoc = {
  operationId: 'getCompositionFile',
  summary: 'Read an image or the audio of a composition by its signed URL',
  description:
    'The audio is mixed at the first request. `width` returns a smaller image. A file that was not used for a day is removed (404): request the composition again.',
  headers: ['IfNoneMatch', 'Range'],
  also: { 206: 'bytes', 304: 'empty' },
  problems: [403, 404, 416, 422, 503],
  bytes: ['image/jpeg', 'image/png', 'video/mp4'],
};

const preflightDoc: RouteDoc = {
  operationId: 'preflightCompositionFile',
  summary: 'Answer a CORS preflight request',
  bytes: [],
};

type Params = { account: string; entry: string; name: string };
type Query = Record<string, string | string[] | undefined>;

/** The content of a URL never changes. */
const CACHE_CONTROL = 'private, max-age=86400, immutable';

/** Serves the files of compositions by signed URL. Pages of every origin may read them. */
export function compositionFileRoutes(app: FastifyInstance, context: ApiContext): void {
  const url = `${COMPOSITION_FILES_PATH}/:account/:entry/:name`;
  preflightRoute(app, url, preflightDoc);
  app.route<{ Params: Params; Querystring: Query }>({
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    config: { doc },
    onRequest: allowAllOrigins,
    handler: async (request, reply) => {
      const { account: accountId, entry, name } = request.params;
      checkFileUrl(context, signedKey(accountId, entry), request.query);
      // This machine may still have files of an account that another one has deleted.
      if (!(await context.db.accounts.find(accountId))) throw fileRemoved();
      const width = widthOf(request.query['width']);
      const file = { accountId, entry, name, ...defined({ width }) };
      const key = await untilDisconnected(reply, (signal) => context.dryRuns.file(file, signal));
      const store = context.dryRunFiles;
      const storedFile = { store, key, name: '', cacheControl: CACHE_CONTROL };
      return sendStored(request, reply, { ...storedFile, isNamedByContent: true });
    },
  });
}

function widthOf(text: string | string[] | undefined): number | undefined {
  if (text === undefined) return undefined;
  const width = Number(text);
  if (typeof text === 'string' && /^\d+$/.test(text) && width >= 1 && width <= 8192) return width;
  throw new AppError('invalid_request', expected('a width from 1 to 8192', 'width', text));
}
