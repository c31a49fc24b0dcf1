import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/index.ts';
import {
  accountDeleted,
  type IdempotencyState,
  type KeyOwner,
  type Transaction,
} from '../database/index.ts';
import { decryptIfEncrypted } from '../secrets/index.ts';
import type { HttpContext } from './context.ts';
import { callerOf } from './route.ts';

/** A response. `replayed`: it is the stored response of an earlier request; nothing was done now. */
export type Answer = { status: number; body: string; replayed: boolean };

type Store = (tx: Transaction) => Promise<{ status: number; body: unknown }>;

/**
 * Executes a POST once for each `Idempotency-Key` and replays its response afterwards. `prepare`
 * checks the request and returns a function that stores the change. The change and the response are
 * committed in one transaction. A rejected request does not use up its key, so the corrected request
 * can use the same key. Nothing is stored for an account that was deleted while the request was received.
 * With a key instead of a digest, each request is a repeat of the first with this key, and the header is not
 * read.
 */
export async function withIdempotency(
  context: HttpContext,
  request: FastifyRequest,
  content: string | KeyOwner,
  prepare: () => Promise<Store>,
): Promise<Answer> {
  const owner = typeof content === 'string' ? readKeyOwner(request) : content;
  const hash = owner && typeof content === 'string' ? requestHash(context, request, content) : '';
  const replayFrom = async (db: Pick<Transaction, 'idempotency'>) =>
    owner && storedAnswer(context, owner.key, await db.idempotency.find(owner, hash));
  const answer = await replayFrom(context.db);
  if (answer) {
    // The first request may not be on the disk yet.
    await context.db.synced();
    return answer;
  }
  const store = await prepare();
  return context.db.transaction(async (tx) => {
    // If two requests arrive at the same time, the second reads the key after the first was committed.
    const first = await replayFrom(tx);
    if (first) return first;
    if (!(await tx.accounts.find(callerOf(request).accountId))) throw accountDeleted();
    const { status, body: value } = await store(tx);
    const body = JSON.stringify(value);
    if (owner) {
      // The response may contain tokens, secrets and presigned URLs.
      const encrypted = context.vault.encrypt(body, owner.key);
      await tx.idempotency.insert(owner, hash, { status, body: encrypted });
    }
    return { status, body, replayed: false };
  });
}

/**
 * Removes the files of a new row after a request that did not add the row: it was a repeat, or it failed.
 * After a failure the row may exist, because the connection to the database may end during the commit. The
 * files also stay while the database cannot say whether the row exists.
 */
export async function removeUnused(
  answer: Answer | undefined,
  findRow: () => Promise<unknown>,
  remove: () => Promise<void>,
): Promise<void> {
  if (answer?.replayed === false) return;
  const row = await findRow().catch((error: unknown) => error);
  if (row === undefined) await remove();
}

/**
 * Returns the digest by which a repeated request is recognised: a key is valid for one method, URL
 * and content.
 */
function requestHash({ config }: HttpContext, request: FastifyRequest, digest: string): string {
  // HMAC, because a plain digest of a body with one short secret could be reversed by guessing.
  return createHmac('sha256', config.signingKey)
    .update(`idempotency\n${request.method} ${request.url}\n${digest}`)
    .digest('hex');
}

/** Sends a response, with a header if it is the stored response of an earlier request. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.body);
}

/**
 * Returns the key of the request and its owner. Keys belong to a client and not to its token. The
 * editor of a session has separate keys, so that it cannot read the client's responses.
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

/**
 * Returns the stored response of a key; undefined for a key that was not used. Throws
 * `idempotency_conflict` for a key of another request.
 */
function storedAnswer(
  context: HttpContext,
  key: string,
  state: IdempotencyState,
): Answer | undefined {
  if (state.state === 'new') return undefined;
  if (state.state === 'done') {
    // Responses stored by an older version are not encrypted until the worker has started.
    const body = decryptIfEncrypted(context.vault, state.body, key);
    return { status: state.status, body, replayed: true };
  }
  throw new AppError(
    'idempotency_conflict',
    'This Idempotency-Key was already used for a different request.',
    { hint: 'Use a new key for a new request.' },
  );
}
