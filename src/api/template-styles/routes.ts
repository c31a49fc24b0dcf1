import type { FastifyInstance } from 'fastify';
import {
  type ById,
  findOwn,
  notFound,
  pageQuery,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
} from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { findTemplate } from '../templates/find.ts';
import { removeVersions } from '../templates/remove.ts';
import { renameRequest } from '../templates/schema.ts';
import { presentStyle, templateStyleListResponse, templateStyleResponse } from './schema.ts';

const resource = 'template_style_version';
const STYLE = {
  name: 'template style',
  hint: 'GET /v2/templates/:id/styles lists the styles of a template.',
};

const DOCS = {
  list: {
    operationId: 'listTemplateStyles',
    description:
      '`version_ids` has the active version for each language: the newest one whose status is `edit_ready`. Use its id in a mapping.',
    summary: 'List the styles of a template with their active versions, newest first',
    requiredScope: { resource, action: 'read' },
    query: pageQuery,
    response: { status: 200, schema: templateStyleListResponse },
  },
  rename: {
    operationId: 'updateTemplateStyle',
    description: 'Only the name can change.',
    summary: 'Rename a template style',
    requiredScope: { resource, action: 'write' },
    body: renameRequest,
    response: { status: 200, schema: templateStyleResponse },
  },
  remove: {
    operationId: 'deleteTemplateStyle',
    description:
      'The response is 409 while a render or an import uses one of its versions. Rendered sessions and their videos stay.',
    summary: 'Remove a template style with its versions and their files',
    requiredScope: { resource, action: 'write' },
    problems: [409],
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

export function templateStyleRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  app.get('/v2/templates/:id/styles', { config: { doc: DOCS.list } }, async (request: ById) => {
    const query = parseQuery(pageQuery, request.query);
    const { id } = await findTemplate(context, request);
    const { page, next_cursor } = await readPage(query, (range) =>
      db.templateStyles.list(id, range),
    );
    return { template_styles: page.map(presentStyle), next_cursor };
  });

  app.patch('/v2/template_styles/:id', { config: { doc: DOCS.rename } }, async (request: ById) => {
    const { id, templateId } = await findOwn(request, db.templateStyles, STYLE);
    const { name } = parseBody(renameRequest, request.body);
    const style = await db.transaction(async (tx) => {
      await tx.templates.touch(templateId);
      return tx.templateStyles.rename(id, name);
    });
    if (!style) throw notFound(id, STYLE);
    return { template_style: presentStyle(style) };
  });

  app.delete(
    '/v2/template_styles/:id',
    { config: { doc: DOCS.remove } },
    async (request: ById, reply) => {
      const { id } = await findOwn(request, db.templateStyles, STYLE);
      await removeVersions(context, { of: 'templateStyleId', id });
      return reply.status(204).send();
    },
  );
}
