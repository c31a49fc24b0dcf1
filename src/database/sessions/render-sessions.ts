import type { Insertable } from 'kysely';
import { assert } from '../../base/index.ts';
import { originOfWork } from '../../system/index.ts';
import { usageOf } from '../accounts/usage.ts';
import { followSession } from '../batches/batch-events.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import type { StoredEvent } from '../events/events.ts';
import { atomically, type Connection } from '../open.ts';
import { picked } from '../picked.ts';
import { preparedInsert } from '../prepared.ts';
import { mappingsOf } from '../templates/mappings.ts';
import { requireVersion } from '../templates/version-use.ts';
import { deliveriesOf } from './deliveries.ts';
import type { NewDelivery } from './delivery.ts';
import {
  endingTo,
  type Lead,
  ledBy,
  type NewSession,
  RESULTS,
  type RenderKind,
  type RenderSessionRow,
  type SessionEdit,
  type SessionResult,
  type SessionStatus,
} from './render-session.ts';
import { emitStatus } from './session-events.ts';
import { IS_HERE, sessionExpiryOf } from './session-expiry.ts';
import { sessionListOf } from './session-list.ts';
import { sessionProgressOf } from './session-progress.ts';
import { sessionReadsOf } from './session-reads.ts';

const insertSession = preparedInsert('renderSessions');

/**
 * Returns the queries of sessions. Those of the changes are here; the reads, lists, progress and expiry have
 * files of their own. Each change of a status also writes its event and its batch row, in the same transaction.
 */
