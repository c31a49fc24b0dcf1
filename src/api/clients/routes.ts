import type { FastifyInstance } from 'fastify';
import {
  type ById,
  callerOf,
  emptyRequest,
  findOwn,
  notFound,
  pageQuery,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
} from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { clientSecretResponse, clientsResponse, createClient, presentClient } from './schema.ts';

const PATH = '/v2/clients';
const CLIENT = { name: 'client', hint: 'GET /v2/clients lists all clients.' };

/** These routes decide who may use the account, so that only its administrators may use them. */
const admin = {
  requiredScope: { resource: '*', action: 'write' },
  fullScope: true,
} satisfies Partial<RouteDoc>;

const DOCS = {
  list: {
    operationId: 'listClients',
    summary: 'List the API clients of the account, newest first',
    description: 'For administrators. Secrets are not returned.',
    ...admin,
    query: pageQuery,
    response: { status: 200, schema: clientsResponse },
  },
  create: {
    operationId: 'createClient',
    summary: 'Add an API client',
    description: 'For administrators. Only this response contains the secret.',
    ...admin,
    body: createClient,
    response: { status: 201, schema: clientSecretResponse },
  },
  rotate: {
    operationId: 'rotateClientSecret',
    summary: 'Replace the secret of an API client',
    description:
      'For administrators. The old secret, its tokens and its studio sessions become invalid at once. Only this response contains the new secret.',
    ...admin,
    problems: [422],
    response: { status: 200, schema: clientSecretResponse },
  },
  remove: {
    operationId: 'deleteClient',
    summary: 'Remove an API client',
    description: 'For administrators. Its tokens, edit tokens and studio sessions end at once.',
    ...admin,
    response: { status: 204 },
  },
} satisfies Record<string, RouteDoc>;

/** Routes for the API clients of an account. */
export function clientRoutes(app: FastifyInstance, { db }: ApiContext): void {
  app.get(PATH, { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { page, next_cursor } = await readPage(parseQuery(pageQuery, request.query), (range) =>
      db.clients.listPage(accountId, range),
    );
    return { clients: page.map(presentClient), next_cursor };
  });

  app.post(PATH, { config: { doc: DOCS.create } }, async (request, reply) => {
    const { accountId } = callerOf(request);
    const { name, scope } = parseBody(createClient, request.body);
    const { clientId, clientSecret } = await db.clients.create(name, { accountId, scope });
    const client = await db.clients.findIn(accountId, clientId);
    if (!client) throw notFound(clientId, CLIENT);
    void reply.status(201);
    return { client: presentClient(client), client_secret: clientSecret };
  });

  app.post(`${PATH}/:id/rotate`, { config: { doc: DOCS.rotate } }, async (request: ById) => {
    parseBody(emptyRequest, request.body ?? {});
    const client = await findOwn(request, db.clients, CLIENT);
    const secret = await db.clients.rotate(client.id);
    if (secret === undefined) throw notFound(client.id, CLIENT);
    return { client: presentClient(client), client_secret: secret };
  });

  app.delete(`${PATH}/:id`, { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    const client = await findOwn(request, db.clients, CLIENT);
    await db.clients.remove(client.id);
    return reply.status(204).send();
  });
}
