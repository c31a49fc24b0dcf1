import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError, expected, say } from '../../base/index.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../database/index.ts';
import {
  type ById,
  findOwn,
  parseBody,
  parseQuery,
  type RouteDoc,
  readPage,
  sendAnswer,
  withIdempotency,
} from '../../http/index.ts';
import { isoTime, sha256 } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { findEndpoint } from './routes.ts';
import {
  deliveriesResponse,
  deliveryResponse,
  listDeliveries,
  presentDelivery,
  replayRange,
  replayResponse,
} from './schema.ts';

const readAccess = { resource: 'webhook_endpoint', action: 'read' } as const;
const write = { resource: 'webhook_endpoint', action: 'write' } as const;
const PATH = '/v2/webhook_endpoints/:id';
/** How long a test waits for the endpoint's response. */
const TEST_MS = 20_000;
const POLL_MS = 100;
/** Number of events that are replayed in one transaction. */
const REPLAY_BATCH_SIZE = 500;

const DOCS = {
  test: {
    operationId: 'testWebhookEndpoint',
    summary: 'Send a test event now and return the response of the endpoint',
    description:
      'The test does not wait for other events and is not retried. The answer has the response of your server. If it accepts the test, events that wait for their next attempt are sent at once.',
    requiredScope: write,
    idempotent: true,
    response: { status: 200, schema: deliveryResponse },
  },
  list: {
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries to an endpoint, newest first',
    description:
      'The log has every attempt with its time, status and the beginning of the response. It is stored for 30 days.',
    requiredScope: readAccess,
    query: listDeliveries,
    response: { status: 200, schema: deliveriesResponse },
  },
  replayRange: {
    operationId: 'replayWebhookEvents',
    summary: 'Send the events of a time range again',
    description:
      'Events are sent in their order, with the `webhook-id` that they had. By default only missed events are sent: those since the endpoint was created that it has not accepted. An event that waits for its next attempt is sent at once.',
    requiredScope: write,
    body: replayRange,
    idempotent: true,
    response: { status: 200, schema: replayResponse },
  },
  get: {
    operationId: 'getWebhookDelivery',
    summary: 'Read a delivery of an event',
    description: 'Returns all attempts of the delivery.',
    requiredScope: readAccess,
    response: { status: 200, schema: deliveryResponse },
  },
  replay: {
    operationId: 'replayWebhookDelivery',
    summary: 'Send an event again',
    description:
      'Creates a new delivery of the same event, with the same `webhook-id`. If a delivery of the event waits for its next attempt, this delivery is returned and sent at once, with earlier events of the same session.',
    requiredScope: write,
    idempotent: true,
    response: { status: 201, schema: deliveryResponse },
  },
} satisfies Record<string, RouteDoc>;

/** Routes that list deliveries, send test events and replay events. */
export function webhookDeliveryRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  app.post(`${PATH}/test`, { config: { doc: DOCS.test } }, async (request: ById, reply) => {
    const endpoint = await findEndpoint(context, request);
    requireEnabled(endpoint);
    const { id, accountId } = endpoint;
    const answer = await withIdempotency(context, request, sha256(''), async () => {
      const delivery = await db.transaction(async (tx) => {
        const event = await tx.events.append({
          accountId,
          type: 'webhook_endpoint.test',
          subjectId: id,
          data: { webhook_endpoint_id: id },
        });
        return tx.webhookDeliveries.add(event, id);
      });
      const ended = await firstAttempt(delivery);
      return async () => ({ status: 200, body: { webhook_delivery: presentDelivery(ended) } });
    });
    return sendAnswer(reply, answer);
  });

  app.get(`${PATH}/deliveries`, { config: { doc: DOCS.list } }, async (request: ById) => {
    const { status, ...query } = parseQuery(listDeliveries, request.query);
    const { id } = await findEndpoint(context, request);
    const filter = status === undefined ? {} : { status };
    const { page, next_cursor } = await readPage(query, (range) =>
      db.webhookDeliveries.list(id, filter, range),
    );
    return { webhook_deliveries: page.map(presentDelivery), next_cursor };
  });

  app.post(
    `${PATH}/replay`,
    { config: { doc: DOCS.replayRange } },
    async (request: ById, reply) => {
      const endpoint = await findEndpoint(context, request);
      const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
        const range = readRange(request.body);
        requireEnabled(endpoint);
        let replayed = 0;
        let since: number | undefined = range.sinceMs;
        while (since !== undefined) {
          const step = { ...range, sinceMs: since };
          const { count, nextSinceMs } = await db.webhookDeliveries.replayRange(
            endpoint,
            step,
            REPLAY_BATCH_SIZE,
          );
          replayed += count;
          since = nextSinceMs;
        }
        return async () => ({ status: 200, body: { replayed } });
      });
      return sendAnswer(reply, answer);
    },
  );

  app.get('/v2/webhook_deliveries/:id', { config: { doc: DOCS.get } }, async (request: ById) => ({
    webhook_delivery: presentDelivery(await findDelivery(request)),
  }));

  app.post(
    '/v2/webhook_deliveries/:id/replay',
    { config: { doc: DOCS.replay } },
    async (request: ById, reply) => {
      const delivery = await findDelivery(request);
      const answer = await withIdempotency(context, request, sha256(''), async () => async (tx) => {
        const endpoint = await tx.webhookEndpoints.find(delivery.endpointId);
        if (endpoint) requireEnabled(endpoint);
        const replay = await tx.webhookDeliveries.replay(delivery);
        if (replay) return { status: 201, body: { webhook_delivery: presentDelivery(replay) } };
        throw new AppError('not_found', `The event ${delivery.eventId} has expired.`);
      });
      return sendAnswer(reply, answer);
    },
  );

  /**
   * Returns the times of a replay, up to now. Throws `invalid_request` for a range without time.
   */
  function readRange(body: unknown) {
    const { since, until, which } = parseBody(replayRange, body);
    // Events after this moment are sent without a replay.
    const nowMs = context.clock.nowMs();
    const untilMs = Math.min(until === undefined ? nowMs : Date.parse(until), nowMs);
    const sinceMs = Date.parse(since);
    if (sinceMs < untilMs) return { sinceMs, untilMs, missed: which === 'missed' };
    throw new AppError(
      'invalid_request',
      expected(`a time before ${isoTime(untilMs)}`, '/since', since),
      { pointer: '/since' },
    );
  }

  /** Returns the delivery after its first attempt, or its current state after `TEST_MS`. */
  async function firstAttempt(delivery: WebhookDelivery): Promise<WebhookDelivery> {
    let currentDelivery = delivery;
    for (let ms = 0; ms < TEST_MS && currentDelivery.attempts.length === 0; ms += POLL_MS) {
      await sleep(POLL_MS);
      currentDelivery =
        (await db.webhookDeliveries.findIn(delivery.accountId, delivery.id)) ?? currentDelivery;
    }
    return currentDelivery;
  }

  function findDelivery(request: ById): Promise<WebhookDelivery> {
    const hint = 'GET /v2/webhook_endpoints/:id/deliveries lists the deliveries of an endpoint.';
    return findOwn(request, db.webhookDeliveries, { name: 'webhook delivery', hint });
  }
}

function requireEnabled({ id, status, disabledReason }: WebhookEndpoint): void {
  if (status === 'enabled') return;
  throw new AppError(
    'conflict',
    say`Expected an endpoint that is enabled but ${id} is disabled (${disabledReason ?? ''}).`,
    { hint: 'Send PATCH {"status": "enabled"} first.' },
  );
}
