import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Upload } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { findOwn, notFound } from '../http/find-own.ts';
import { parseQuery, readPage } from '../http/page.ts';
import { type ById, callerOf, type RouteDoc } from '../http/route.ts';
import { presentUpload } from './present.ts';
import { uploadListQuery, uploadListResponse, uploadResponse } from './schema.ts';

const UPLOAD = { name: 'upload', hint: 'GET /v2/uploads lists the uploads that have not expired.' };

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
  remove: {
    operationId: 'deleteUpload',
    summary: 'Remove an upload with its file',
    description: 'The response is 409 while a session that waits or renders names the upload.',
    requiredScope: { resource: 'upload', action: 'write' },
    problems: [409],
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

/** Routes that list, read and remove uploads. */
export function manageUploadRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db, store, clock } = context;

  app.get('/v2/uploads', { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { kind, q, ...query } = parseQuery(uploadListQuery, request.query);
    const filter = { ...(kind !== undefined && { kind }), ...(q !== undefined && { q }) };
    const { page, next_cursor } = await readPage(query, (wanted) =>
      db.uploads.list(accountId, filter, wanted),
    );
    return { uploads: page.map((upload) => presentUpload(upload, context)), next_cursor };
  });

  app.get('/v2/uploads/:id', { config: { doc: DOCS.get } }, async (request: ById) => ({
    upload: presentUpload(await find(request), context),
  }));

  app.delete('/v2/uploads/:id', { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    const { id, accountId, storageKey } = await find(request);
    const use = await db.uploads.hide(accountId, id);
    if (use) {
      throw new AppError('conflict', `The upload ${id} is used by the session ${use.usedBy}.`, {
        hint: 'Wait until it has ended, or cancel it.',
      });
    }
    // After a crash or an error here, the cleanup removes the file and the row.
    await store.remove(storageKey);
    await db.uploads.remove(id);
    return reply.status(204).send();
  });

  /** Returns the upload that the path names. It is not found once it has expired. */
  async function find(request: ById): Promise<Upload> {
    const { editor } = callerOf(request);
    const upload = await findOwn(request, db.uploads, UPLOAD);
    const isOther = editor !== undefined && upload.renderSessionId !== editor.sessionId;
    if (isOther || upload.expiresAtMs <= clock.nowMs()) throw notFound(request.params.id, UPLOAD);
    return upload;
  }
}
