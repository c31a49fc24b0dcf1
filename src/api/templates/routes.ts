import type { FastifyInstance } from 'fastify';
import { defined } from '../../base/index.ts';
import {
  type ById,
  callerOf,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
} from '../../http/index.ts';
import { signedFiles } from '../../storage/index.ts';
import type { ApiContext } from '../context.ts';
import { findTemplate } from './find.ts';
import { removeVersions } from './remove.ts';
import {
  presentTemplate,
  renameRequest,
  templateListQuery,
  templateListResponse,
  templateResponse,
} from './schema.ts';

const readAccess = { resource: 'template_style_version', action: 'read' } as const;
const write = { resource: 'template_style_version', action: 'write' } as const;

const DOCS = {
  list: {
    operationId: 'listTemplates',
    description:
      'Each template has the number of its styles and versions, and the poster and demo video of its newest ready version.',
    summary: 'List templates, newest first',
    requiredScope: readAccess,
    query: templateListQuery,
    response: { status: 200, schema: templateListResponse },
  },
  get: {
    operationId: 'getTemplate',
    description:
      'A template groups styles, such as landscape and portrait. `GET /v2/templates/:id/styles` lists them with the versions to render.',
    summary: 'Read a template',
    requiredScope: readAccess,
    response: { status: 200, schema: templateResponse },
  },
  rename: {
    operationId: 'updateTemplate',
    description: 'Only the name can change. Sessions and versions keep their ids.',
    summary: 'Rename a template',
    requiredScope: write,
    body: renameRequest,
    response: { status: 200, schema: templateResponse },
  },
  remove: {
    operationId: 'deleteTemplate',
    summary: 'Remove a template with its styles, versions and files',
    description:
      'The response is 409 while a render or an import uses one of its versions. Rendered sessions and their videos stay.',
    requiredScope: write,
    problems: [409],
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

export function templateRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const body = async (request: ById) => ({
    template: presentTemplate(await findTemplate(context, request), signedFiles(context)),
  });

  app.get('/v2/templates', { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { q, ready, shape, ...query } = parseQuery(templateListQuery, request.query);
    const isReady = ready === undefined ? undefined : ready === 'true';
    const filter = defined({ q, isReady, shape });
    const { page, next_cursor } = await readPage(query, (range) =>
      db.templates.list(accountId, filter, range),
    );
    const files = signedFiles(context);
    return { templates: page.map((template) => presentTemplate(template, files)), next_cursor };
  });

  app.get('/v2/templates/:id', { config: { doc: DOCS.get } }, body);

  app.patch('/v2/templates/:id', { config: { doc: DOCS.rename } }, async (request: ById) => {
    const { id } = await findTemplate(context, request);
    const { name } = parseBody(renameRequest, request.body);
    await db.templates.rename(id, name);
    return body(request);
  });

  app.delete(
    '/v2/templates/:id',
    { config: { doc: DOCS.remove } },
    async (request: ById, reply) => {
      const { id } = await findTemplate(context, request);
      await removeVersions(context, { of: 'templateId', id });
      return reply.status(204).send();
    },
  );
}
