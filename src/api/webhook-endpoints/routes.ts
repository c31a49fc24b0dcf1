import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError, defined, newId, say } from '../../base/index.ts';
import { validAt, type WebhookEndpoint } from '../../database/index.ts';
import {
  type ById,
  callerOf,
  findOwn,
  notFound,
  objectBody,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
  sendAnswer,
  withIdempotency,
} from '../../http/index.ts';
import { addressFaults } from '../../sessions/index.ts';
import { isoTime } from '../../system/index.ts';
import { newSigningSecret } from '../../webhooks/index.ts';
import type { ApiContext } from '../context.ts';
import {
  changeEndpoint,
  createEndpoint,
  endpointResponse,
  endpointsResponse,
  endpointWithSecret,
  listEndpoints,
  presentEndpoint,
  rotateSecret,
} from './schema.ts';

const readAccess = { resource: 'webhook_endpoint', action: 'read' } as const;
const write = { resource: 'webhook_endpoint', action: 'write' } as const;
const PATH = '/v2/webhook_endpoints';
/** For this time both secrets sign, so that a receiver has a day to change to the new secret. */
const OVERLAP_MS = 24 * 3600 * 1000;
/** Maximum number of secrets at a time, including the new one. Each signs every request. */
const MAX_SECRETS = 5;
/** The transaction of a change writes a delivery of its event for each endpoint. */
const MAX_ENDPOINTS = 500;

const DOCS = {
  create: {
    operationId: 'createWebhookEndpoint',
    summary: 'Add a webhook endpoint; only this response contains its secret',
    description:
      'The endpoint receives the events of the whole account. Verify requests with the secret, as Standard Webhooks 1.0 describes.',
    requiredScope: write,
    body: createEndpoint,
    idempotent: true,
    response: { status: 201, schema: endpointWithSecret },
  },
  list: {
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints, newest first',
    description: 'Endpoints of sessions are listed only with `render_session_id`.',
    requiredScope: readAccess,
    query: listEndpoints,
    response: { status: 200, schema: endpointsResponse },
  },
  get: {
    operationId: 'getWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    description: '`failing_since` is the time of the first failure since the last success.',
    requiredScope: readAccess,
    response: { status: 200, schema: endpointResponse },
  },
  change: {
    operationId: 'updateWebhookEndpoint',
    summary: 'Change, disable or enable a webhook endpoint',
    description:
      'Applies to all requests that start afterwards. An endpoint that was disabled is enabled with `status`. A new `url` and `status: enabled` also send the events at once that wait for their next attempt.',
    requiredScope: write,
    body: changeEndpoint,
    response: { status: 200, schema: endpointResponse },
  },
  remove: {
    operationId: 'deleteWebhookEndpoint',
    summary: 'Remove a webhook endpoint with its delivery log',
    description: 'Events that wait for the endpoint are not sent.',
    requiredScope: write,
    response: { status: 204 },
  },
  rotate: {
    operationId: 'rotateWebhookSecret',
    summary: 'Create a new secret; the old secret also signs for one day',
    description:
      'For a day, requests have a signature of both secrets, so that your server can change at any time. With `keep_previous: false` the old secret ends at once.',
    requiredScope: write,
    body: rotateSecret,
    duringOverload: true,
    idempotent: true,
    response: { status: 200, schema: endpointWithSecret },
  },
} satisfies Record<string, RouteDoc>;

