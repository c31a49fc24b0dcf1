import type { FastifyInstance } from 'fastify';
import { AppError, fault, newId, quoted, say } from '../../base/index.ts';
import {
  inputsGone,
  type NewUpload,
  type RenderKind,
  type RenderSession,
  type Repositories,
  type SessionStart,
  type Transaction,
} from '../../database/index.ts';
import {
  type ById,
  emptyRequest,
  parseBody,
  preferredWaits,
  type RouteDoc,
  withIdempotency,
} from '../../http/index.ts';
import { lostAddresses } from '../../secrets/index.ts';
import {
  checkContent,
  findVersion,
  RENDER_HINTS,
  RETRY_HINTS,
  renderRequest,
  statusConflict,
} from '../../sessions/index.ts';
import { sha256 } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { findSession, sessionBody } from './find.ts';
import { sessionResponse } from './schema.ts';
import { sendSession } from './wait.ts';

const requiredScope = { resource: 'render_session', action: 'write' } as const;
const response = { status: 200, schema: sessionResponse };

const DOCS = {
  render: {
    operationId: 'startRenderSession',
    summary: 'Render a draft, or the final of a rendered preview',
    description:
      'A final uses the same inputs as its preview. A request for a render that is running or complete changes nothing.',
    requiredScope,
    edit: 'session',
    body: renderRequest,
    idempotent: true,
    headers: ['Prefer'],
    response,
  },
  retry: {
    operationId: 'retryRenderSession',
    summary: 'Retry a failed session; finished work is reused',
    description:
      'Every failed session can be retried. Fetched files and finished parts of the video are used again.',
    requiredScope,
    edit: 'session',
    idempotent: true,
    headers: ['Prefer'],
    response,
  },
} satisfies Record<string, RouteDoc>;

/** Adds the routes that start the render of an existing session, and that retry a failed one. */
export function addRenderRoutes(app: FastifyInstance, context: ApiContext): void {
  const preferredWait = preferredWaits(app, context.changes);

  app.post(
    '/v2/render_sessions/:id/render',
    { config: { doc: DOCS.render } },
    async (request: ById, reply) => {
      const { id } = await findSession(context, request);
      using wait = preferredWait(request, reply);
      const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
        const { render } = parseBody(renderRequest, request.body);
        // Checked before the transaction, because the check takes long. The session is read again in it,
        // because it may have changed.
        await checkDraft(context, await findSession(context, request));
        return async (tx) => {
          const session = await tx.renderSessions.find(id);
          if (session) await startRender(tx, context, session, render);
          return { status: 200, body: sessionBody(context, await tx.renderSessions.find(id)) };
        };
      });
      return sendSession(context, reply, wait, answer);
    },
  );

  app.post(
    '/v2/render_sessions/:id/retry',
    { config: { doc: DOCS.retry } },
    async (request: ById, reply) => {
      const { id } = await findSession(context, request);
      using wait = preferredWait(request, reply);
      parseBody(emptyRequest, request.body ?? {});
      // A retry without a body and one with `{}` are the same request.
      const answer = await withIdempotency(context, request, sha256(''), async () => async (tx) => {
        const session = await tx.renderSessions.find(id);
        if (session) {
          const { render, status, videoKey } = session;
          if (status !== 'failed' || render === null)
            throw statusConflict(session, 'a session that has failed', RETRY_HINTS);
          if (videoKey !== null) await requireInputSnapshot(tx, context, id);
          await tx.renderSessions.start(id, render, ['failed']);
          await context.actions.sessionStarted(nextStart(session, render), tx);
        }
        return { status: 200, body: sessionBody(context, await tx.renderSessions.find(id)) };
      });
      return sendSession(context, reply, wait, answer);
    },
  );
}

/** Checks a draft before its render: since its creation, its version or an upload may be removed. */
async function checkDraft(context: ApiContext, session: RenderSession): Promise<void> {
  if (session.status !== 'draft') return;
  const { mapping } = session;
  const lost = lostAddresses(mapping);
  if (lost.length > 0) throw AppError.fromFaults(lost);
  const { version, faults } = await findVersion(context, session, mapping);
  if (version) faults.push(...(await checkContent(context, version, mapping)).faults);
  if (faults.length > 0) throw AppError.fromFaults(faults);
}

/**
 * Starts a render. Does nothing when that render runs already or has ended; else throws `conflict`.
 */
async function startRender(
  tx: Transaction,
  context: ApiContext,
  session: RenderSession,
  render: RenderKind,
): Promise<void> {
  const { id, status } = session;
  if (status === `${render}_rendering` || status === `${render}_rendered`) return;
  const isFinalOfPreview = render === 'final' && status === 'preview_rendered';
  if (status !== 'draft' && !isFinalOfPreview) {
    const condition = render === 'final' ? 'a draft or a rendered preview' : 'a draft';
    throw statusConflict(session, condition, RENDER_HINTS);
  }
  // The draft may have lost an entry after `checkDraft`, which runs before this transaction.
  if (session.missingEditables.length > 0 && status === 'draft') throw missingEntriesError(session);
  if (isFinalOfPreview) await requireInputSnapshot(tx, context, id);
  const newDeliveries = isFinalOfPreview ? await copyRepeatedDeliveries(tx, context, id) : [];
  await tx.renderSessions.start(id, render, [status], newDeliveries);
  await context.actions.sessionStarted(nextStart(session, render), tx);
}

/** Returns an error with a fault for each editable that has no entry. */
function missingEntriesError({ missingEditables }: RenderSession): AppError {
  const faults = missingEditables.map((editable) =>
    fault('editable_missing', say`The draft has no entry for ${quoted(editable)}.`, {
      editable,
      hint: 'PATCH the draft with mapping_changes.',
    }),
  );
  return AppError.fromFaults(faults);
}

/** Returns the start of the next attempt, which `renderSessions.start` has counted already. */
function nextStart(
  { id, accountId, attempt, priority }: RenderSession,
  render: RenderKind,
): SessionStart {
  return { id, accountId, attempt: attempt + 1, priority, render };
}

/** Throws when the input snapshot of the preview is gone: a final must use the same inputs. */
async function requireInputSnapshot(
  tx: Repositories,
  { clock }: ApiContext,
  id: string,
): Promise<void> {
  const inputs = await tx.sessionInputs.find(id);
  if (!inputs?.isComplete || inputs.expiresAtMs <= clock.nowMs()) throw inputsGone(id);
}

/**
 * Returns copies of the preview's deliveries that repeat after each render, for its final. A secret is
 * encrypted for the id of its row, so that of a copy is encrypted again.
 */
async function copyRepeatedDeliveries(
  tx: Repositories,
  { vault }: ApiContext,
  sessionId: string,
): Promise<NewUpload[]> {
  const repeatedDeliveries = await tx.deliveries.repeating(sessionId);
  return repeatedDeliveries.map((upload) => {
    const id = newId('xup');
    const { encryptedQuery } = upload;
    const query = encryptedQuery && vault.encrypt(vault.decrypt(encryptedQuery, upload.id), id);
    return { ...upload, id, encryptedQuery: query };
  });
}
