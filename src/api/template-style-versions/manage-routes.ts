import type { FastifyInstance } from 'fastify';
import { AppError, assert, defined, say } from '../../base/index.ts';
import {
  type ById,
  callerOf,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
  sendAnswer,
  withIdempotency,
} from '../../http/index.ts';
import { signedFiles } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import { presentVersionSummary } from '../../templates/index.ts';
import type { ApiContext } from '../context.ts';
import { removeVersions } from '../templates/remove.ts';
import { renameRequest } from '../templates/schema.ts';
import { findVersionOf } from './find.ts';
import { versionBody } from './present.ts';
import { versionListQuery, versionListResponse, versionResponse } from './schema.ts';

const readAccess = { resource: 'template_style_version', action: 'read' } as const;
const write = { resource: 'template_style_version', action: 'write' } as const;

const DOCS = {
  list: {
    operationId: 'listTemplateStyleVersions',
    description:
      '`error_count` and `warning_count` count the entries of the report, which the version itself has.',
    summary: 'List template style versions, newest first, without their editables',
    requiredScope: readAccess,
    query: versionListQuery,
    response: { status: 200, schema: versionListResponse },
  },
  rename: {
    operationId: 'updateTemplateStyleVersion',
    description: 'Only the name can change. Upload a new version to change the content.',
    summary: 'Rename a template style version',
    requiredScope: write,
    body: renameRequest,
    response: { status: 200, schema: versionResponse },
  },
  retry: {
    operationId: 'retryTemplateStyleVersion',
    summary: 'Import a failed template style version again',
    description:
      'Imports the same package. Use it if the report says that the machine was busy, or after an update of the service; correct and upload the package for all other errors. The response is 409 for a version that has not failed.',
    requiredScope: write,
    problems: [409],
    idempotent: true,
    response: { status: 200, schema: versionResponse },
  },
  remove: {
    operationId: 'deleteTemplateStyleVersion',
    summary: 'Remove a template style version with its files',
    description:
      'The response is 409 while a render or its import uses it. Rendered sessions and their videos stay. Starting a draft, a final or a retry of the removed version fails with `template_version_unknown`.',
    requiredScope: write,
    problems: [409],
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

/** Routes that list, rename and remove versions, and import them again. */
export function manageVersionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const path = '/v2/template_style_versions';

  app.get(path, { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { template_id, template_style_id, language, status, q, ...query } = parseQuery(
      versionListQuery,
      request.query,
    );
    const filter = {
      ...defined({
        templateId: template_id,
        templateStyleId: template_style_id,
        language,
        status,
        q,
      }),
    };
    const { page, next_cursor } = await readPage(query, (range) =>
      db.templateVersions.list(accountId, filter, range),
    );
    const files = signedFiles(context);
    return {
      template_style_versions: page.map((version) => presentVersionSummary(version, files)),
      next_cursor,
    };
  });

  app.patch(`${path}/:id`, { config: { doc: DOCS.rename } }, async (request: ById) => {
    const { id } = await findVersionOf(context, request);
    const { name } = parseBody(renameRequest, request.body);
    await db.templateVersions.update(id, { name });
    const version = await findVersionOf(context, request);
    return versionBody(version, context);
  });

  app.post(`${path}/:id/retry`, { config: { doc: DOCS.retry } }, async (request: ById, reply) => {
    const { id } = await findVersionOf(context, request);
    const answer = await withIdempotency(context, request, sha256(''), async () => async (tx) => {
      if (!(await tx.templateVersions.retry(id)))
        throw notFailed(id, await tx.templateVersions.statusOf(id));
      const version = await tx.templateVersions.find(id);
      assert(version, `${id} has just been changed`);
      await context.actions.versionAdded(version, tx);
      return { status: 200, body: versionBody(version, context) };
    });
    return sendAnswer(reply, answer);
  });

  app.delete(`${path}/:id`, { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    const { id } = await findVersionOf(context, request);
    await removeVersions(context, { of: 'id', id });
    return reply.status(204).send();
  });
}

function notFailed(id: string, status = 'removed'): AppError {
  return new AppError('conflict', say`Expected a version that has failed but ${id} is ${status}.`, {
    hint: 'To change a template, upload a new version.',
  });
}