export function renderSessionsOf(db: Connection, parts: RepositoryParts) {
  const { nowMs, json } = parts;
  /**
   * Writes the event of a session's new status, and gives the status to its batch row. Call it after the
   * change, in the same transaction.
   */
  const emitStatusChange = async (tx: Connection, id: string): Promise<StoredEvent> => {
    const session = await sessionReadsOf(tx, parts).find(id);
    assert(session, `${id} has just been changed`);
    const event = await emitStatus(tx, session, parts);
    await followSession(tx, session, parts);
    return event;
  };
  return {
    ...sessionReadsOf(db, parts),
    ...sessionListOf(db, parts),
    ...sessionProgressOf(db, nowMs),
    ...sessionExpiryOf(db),

    /**
     * Adds a session with its mapping and deliveries; with `render` it begins to wait for its render. Returns
     * the event of the new session, which has its public form. Throws `template_version_unknown` if the
     * template version was removed.
     */
    async insert(session: NewSession): Promise<StoredEvent> {
      const timeMs = nowMs();
      const { id: mappingId, ...body } = session.mapping;
      const { accountId, templateStyleVersionId, parsedMapping: parsed, deliveries } = session;
      const mapping = { id: mappingId, accountId, templateStyleVersionId, body, parsed };
      return atomically(db, async (tx) => {
        await requireVersion(tx, templateStyleVersionId);
        await mappingsOf(tx, nowMs, json).insert(mapping);
        await insertSession(tx, newRow(session, timeMs));
        if (deliveries && deliveries.length > 0) {
          const repository = deliveriesOf(tx, parts);
          await repository.insertAll(accountId, session.id, deliveries);
          if (session.render !== null) await repository.sessionStarted(session.id, session.render);
        }
        return emitStatusChange(tx, session.id);
      });
    },

    /**
     * Changes a session. Returns false and changes nothing for an unknown session, and if fields of
     * a draft are given and the session is not a draft, or its mapping has changed meanwhile, or it has
     * another revision than the edit is for.
     */
    async edit(id: string, edit: SessionEdit): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { draft, captions } = edit;
        const newMapping = draft?.mapping ?? captions?.mapping;
        const row = await tx
          .selectFrom('renderSessions')
          .select(['accountId', 'status', 'revision'])
          .where('id', '=', id)
          .where(IS_HERE)
          .executeTakeFirst();
        if (!row || !takesEdit(row, edit)) return false;
        if (newMapping) {
          const { before: previousBody, ...mapping } = newMapping;
          await requireVersion(tx, mapping.templateStyleVersionId);
          if (!(await mappingsOf(tx, nowMs, json).replace(mapping, previousBody))) return false;
        }
        await tx
          .updateTable('renderSessions')
          .set({
            ...editedColumns(edit),
            ...((draft || captions || edit.title !== undefined) && { revision: row.revision + 1 }),
            updatedAtMs: nowMs(),
          })
          .where('id', '=', id)
          .execute();
        if (draft?.deliveries) {
          const repository = deliveriesOf(tx, parts);
          await repository.removeAll(id);
          await repository.insertAll(row.accountId, id, draft.deliveries);
        }
        return true;
      });
    },

    /** Notes the only copy that edit tokens make of a session. Returns false if there was one already. */
    async noteCopy(id: string, copyId: string): Promise<boolean> {
      const row = await db
        .updateTable('renderSessions')
        .set({ copyId })
        .where('id', '=', id)
        .where(IS_HERE)
        .where('copyId', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Starts a render of a session that has one of the statuses `from`; else returns false and changes
     * nothing. The files of an earlier render can be read until this render has ended. Throws
     * `template_version_unknown` if the template version was removed.
     */
    async start(
      id: string,
      render: RenderKind,
      from: readonly SessionStatus[],
      newDeliveries: readonly NewDelivery[] = [],
    ): Promise<boolean> {
      return atomically(db, async (tx) => {
        const timeMs = nowMs();
        const row = await tx
          .updateTable('renderSessions')
          .set((e) => ({
            status: `${render}_rendering`,
            render,
            phase: 'queued',
            // The progress of a repeated render never falls; another render starts at 0.
            progress: e.case().when('status', '=', 'failed').then(e.ref('progress')).else(0).end(),
            errors: [],
            missingEditables: [],
            attempt: e('attempt', '+', 1),
            hlsKey: null,
            queuedAtMs: timeMs,
            endedAtMs: null,
            origin: originOfWork() ?? null,
            etaMs: null,
            updatedAtMs: timeMs,
          }))
          .where('id', '=', id)
          .where(IS_HERE)
          .where('status', 'in', from)
          .returning(['accountId', 'templateStyleVersionId'])
          .executeTakeFirst();
        if (!row) return false;
        await requireVersion(tx, row.templateStyleVersionId);
        const repository = deliveriesOf(tx, parts);
        await repository.insertAll(row.accountId, id, newDeliveries);
        await repository.sessionStarted(id, render);
        await emitStatusChange(tx, id);
        return true;
      });
    },

    /**
     * Ends a rendering session and counts the use of its account, or cancels a draft. Returns false and
     * changes nothing if the session had ended or another lead renders it. Only a rendered session has the
     * progress 100.
     */
    async finish(
      id: string,
      status: SessionStatus,
      result: SessionResult,
      lead?: Lead,
    ): Promise<boolean> {
      return atomically(db, async (tx) => {
        const row = await tx
          .updateTable('renderSessions')
          .set({
            status,
            ...(status.endsWith('_rendered') ? { progress: 100 } : { hlsKey: null }),
            ...picked(result, RESULTS),
            sourceUploads: result.sourceUploads && json.write(result.sourceUploads, id),
            etaMs: null,
            // A draft that is canceled was never rendered.
            endedAtMs: (e) =>
              e.case().when('queuedAtMs', 'is', null).then(null).else(nowMs()).end(),
            updatedAtMs: nowMs(),
          })
          .where('id', '=', id)
          .where(IS_HERE)
          .where('status', 'in', endingTo(status))
          .$if(lead !== undefined, (query) => query.where(ledBy(lead as Lead)))
          .returning(['accountId', 'templateStyleVersionId', 'attempt'])
          .executeTakeFirst();
        if (!row) return false;
        await countUse(tx, nowMs, { ...row, id }, { status, ...result });
        await deliveriesOf(tx, parts).sessionEnded(id, status);
        await emitStatusChange(tx, id);
        return true;
      });
    },

    /** Removes a session and its mapping. Its events stay. The caller removes its files. */
    async remove(id: string): Promise<void> {
      await atomically(db, async (tx) => {
        const row = await tx
          .deleteFrom('renderSessions')
          .where('id', '=', id)
          .returning('mappingId')
          .executeTakeFirst();
        if (!row) return;
        await tx
          .deleteFrom('mappings')
          .where('id', '=', row.mappingId)
          .where((e) =>
            e.not(
              e.exists(
                e.selectFrom('renderSessions').select('id').where('mappingId', '=', row.mappingId),
              ),
            ),
          )
          .execute();
      });
    },
  };
}

