import { sql } from 'kysely';
import { assert } from '../../base/index.ts';
import type { AddressJson } from '../../secrets/index.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import { mappingsOf } from '../templates/mappings.ts';
import type { NewUpload } from './external-upload.ts';
import { externalUploadsOf, OPEN } from './external-uploads.ts';
import {
  endingTo,
  fromRow,
  type NewSession,
  QUEUE_POSITION,
  RENDERING,
  type RenderKind,
  type RenderSession,
  type SessionEdit,
  type SessionFilter,
  type SessionPhase,
  type SessionResult,
  type SessionStart,
  type SessionStatus,
  type SessionSummary,
  SUMMARY_COLUMNS,
  summaryFromRow,
} from './render-session.ts';
import { emitStatus } from './session-events.ts';

/** In the place of an expiry: the session is being removed, and nobody finds it any more. */
const MARKED_FOR_DELETION = 0;
const IS_HERE = sql<boolean>`coalesce(render_sessions.expires_at, 1) <> ${sql.lit(MARKED_FOR_DELETION)}`;

export function renderSessionsOf(db: Connection, nowMs: () => number, json: AddressJson) {
  const select = () =>
    db
      .selectFrom('render_sessions')
      .innerJoin('mappings', 'mappings.id', 'render_sessions.mapping_id')
      .selectAll('render_sessions')
      .select(['mappings.body as mapping_body', QUEUE_POSITION.as('queue_position')])
      .where(IS_HERE);
  const find = async (id: string): Promise<RenderSession | undefined> => {
    const row = await select().where('render_sessions.id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const uploads = await externalUploadsOf(db, nowMs).ofSessions([id]);
    return fromRow(row, json, uploads.get(id));
  };
  const statusChanged = async (tx: Connection, id: string) => {
    const session = await renderSessionsOf(tx, nowMs, json).find(id);
    assert(session, `${id} has just been changed`);
    await emitStatus(tx, session, { nowMs, json });
  };
  return {
    find,

    async findIn(accountId: string, id: string): Promise<RenderSession | undefined> {
      const session = await find(id);
      return session?.accountId === accountId ? session : undefined;
    },

    /** What of a session changes while it is rendered, for those who look often. */
    async progressOf(
      id: string,
    ): Promise<Pick<RenderSession, 'status' | 'phase' | 'progress'> | undefined> {
      const row = await db
        .selectFrom('render_sessions')
        .select(['status', 'phase', 'progress'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row as Pick<RenderSession, 'status' | 'phase' | 'progress'> | undefined;
    },

    /** Summaries, newest first. */
    async list(
      accountId: string,
      filter: SessionFilter,
      page: PageRequest,
    ): Promise<SessionSummary[]> {
      let query = db
        .selectFrom('render_sessions')
        .select(SUMMARY_COLUMNS)
        .select(QUEUE_POSITION.as('queue_position'))
        .where(IS_HERE)
        .where('render_sessions.account_id', '=', accountId);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      if (filter.externalId !== undefined)
        query = query.where('external_id', '=', filter.externalId);
      if (filter.templateStyleVersionId !== undefined)
        query = query.where(
          'render_sessions.template_style_version_id',
          '=',
          filter.templateStyleVersionId,
        );
      const rows = await newestFirst(query, 'render_sessions', page).execute();
      const uploads = await externalUploadsOf(db, nowMs).ofSessions(rows.map(({ id }) => id));
      return rows.map((row) => summaryFromRow(row, uploads.get(row.id)));
    },

    async insert(session: NewSession): Promise<void> {
      const now = nowMs();
      const { id: mappingId, ...body } = session.mapping;
      const { accountId, templateStyleVersionId, parsedMapping: parsed } = session;
      const mapping = { id: mappingId, accountId, templateStyleVersionId, body, parsed };
      await atomically(db, async (tx) => {
        await mappingsOf(tx, nowMs, json).insert(mapping);
        await tx
          .insertInto('render_sessions')
          .values({
            id: session.id,
            account_id: accountId,
            mapping_id: mappingId,
            template_style_version_id: templateStyleVersionId,
            title: session.title,
            render: session.render,
            status: session.render === null ? 'draft' : `${session.render}_rendering`,
            phase: 'queued',
            progress: 0,
            errors: '[]',
            warnings: '[]',
            fit: '{}',
            source_uploads: '[]',
            fonts: '[]',
            thumbnails: '[]',
            video_key: null,
            poster_key: null,
            hls_key: null,
            output: '{}',
            timings: '{}',
            metadata: JSON.stringify(session.metadata),
            external_id: session.externalId,
            created_at: now,
            updated_at: now,
            expires_at: session.expiresAtMs ?? null,
            wanted_outputs: JSON.stringify(session.wantedOutputs ?? [{}]),
            outputs: '[]',
            receipt: null,
            is_batch: session.priority === 'batch' ? 1 : 0,
            attempt: session.render === null ? 0 : 1,
            queued_at: session.render === null ? null : now,
            eta_at: null,
            stored_bytes: 0,
          })
          .execute();
        const uploads = externalUploadsOf(tx, nowMs);
        await uploads.insertAll(accountId, session.id, session.externalUploads ?? []);
        if (session.render !== null) await uploads.sessionStarted(session.id, session.render);
        await statusChanged(tx, session.id);
      });
    },

    /** Gives it another title; or a draft another mapping, and then false for what is none. */
    async edit(id: string, { title, mapping }: SessionEdit): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('render_sessions')
          .set({
            ...(title !== undefined && { title }),
            ...(mapping && {
              template_style_version_id: mapping.templateStyleVersionId,
            }),
            updated_at: nowMs(),
          })
          .where('id', '=', id)
          .$if(mapping !== undefined, (query) => query.where('status', '=', 'draft'))
          .executeTakeFirst();
        if (numUpdatedRows > 0n && mapping) await mappingsOf(tx, nowMs, json).replace(mapping);
        return numUpdatedRows > 0n;
      });
    },

    /**
     * Starts a render of a session that has one of the statuses `from`; false for another, and then
     * nothing changes. What was rendered before stays to be read until this render has ended.
     */
    async start(
      id: string,
      render: RenderKind,
      from: readonly SessionStatus[],
      uploads: readonly NewUpload[] = [],
    ): Promise<boolean> {
      return atomically(db, async (tx) => {
        const now = nowMs();
        const row = await tx
          .updateTable('render_sessions')
          .set((e) => ({
            status: `${render}_rendering`,
            render,
            phase: 'queued',
            // Of the same render it never falls; another begins anew.
            progress: e.case().when('status', '=', 'failed').then(e.ref('progress')).else(0).end(),
            errors: '[]',
            attempt: e('attempt', '+', 1),
            hls_key: null,
            queued_at: now,
            eta_at: null,
            updated_at: now,
          }))
          .where('id', '=', id)
          .where(IS_HERE)
          .where('status', 'in', from)
          .returning('account_id')
          .executeTakeFirst();
        if (!row) return false;
        const own = externalUploadsOf(tx, nowMs);
        await own.insertAll(row.account_id, id, uploads);
        await own.sessionStarted(id, render);
        await statusChanged(tx, id);
        return true;
      });
    },

    /**
     * Phase and progress of a session that is rendering; progress never falls and stays below 100.
     * False when the session is not rendering (any more), or was started anew since `starts`.
     */
    async progress(
      id: string,
      phase: SessionPhase,
      percent: number,
      etaMs: number | null = null,
      attempt?: number,
    ): Promise<boolean> {
      const whole = Math.min(99, Math.max(0, Math.floor(percent)));
      const { numUpdatedRows } = await db
        .updateTable('render_sessions')
        .set((e) => ({
          phase,
          progress: e.case().when('progress', '<', whole).then(whole).else(e.ref('progress')).end(),
          eta_at: etaMs,
          updated_at: nowMs(),
        }))
        .where('id', '=', id)
        .where('status', 'in', RENDERING)
        .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Seconds that a part of the render has taken, until `finish` tells all of them. */
    async timed(id: string, timings: Record<string, number>, attempt: number): Promise<void> {
      await db
        .updateTable('render_sessions')
        .set({ timings: JSON.stringify(timings) })
        .where('id', '=', id)
        .where('status', 'in', RENDERING)
        .where('attempt', '=', attempt)
        .execute();
    },

    /** A session that is rendering can be played from now on. */
    async playable(id: string, hlsKey: string): Promise<void> {
      await db
        .updateTable('render_sessions')
        .set({ hls_key: hlsKey, updated_at: nowMs() })
        .where('id', '=', id)
        .where('status', 'in', RENDERING)
        .execute();
    },

    /**
     * Ends a rendering session, or cancels a draft; false when it had ended already, or was started
     * anew since `starts`, and then nothing changes. Only a rendered one is at 100.
     */
    async finish(
      id: string,
      status: SessionStatus,
      result: SessionResult,
      attempt?: number,
    ): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('render_sessions')
          .set({
            status,
            ...(status.endsWith('_rendered') ? { progress: 100 } : { hls_key: null }),
            ...(result.phase !== undefined && { phase: result.phase }),
            ...(result.errors && { errors: JSON.stringify(result.errors) }),
            ...(result.warnings && { warnings: JSON.stringify(result.warnings) }),
            ...(result.fit && { fit: JSON.stringify(result.fit) }),
            ...(result.sourceUploads && {
              source_uploads: json.write(result.sourceUploads, id),
            }),
            ...(result.fonts && { fonts: JSON.stringify(result.fonts) }),
            ...(result.thumbnails && { thumbnails: JSON.stringify(result.thumbnails) }),
            ...(result.videoKey !== undefined && { video_key: result.videoKey }),
            ...(result.posterKey !== undefined && { poster_key: result.posterKey }),
            ...(result.output && { output: JSON.stringify(result.output) }),
            ...(result.outputs && { outputs: JSON.stringify(result.outputs) }),
            ...(result.receipt && { receipt: JSON.stringify(result.receipt) }),
            ...(result.timings && { timings: JSON.stringify(result.timings) }),
            eta_at: null,
            updated_at: nowMs(),
          })
          .where('id', '=', id)
          .where(IS_HERE)
          .where('status', 'in', endingTo(status))
          .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await externalUploadsOf(tx, nowMs).sessionEnded(id, status);
        await statusChanged(tx, id);
        return true;
      });
    },

    /** With its mapping; its events are still told. Its files are the caller's. */
    async remove(id: string): Promise<void> {
      await atomically(db, async (tx) => {
        const row = await tx
          .deleteFrom('render_sessions')
          .where('id', '=', id)
          .returning('mapping_id')
          .executeTakeFirst();
        if (!row) return;
        await tx
          .deleteFrom('mappings')
          .where('id', '=', row.mapping_id)
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('render_sessions')
                  .select('id')
                  .where('mapping_id', '=', row.mapping_id),
              ),
            ),
          )
          .execute();
      });
    },

    /** Those that are to be rendered and have not ended. */
    async unfinished(): Promise<SessionStart[]> {
      const rows = await db
        .selectFrom('render_sessions')
        .select(['id', 'account_id', 'attempt', 'is_batch'])
        .where('status', 'in', RENDERING)
        .orderBy('queued_at')
        .execute();
      return rows.map(({ id, account_id: accountId, attempt, is_batch }) => ({
        ...{ id, accountId, attempt },
        priority: is_batch === 1 ? 'batch' : 'normal',
      }));
    },

    /**
     * Takes those whose time is over out of everyone's reach; not while something is still to be done
     * for them.
     */
    async markForDeletion(ms: number): Promise<void> {
      await db
        .updateTable('render_sessions')
        .set({ expires_at: MARKED_FOR_DELETION })
        .where('expires_at', '<', ms)
        .where('status', 'not in', RENDERING)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('external_uploads')
                .select('external_uploads.id')
                .whereRef('session_id', '=', 'render_sessions.id')
                .where('external_uploads.status', 'in', OPEN),
            ),
          ),
        )
        .execute();
    },

    /** Those that are to be removed, in the order of their ids, from behind `after`. */
    async markedForDeletion(after: string, limit: number): Promise<{ id: string }[]> {
      return db
        .selectFrom('render_sessions')
        .select('id')
        .where('expires_at', '=', MARKED_FOR_DELETION)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
    },
  };
}
