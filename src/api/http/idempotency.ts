import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { IdempotencyState, KeyOwner, Transaction } from '../../database/index.ts';
import { decryptIfEncrypted } from '../../secrets/index.ts';
import type { ApiContext } from '../context.ts';
import { callerOf } from './route.ts';

/** `replayed`: it was given before, and nothing has been done for it now. */
export type Answer = { status: number; body: string; replayed: boolean };

type Store = (tx: Transaction) => Promise<{ status: number; body: unknown }>;

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
  const owner = readKeyOwner(request);
  // Keyed: what a body of few unknowns was, such as a password, could be guessed by its plain digest.
  const hash = createHmac('sha256', context.config.signingKey)
    .update(`idempotency\n${request.method} ${request.url}\n${contentDigest}`)
    .digest('hex');
  const replayFrom = async (db: Pick<Transaction, 'idempotency'>) =>
    owner && replay(context, owner.key, await db.idempotency.find(owner, hash));
  const before = await replayFrom(context.db);
  if (before) return before;
  const store = await prepare();
  return context.db.transaction(async (tx) => {
    // Of two at once the second comes here when the first has been committed.
    const first = await replayFrom(tx);
    if (first) return first;
    const { status, body: value } = await store(tx);
    const body = JSON.stringify(value);
    if (owner) {
      // It may hold tokens, secrets and presigned addresses.
      const encrypted = context.vault.encrypt(body, owner.key);
      await tx.idempotency.insert(owner, hash, { status, body: encrypted });
    }
    return { status, body, replayed: false };
  });
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.body);
}

/**
 * Whose key the request has. A client keeps its keys when it takes a new token; the editor of a
 * session has keys of its own, so that it neither meets nor reads the client's answers.
 */
function readKeyOwner(request: FastifyRequest): KeyOwner | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const { accountId, clientId, editor } = callerOf(request);
  const caller = editor?.sessionId ?? clientId;
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) {
    return { accountId, caller, key };
  }
  throw new AppError(
    'invalid_request',
    'Expected 1 to 255 characters for the header Idempotency-Key.',
  );
}

function replay(context: ApiContext, key: string, before: IdempotencyState): Answer | undefined {
  if (before.state === 'new') return undefined;
  if (before.state === 'done') {
    // Until the worker has started, answers of an older version are in the clear.
    const body = decryptIfEncrypted(context.vault, before.body, key);
    return { status: before.status, body, replayed: true };
  }
  throw new AppError(
    'idempotency_conflict',
    'Expected the same request as before for this Idempotency-Key but received another.',
    { hint: 'Use a new key for a new request.' },
  );
}
