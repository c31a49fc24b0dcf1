import type { FastifyInstance } from 'fastify';
import type { RouteDoc } from '../../http/index.ts';
import { METRICS_TYPE, metricsText } from '../../observe/index.ts';
import { presentQueue } from '../../queue/index.ts';
import { cached } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { queueResponse } from './schema.ts';

/** Several autoscalers and dashboards cost one reading in this time. */
const TTL_MS = 1000;

const requiredScope = { resource: 'service', action: 'read' } as const;

const DOCS = {
  queue: {
    operationId: 'getQueue',
    summary: 'Read the open work of the whole service',
    description:
      'For autoscalers and dashboards. Each process answers the same. The token must belong to the account `acc_default`.',
    requiredScope,
    ofOperator: true,
    response: { status: 200, schema: queueResponse },
  },
  metrics: {
    operationId: 'getMetrics',
    summary: 'Read the metrics of this process for Prometheus',
    description:
      'The same metrics are at `FRAMEPRESS_PROBE_PORT` without a token. The token must belong to the account `acc_default`.',
    requiredScope,
    ofOperator: true,
    bytes: ['text/plain'],
    response: { status: 200 },
  },
} satisfies Record<string, RouteDoc>;

/** Routes about the whole service, for its operator. */
export function queueRoutes(app: FastifyInstance, { db, clock }: ApiContext): void {
  const readQueue = cached(clock, TTL_MS, () => presentQueue(db, clock.nowMs()));

  app.get('/v2/queue', { config: { doc: DOCS.queue } }, async () => ({ queue: await readQueue() }));

  app.get('/metrics', { config: { doc: DOCS.metrics } }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await metricsText()),
  );
}
