import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, allows } from '../../base/index.ts';
import {
  callerOf,
  closing,
  eventMessage,
  HEARTBEAT,
  type RouteDoc,
  sendEvents,
  streamSlots,
} from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { presentEvent } from './present-event.ts';

/** The events are read again after this time, even if no change was seen. */
const LOOK_MS = 5000;
const HEARTBEAT_MS = 15_000;
const MAX_EVENTS_PER_READ = 500;
/**
 * Each read begins this much time before the last event. The time of an event is set before its
 * commit, so an event can become visible after a later event.
 */
const LATE_MS = 2000;
/** If the clock steps back, the stream continues this much before the new time. It may repeat events. */
const STEP_MS = 60_000;

const DOC = {
  operationId: 'watchWebhookEvents',
  summary: 'Watch the events of the account as server-sent events, for development',
  description:
    'The stream continues with `Last-Event-ID`. The token also needs `render_session:read` and `template_style_version:read`, because events contain these objects.',
  headers: ['LastEventId'],
  requiredScope: { resource: 'webhook_endpoint', action: 'read' },
  bytes: ['text/event-stream'],
} satisfies RouteDoc;

/** Events contain the complete objects of these resources, so the token needs access to them. */
const LISTED_SUBJECTS = ['render_session', 'template_style_version'];

/**
 * Throws `forbidden` and sets the header `WWW-Authenticate` if the scope does not allow to read a
 * resource.
 */
function requireRead(scope: string, resource: string, reply: FastifyReply): void {
  if (allows(scope, { resource, action: 'read' })) return;
  const challenge = `error="insufficient_scope", scope="${resource}:read"`;
  void reply.header('www-authenticate', `Bearer realm="framepress", ${challenge}`);
  throw new AppError(
    'forbidden',
    `Expected a token that also has the scope ${resource}:read, because events contain these objects.`,
    {
      hint: 'Request a token with webhook_endpoint:read,render_session:read,template_style_version:read.',
    },
  );
}

/** `GET /v2/webhook_events`, used by `framepress listen`. Each event is sent at least once. */
export function webhookEventRoutes(app: FastifyInstance, context: ApiContext): void {
  const stop = closing(app);
  const slots = streamSlots(app);
  app.get(
    '/v2/webhook_events',
    { config: { doc: DOC }, exposeHeadRoute: false },
    async (request, reply) => {
      const caller = callerOf(request);
      const { accountId, scope } = caller;
      for (const resource of LISTED_SUBJECTS) requireRead(scope, resource, reply);
      const last = Number(request.headers['last-event-id']);
      const nowMs = context.clock.nowMs();
      const sinceMs = Number.isSafeInteger(last) && last > 0 ? last - LATE_MS : nowMs;
      const slot = slots.take(caller);
      return sendEvents(reply, { stop, slot }, (signal) =>
        watchEvents(context, accountId, sinceMs, signal),
      );
    },
  );
}

/**
 * Yields the events of an account since `startMs` as server-sent events, and heartbeats between
 * them. Each read begins `LATE_MS` early; `sentEvents` keeps the ids of that time, so that they are
 * not repeated.
 */
async function* watchEvents(
  context: ApiContext,
  accountId: string,
  startMs: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { clock, db } = context;
  const sentEvents = new Map<string, number>();
  let [firstMs, lastMs, nowMs] = [startMs, startMs, clock.nowMs()];
  let sentMs = performance.now();
  using changes = context.changes.watch('account', accountId);
  while (!signal.aborted) {
    const beforeMs = nowMs;
    nowMs = clock.nowMs();
    // The clock has stepped back. Events that are new have times before the last event of the client.
    if (nowMs < Math.max(beforeMs, lastMs) - LATE_MS)
      [firstMs, lastMs] = [nowMs - STEP_MS, nowMs - STEP_MS];
    const sinceMs = Math.max(firstMs, lastMs - LATE_MS);
    const max = MAX_EVENTS_PER_READ + sentEvents.size;
    // Events of the future are from before the step.
    const range = { sinceMs, untilMs: nowMs + LATE_MS };
    const events = await db.events.since(accountId, range, max);
    const ids = events.map(({ id }) => id).filter((id) => !sentEvents.has(id));
    for await (const event of readEach(context, ids)) {
      if (signal.aborted) return;
      sentEvents.set(event.id, event.createdAtMs);
      lastMs = Math.max(lastMs, event.createdAtMs);
      sentMs = performance.now();
      const message = presentEvent(context, event);
      yield eventMessage(event.type, String(event.createdAtMs), { id: event.id, message });
    }
    for (const [id, ms] of sentEvents) if (ms < lastMs - LATE_MS) sentEvents.delete(id);
    if (performance.now() - sentMs >= HEARTBEAT_MS) {
      yield HEARTBEAT;
      sentMs = performance.now();
    }
    if (events.length < max) await changes.next(LOOK_MS, signal);
  }
}

/** Reads events one by one, because an event may contain a whole mapping. Other requests run in between. */
async function* readEach({ db }: Pick<ApiContext, 'db'>, ids: readonly string[]) {
  for (const id of ids) {
    await setImmediate();
    yield* await db.events.findMany([id]);
  }
}
