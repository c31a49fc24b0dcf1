import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { IdempotencyState, Transaction } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { callerOf } from './route.ts';

/** `replayed`: it was given before, and nothing has been done for it now. */
export type Answer = { status: number; body: string; replayed: boolean };

/** `isSecret`: the body tells a secret, and is sealed where it is kept. */
type Store = (tx: Transaction) => Promise<{ status: number; body: unknown; isSecret?: boolean }>;

/**
 * Answers a POST once for each `Idempotency-Key`. `prepare` checks the request and gives back what
 * is to be stored; that and the answer are committed together. A request that is refused leaves its
 * key free, to be used again for the mended one.
 */
export async function once(
  context: ApiContext,
  request: FastifyRequest,
  contentDigest: string,
  prepare: () => Promise<Store>,
): Promise<Answer> {
  const { accountId } = callerOf(request);
  const key = readKey(request);
  // Keyed: what a body of few unknowns was, such as a password, could be guessed by its plain digest.
  const hash = createHmac('sha256', context.config.signingKey)
    .update(`idempotency\n${request.method} ${request.url}\n${contentDigest}`)
    .digest('hex');
  if (key !== undefined) {
    const before = replay(context, key, await context.db.idempotency.find(accountId, key, hash));
    if (before) return before;
  }
  const store = await prepare();
  return context.db.transaction(async (tx) => {
    // Of two at once the second comes here when the first has been committed.
    const before =
      key === undefined
        ? undefined
        : replay(context, key, await tx.idempotency.find(accountId, key, hash));
    if (before) return before;
    const { status, body, isSecret } = await store(tx);
    const answer = { status, body: JSON.stringify(body) };
    if (key !== undefined) {
      const kept = isSecret ? context.vault.seal(answer.body, key) : answer.body;
      await tx.idempotency.insert(accountId, key, hash, { status, body: kept });
    }
    return { ...answer, replayed: false };
  });
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.body);
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key;
  throw new AppError(
    'invalid_request',
    'Expected 1 to 255 characters for the header Idempotency-Key.',
  );
}

function replay(context: ApiContext, key: string, before: IdempotencyState): Answer | undefined {
  if (before.state === 'new') return undefined;
  if (before.state === 'done') {
    const isSealed = !before.body.startsWith('{');
    const body = isSealed ? context.vault.open(before.body, key) : before.body;
    return { status: before.status, body, replayed: true };
  }
  throw new AppError(
    'idempotency_conflict',
    'Expected the same request as before for this Idempotency-Key but received another.',
    { hint: 'Use a new key for a new request.' },
  );
}
