import type { FastifyInstance } from 'fastify';
import { AppError, defined, say } from '../../base/index.ts';
import {
  type ById,
  callerOf,
  parseQuery,
  type RouteDoc,
  readPage,
  untilDisconnected,
} from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { sendStored } from '../files/send-stored.ts';
import { findUpload } from './find-upload.ts';
import {
  presentUpload,
  thumbnailQuery,
  uploadListQuery,
  uploadListResponse,
  uploadResponse,
} from './schema.ts';

const DOCS = {
  list: {
    operationId: 'listUploads',
    description: 'An upload expires; `expires_at` has the time. `q` searches the file names.',
    summary: 'List uploads that have not expired, newest first',
    requiredScope: { resource: 'upload', action: 'read' },
    query: uploadListQuery,
    response: { status: 200, schema: uploadListResponse },
  },
  get: {
    operationId: 'getUpload',
    summary: 'Read an upload',
    description: 'An edit token reads the uploads of its own session.',
    requiredScope: { resource: 'upload', action: 'read' },
    edit: 'any',
    response: { status: 200, schema: uploadResponse },
  },
  thumbnail: {
    operationId: 'getUploadThumbnail',
    summary: 'Read a small image of an uploaded image or video',
    description:
      'For formats that a browser cannot show, such as HEIC, TIFF or ProRes. An image is never enlarged. An edit token reads the uploads of its own session.',
    requiredScope: { resource: 'upload', action: 'read' },
    edit: 'any',
    query: thumbnailQuery,
    headers: ['IfNoneMatch', 'Range'],
    also: { 206: 'bytes', 304: 'empty' },
    problems: [416, 422, 503],
    bytes: ['image/webp'],
  },
  remove: {
    operationId: 'deleteUpload',
    summary: 'Remove an upload with its file',
    description: 'The response is 409 while a session that waits or renders names the upload.',
    requiredScope: { resource: 'upload', action: 'write' },
    problems: [409],
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

const NOUNS = { audio: 'audio', font: 'a font', captions: 'captions' };
/** The file of an upload never changes. Only the client that has the token may keep its image. */
const CACHE_CONTROL = 'private, max-age=86400';

/** Routes that list, read, show and remove uploads. */
export function manageUploadRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db, store, dryRuns, dryRunFiles } = context;

  app.get('/v2/uploads', { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { kind, q, ...query } = parseQuery(uploadListQuery, request.query);
    const filter = { ...defined({ kind, q }) };
    const { page, next_cursor } = await readPage(query, (range) =>
      db.uploads.list(accountId, filter, range),
    );
    return { uploads: page.map((upload) => presentUpload(upload, context)), next_cursor };
  });

  app.get('/v2/uploads/:id', { config: { doc: DOCS.get } }, async (request: ById) => ({
    upload: presentUpload(await findUpload(request, context), context),
  }));

  app.get(
    '/v2/uploads/:id/thumbnail',
    { config: { doc: DOCS.thumbnail } },
    async (request: ById, reply) => {
      const { width, at: seconds } = parseQuery(thumbnailQuery, request.query);
      const upload = await findUpload(request, context);
      const { kind, id } = upload;
      if (kind !== 'image' && kind !== 'video') {
        throw new AppError(
          'invalid_request',
          `The upload ${id} has no image: it is ${NOUNS[kind]}.`,
        );
      }
      const thumbnail = { upload, kind, width, seconds };
      const key = await untilDisconnected(reply, (signal) => dryRuns.thumbnail(thumbnail, signal));
      const file = { store: dryRunFiles, key, name: '', cacheControl: CACHE_CONTROL };
      return sendStored(request, reply, { ...file, isNamedByContent: true });
    },
  );

  app.delete('/v2/uploads/:id', { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    const upload = await findUpload(request, context);
    const { id, accountId, storageKey } = upload;
    const use = await db.uploads.hide(accountId, id);
    if (use) {
      throw new AppError('conflict', say`The upload ${id} is used by the session ${use.usedBy}.`, {
        hint: 'Wait until it has ended, or cancel it.',
      });
    }
    // After a crash or an error here, the cleanup removes the files and the row.
    await store.remove(storageKey);
    await dryRuns.forget(upload);
    await db.uploads.remove(id);
    return reply.status(204).send();
  });
}
