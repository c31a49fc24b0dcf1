import type { FastifyInstance } from 'fastify';
import { AppError, newId } from '../../base/index.ts';
import {
  inputsGone,
  type NewUpload,
  type RenderKind,
  type RenderSession,
  type Repositories,
  type SessionStart,
  type Transaction,
} from '../../database/index.ts';
import { lostAddresses } from '../../secrets/index.ts';
import { sha256 } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { sendAnswer, withIdempotency } from '../http/idempotency.ts';
import { emptyRequest, parseBody } from '../http/read-body.ts';
import { type ById, callerOf, MAX_MAPPING_BYTES, type RouteDoc } from '../http/route.ts';
import { checkContent, findVersion } from '../mappings/check.ts';
import { grows } from '../mappings/size.ts';
import { checkEdit } from './edit.ts';
import { findSession, sessionBody } from './find.ts';
import { editRequest, renderRequest, sessionResponse } from './schema.ts';

const requiredScope = { resource: 'render_session', action: 'write' } as const;
const response = { status: 200, schema: sessionResponse };

const DOCS = {
  edit: {
    operationId: 'updateRenderSession',
    summary: 'Change the title, or the mapping of a draft',
    description:
      'The title can be changed in every status, the mapping only while the session is a draft.',
    requiredScope,
    edit: 'session',
    body: editRequest,
    bodyBytes: MAX_MAPPING_BYTES,
    problems: [409],
    response,
  },
  render: {
    operationId: 'startRenderSession',
    summary: 'Render a draft, or the final of a rendered preview',
    description:
      'A final uses the same inputs as its preview. A request for a render that is running or complete changes nothing.',
    requiredScope,
    edit: 'session',
    body: renderRequest,
    idempotent: true,
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
    response,
  },
} satisfies Record<string, RouteDoc>;

/** Routes that change an existing session, start its render or retry it. */
export function startRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;

  app.patch('/v2/render_sessions/:id', { config: { doc: DOCS.edit } }, async (request: ById) => {
    const session = await findSession(context, request);
    const checked = await checkEdit(context, callerOf(request), session, request.body);
    const { title, mapping, parsedMapping } = checked;
    const { id, accountId } = session;
    const stored = mapping && {
      id: session.mapping.id,
      accountId,
      templateStyleVersionId: mapping.template_style_version_id,
      body: mapping,
      parsed: parsedMapping,
    };
    const isEdited = await db.transaction(async (tx) => {
      if (!(await tx.renderSessions.edit(id, { title, mapping: stored }))) return false;
      const { id: _, ...before } = session.mapping;
      if (mapping && grows(before, mapping)) await context.actions.fileStored(accountId, tx);
      return true;
    });
    if (!isEdited) {
      const now = await db.renderSessions.find(id);
      if (now) throw conflict(now, 'a draft', EDIT_HINTS);
    }
    return sessionBody(context, await db.renderSessions.find(id));
  });

  app.post(
    '/v2/render_sessions/:id/render',
    { config: { doc: DOCS.render } },
    async (request: ById, reply) => {
      const { id } = await findSession(context, request);
      const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
        const { render } = parseBody(renderRequest, request.body);
        await checkDraft(context, await findSession(context, request));
        return async (tx) => {
          const session = await tx.renderSessions.find(id);
          if (session) await startRender(tx, context, session, render);
          return { status: 200, body: sessionBody(context, await tx.renderSessions.find(id)) };
        };
      });
      return sendAnswer(reply, answer);
    },
  );

  app.post(
    '/v2/render_sessions/:id/retry',
    { config: { doc: DOCS.retry } },
    async (request: ById, reply) => {
      const { id } = await findSession(context, request);
      parseBody(emptyRequest, request.body ?? {});
      const answer = await withIdempotency(context, request, sha256(''), async () => async (tx) => {
        const session = await tx.renderSessions.find(id);
        if (session) {
          const { render, status, videoKey } = session;
          if (status !== 'failed' || render === null)
            throw conflict(session, 'a session that has failed', RETRY_HINTS);
          if (videoKey !== null) await requireInputs(tx, context, id);
          await tx.renderSessions.start(id, render, ['failed']);
          await context.actions.sessionStarted(nextStart(session, render), tx);
        }
        return { status: 200, body: sessionBody(context, await tx.renderSessions.find(id)) };
      });
      return sendAnswer(reply, answer);
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
    const wanted = render === 'final' ? 'a draft or a rendered preview' : 'a draft';
    throw conflict(session, wanted, RENDER_HINTS);
  }
  if (isFinalOfPreview) await requireInputs(tx, context, id);
  const uploads = isFinalOfPreview ? await repeated(tx, context, id) : [];
  await tx.renderSessions.start(id, render, [status], uploads);
  await context.actions.sessionStarted(nextStart(session, render), tx);
}

function nextStart(
  { id, accountId, attempt, priority }: RenderSession,
  render: RenderKind,
): SessionStart {
  return { id, accountId, attempt: attempt + 1, priority, render };
}

type Hints = Partial<Record<RenderSession['status'], string>>;

const RENDER_HINTS: Hints = {
  preview_rendering: 'Wait until the preview is rendered.',
  failed: 'POST …/retry renders a failed session again.',
};

const STOP = 'POST …/cancel stops the render; then create a new session with that mapping.';
const EDIT_HINTS: Hints = { preview_rendering: STOP, final_rendering: STOP };

const WAIT = 'Wait until the render has ended.';
const RETRY_HINTS: Hints = {
  draft: 'POST …/render starts a draft.',
  preview_rendering: WAIT,
  final_rendering: WAIT,
  preview_rendered: 'POST …/render with render: final renders its final.',
};

/** Throws when the input snapshot of the preview is gone: a final must use the same inputs. */
async function requireInputs(tx: Repositories, { clock }: ApiContext, id: string): Promise<void> {
  const inputs = await tx.sessionInputs.find(id);
  if (!inputs?.isComplete || inputs.expiresAtMs <= clock.nowMs()) throw inputsGone(id);
}

/** Returns copies of the uploads that are sent after each render, for the final. */
async function repeated(
  tx: Repositories,
  { vault }: ApiContext,
  sessionId: string,
): Promise<NewUpload[]> {
  const uploads = await tx.externalUploads.repeating(sessionId);
  return uploads.map((upload) => {
    const id = newId('xup');
    const { encryptedQuery } = upload;
    const query = encryptedQuery && vault.encrypt(vault.decrypt(encryptedQuery, upload.id), id);
    return { ...upload, id, encryptedQuery: query };
  });
}

function conflict({ id, status }: RenderSession, wanted: string, hints: Hints): AppError {
  const hint = hints[status] ?? 'Create a new session.';
  return new AppError('conflict', `Expected ${wanted} but ${id} is ${status}.`, { hint });
}