/** Returns the columns to set for an edit. Those that are undefined stay as they are. */
function editedColumns({ title, metadata, externalId, draft = {} }: SessionEdit) {
  const { mapping, wantedOutputs, preview, priority } = draft;
  return {
    title,
    metadata,
    externalId,
    templateStyleVersionId: mapping?.templateStyleVersionId,
    missingEditables: mapping && [...mapping.missingEditables],
    warnings: mapping && [...mapping.warnings],
    wantedOutputs,
    preview,
    isBatch: priority && priority === 'batch',
  };
}

/** Returns the row of a new session: a draft, or the first attempt of a render that waits in the queue. */
function newRow(session: NewSession, timeMs: number): Insertable<RenderSessionRow> {
  const { render } = session;
  return {
    ...picked(session, ['id', 'accountId', 'templateStyleVersionId', 'title', 'render']),
    ...picked(session, ['metadata', 'externalId']),
    mappingId: session.mapping.id,
    status: render === null ? 'draft' : `${render}_rendering`,
    phase: 'queued',
    progress: 0,
    errors: [],
    warnings: [...(session.warnings ?? [])],
    fit: {},
    sourceUploads: '[]',
    fonts: [],
    thumbnails: [],
    output: {},
    timings: {},
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
    expiresAtMs: session.expiresAtMs ?? null,
    wantedOutputs: session.wantedOutputs ?? [{}],
    outputs: [],
    isBatch: session.priority === 'batch',
    attempt: render === null ? 0 : 1,
    epoch: 0,
    queuedAtMs: render === null ? null : timeMs,
    origin: originOfWork() ?? null,
    batchId: session.batchId ?? null,
    batchRow: session.batchRow ?? null,
    missingEditables: session.missingEditables ?? [],
    preview: session.preview ?? null,
    createdBy: session.createdBy ?? null,
    revision: 1,
  };
}

/** Whether an edit is allowed: only drafts get other contents, and an edit can be for one revision. */
function takesEdit(
  row: Pick<RenderSessionRow, 'status' | 'revision'>,
  { draft, captions, revision }: SessionEdit,
): boolean {
  if (draft && row.status !== 'draft') return false;
  if (captions && !captions.statuses.includes(row.status)) return false;
  return revision === undefined || revision === row.revision;
}

type EndedRow = Pick<RenderSessionRow, 'id' | 'accountId' | 'templateStyleVersionId' | 'attempt'>;

/** Counts the render of a session that has just ended. The render of a draft has not started. */
async function countUse(
  tx: Connection,
  nowMs: () => number,
  row: EndedRow,
  { status, frames, outputs = [] }: SessionResult & { status: SessionStatus },
): Promise<void> {
  if (row.attempt === 0) return;
  await usageOf(tx, nowMs).renderEnded({
    sessionId: row.id,
    accountId: row.accountId,
    frames,
    videos: outputs,
    versionId: row.templateStyleVersionId,
    outcome: status === 'failed' || status === 'canceled' ? status : 'rendered',
  });
}