export function webhookEndpointRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db, vault } = context;

  app.post(PATH, { config: { doc: DOCS.create } }, async (request, reply) => {
    const { accountId } = callerOf(request);
    const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
      const { url, events } = parse(createEndpoint, request.body);
      return async (tx) => {
        if ((await tx.webhookEndpoints.count(accountId)) >= MAX_ENDPOINTS) throw tooMany();
        const id = newId('whe');
        const secret = newSigningSecret();
        const endpoint = await tx.webhookEndpoints.insert({
          id,
          accountId,
          renderSessionId: null,
          encryptedUrl: vault.encrypt(url, id),
          encryptedSecret: vault.encrypt(secret, id),
          events,
        });
        return { status: 201, body: withSecret(endpoint, secret) };
      };
    });
    return sendAnswer(reply, answer);
  });

  app.get(PATH, { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const query = parseQuery(listEndpoints, request.query);
    const { page, next_cursor } = await readPage(query, (range) =>
      db.webhookEndpoints.list(accountId, query.render_session_id ?? null, range),
    );
    return { webhook_endpoints: page.map(present), next_cursor };
  });

  app.get(`${PATH}/:id`, { config: { doc: DOCS.get } }, async (request: ById) => ({
    webhook_endpoint: present(await findEndpoint(context, request)),
  }));

  app.patch(`${PATH}/:id`, { config: { doc: DOCS.change } }, async (request: ById) => {
    const { id } = await findEndpoint(context, request);
    const body = parse(changeEndpoint, request.body);
    const { url, events, status, previous_secret_expires_at: overlapEnd } = body;
    await db.webhookEndpoints.update(id, {
      ...(url !== undefined && { encryptedUrl: vault.encrypt(url, id) }),
      ...defined({ events, status }),
      ...(overlapEnd === null && { endsOverlap: true }),
    });
    return { webhook_endpoint: present(await findEndpoint(context, request)) };
  });

  app.delete(`${PATH}/:id`, { config: { doc: DOCS.remove } }, async (request: ById, reply) => {
    await db.webhookEndpoints.remove((await findEndpoint(context, request)).id);
    return reply.status(204).send();
  });

  app.post(
    `${PATH}/:id/rotate_secret`,
    { config: { doc: DOCS.rotate } },
    async (request: ById, reply) => {
      const { id } = await findEndpoint(context, request);
      const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
        const { keep_previous: keepsPrevious } = parseBody(rotateSecret, request.body ?? {});
        return async (tx) => {
          const nowMs = context.clock.nowMs();
          const previousEndpoint = await tx.webhookEndpoints.find(id);
          if (keepsPrevious && previousEndpoint) refuseMoreSecrets(previousEndpoint, nowMs);
          const secret = newSigningSecret();
          const until = keepsPrevious ? nowMs + OVERLAP_MS : null;
          await tx.webhookEndpoints.rotateSecret(id, vault.encrypt(secret, id), until);
          const endpoint = await tx.webhookEndpoints.find(id);
          if (!endpoint) throw notFound(id, ENDPOINT);
          return { status: 200, body: withSecret(endpoint, secret) };
        };
      });
      return sendAnswer(reply, answer);
    },
  );

  function present(endpoint: WebhookEndpoint) {
    return presentEndpoint(endpoint, vault, context.clock.nowMs());
  }

  function withSecret(endpoint: WebhookEndpoint, secret: string) {
    return { webhook_endpoint: { ...present(endpoint), secret } };
  }

  function parse<T extends z.ZodObject>(schema: T, body: unknown): z.output<T> {
    return parseBody(schema, body, addressFaults(context, objectBody(body)['url'], '/url'));
  }
}

/**
 * Returns the endpoint that a request's path names, from the caller's account. Throws `not_found`.
 */
export function findEndpoint({ db }: ApiContext, request: ById): Promise<WebhookEndpoint> {
  return findOwn(request, db.webhookEndpoints, ENDPOINT);
}

/** Throws `conflict` if a new secret would be one more than may be valid at the same time. */
function refuseMoreSecrets({ id, previousSecrets }: WebhookEndpoint, nowMs: number): void {
  const good = validAt(previousSecrets, nowMs);
  if (good.length + 1 < MAX_SECRETS) return;
  const firstEnd = isoTime(Math.min(...good.map(({ untilMs }) => untilMs)));
  throw new AppError(
    'conflict',
    say`The endpoint ${id} has ${good.length + 1} valid secrets (limit: ${MAX_SECRETS}).`,
    {
      hint: say`Wait until ${firstEnd}, when the oldest secret expires, or send {"keep_previous": false}: then only the new secret signs.`,
    },
  );
}

function tooMany(): AppError {
  return new AppError(
    'conflict',
    say`The account has too many webhook endpoints (limit: ${MAX_ENDPOINTS}).`,
    { hint: 'Delete unused endpoints, or forward events from one endpoint to several receivers.' },
  );
}

const ENDPOINT = {
  name: 'webhook endpoint',
  hint: 'GET /v2/webhook_endpoints lists the endpoints of the account.',
};
