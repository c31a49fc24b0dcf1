import { assert } from '../base/index.ts';
import { eventsOf } from './events.ts';
import { type ExternalUpload, externalUploadsOf, type NewUpload } from './external-uploads.ts';
import { mappingsOf } from './mappings.ts';
import { atomically, type Connection } from './open.ts';
import type { Tables } from './tables.ts';

export const SESSION_STATUSES = [
  'draft',
  'preview_rendering',
  'preview_rendered',
  'final_rendering',
  'final_rendered',
  'failed',
  'canceled',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
export type SessionPhase =
  | 'queued'
  | 'fetching'
  | 'composing'
  | 'rendering'
  | 'assembling'
  | 'delivering'
  | 'done';
export const RENDERING: readonly SessionStatus[] = ['preview_rendering', 'final_rendering'];

/** A render session with its mapping. Thumbnails, video and poster are storage keys. */
export type RenderSession = {
  id: string;
  accountId: string;
  templateStyleVersionId: string;
  mapping: { id: string } & Record<string, unknown>;
  title: string;
  render: 'preview' | 'final' | null;
  status: SessionStatus;
  phase: SessionPhase;
  progress: number;
  errors: unknown[];
  warnings: unknown[];
  fit: Record<string, unknown>;
  sourceUploads: unknown[];
  fonts: unknown[];
  thumbnails: string[];
  videoKey: string | null;
  posterKey: string | null;
  output: Record<string, unknown>;
  timings: Record<string, number>;
  metadata: Record<string, string>;
  externalId: string | null;
  /** In the order in which they were asked for. */
  externalUploads: ExternalUpload[];
  createdAtMs: number;
  updatedAtMs: number;
  /** When it is removed with its files; null: never. */
  expiresAtMs: number | null;
};

export type NewSession = Pick<
  RenderSession,
  | 'id'
  | 'accountId'
  | 'templateStyleVersionId'
  | 'title'
  | 'render'
  | 'metadata'
  | 'externalId'
  | 'mapping'
> & { externalUploads?: readonly NewUpload[] };
export type SessionResult = Partial<
  Pick<
    RenderSession,
    | 'errors'
    | 'warnings'
    | 'fit'
    | 'sourceUploads'
    | 'fonts'
    | 'thumbnails'
    | 'videoKey'
    | 'posterKey'
    | 'output'
    | 'timings'
    | 'phase'
  >
>;
export type SessionFilter = {
  status?: string;
  externalId?: string;
  templateStyleVersionId?: string;
};

export function renderSessionsOf(db: Connection, nowMs: () => number) {
  const select = () =>
    db
      .selectFrom('render_sessions')
      .innerJoin('mappings', 'mappings.id', 'render_sessions.mapping_id')
      .selectAll('render_sessions')
      .select('mappings.body as mapping_body');
  const find = async (id: string): Promise<RenderSession | undefined> => {
    const row = await select().where('render_sessions.id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const uploads = await externalUploadsOf(db, nowMs).ofSessions([id]);
    return fromRow(row, uploads.get(id));
  };
  return {
    find,

    async findIn(accountId: string, id: string): Promise<RenderSession | undefined> {
      const session = await find(id);
      return session?.accountId === accountId ? session : undefined;
    },

    /** Newest first; `cursor` is what the page before ended with. */
    async list(
      accountId: string,
      filter: SessionFilter,
      limit: number,
      cursor?: { createdAtMs: number; id: string },
    ): Promise<RenderSession[]> {
      let query = select().where('render_sessions.account_id', '=', accountId);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      if (filter.externalId !== undefined)
        query = query.where('external_id', '=', filter.externalId);
      if (filter.templateStyleVersionId !== undefined)
        query = query.where(
          'render_sessions.template_style_version_id',
          '=',
          filter.templateStyleVersionId,
        );
      if (cursor) {
        query = query.where((e) =>
          e.or([
            e('render_sessions.created_at', '<', cursor.createdAtMs),
            e.and([
              e('render_sessions.created_at', '=', cursor.createdAtMs),
              e('render_sessions.id', '<', cursor.id),
            ]),
          ]),
        );
      }
      const rows = await query
        .orderBy('render_sessions.created_at', 'desc')
        .orderBy('render_sessions.id', 'desc')
        .limit(limit)
        .execute();
      const ids = rows.map((row) => row.id);
      const uploads = await externalUploadsOf(db, nowMs).ofSessions(ids);
      return rows.map((row) => fromRow(row, uploads.get(row.id)));
    },

    async insert(session: NewSession): Promise<void> {
      const now = nowMs();
      const { id: mappingId, ...body } = session.mapping;
      const { accountId, templateStyleVersionId } = session;
      await atomically(db, async (tx) => {
        await mappingsOf(tx, nowMs).insert({
          id: mappingId,
          accountId,
          templateStyleVersionId,
          body,
        });
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
            output: '{}',
            timings: '{}',
            metadata: JSON.stringify(session.metadata),
            external_id: session.externalId,
            created_at: now,
            updated_at: now,
            expires_at: null,
          })
          .execute();
        const uploads = session.externalUploads ?? [];
        await externalUploadsOf(tx, nowMs).insertAll(accountId, session.id, uploads);
        await tellStatus(tx, session.id, nowMs);
      });
    },

    /**
     * Phase and progress of a session that is rendering; progress never falls and stays below 100.
     * False when the session is not rendering (any more).
     */
    async progress(id: string, phase: SessionPhase, percent: number): Promise<boolean> {
      const whole = Math.min(99, Math.max(0, Math.floor(percent)));
      const { numUpdatedRows } = await db
        .updateTable('render_sessions')
        .set((e) => ({
          phase,
          progress: e.case().when('progress', '<', whole).then(whole).else(e.ref('progress')).end(),
          updated_at: nowMs(),
        }))
        .where('id', '=', id)
        .where('status', 'in', RENDERING)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Ends a rendering session, or cancels a draft; false when it had ended already, and then nothing
     * changes. Only a rendered one is at 100.
     */
    async finish(id: string, status: SessionStatus, result: SessionResult): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('render_sessions')
          .set({
            status,
            ...(status.endsWith('_rendered') && { progress: 100 }),
            ...(result.phase !== undefined && { phase: result.phase }),
            ...(result.errors && { errors: JSON.stringify(result.errors) }),
            ...(result.warnings && { warnings: JSON.stringify(result.warnings) }),
            ...(result.fit && { fit: JSON.stringify(result.fit) }),
            ...(result.sourceUploads && { source_uploads: JSON.stringify(result.sourceUploads) }),
            ...(result.fonts && { fonts: JSON.stringify(result.fonts) }),
            ...(result.thumbnails && { thumbnails: JSON.stringify(result.thumbnails) }),
            ...(result.videoKey !== undefined && { video_key: result.videoKey }),
            ...(result.posterKey !== undefined && { poster_key: result.posterKey }),
            ...(result.output && { output: JSON.stringify(result.output) }),
            ...(result.timings && { timings: JSON.stringify(result.timings) }),
            updated_at: nowMs(),
          })
          .where('id', '=', id)
          .where('status', 'in', status === 'canceled' ? ['draft', ...RENDERING] : RENDERING)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await externalUploadsOf(tx, nowMs).sessionEnded(id, status.endsWith('_rendered'));
        await tellStatus(tx, id, nowMs);
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
    async unfinished(): Promise<string[]> {
      const rows = await db
        .selectFrom('render_sessions')
        .select('id')
        .where('status', 'in', RENDERING)
        .execute();
      return rows.map((row) => row.id);
    },
  };
}

/** The event of a status that has just been set, in the transaction that sets it. */
async function tellStatus(tx: Connection, id: string, nowMs: () => number): Promise<void> {
  const session = await renderSessionsOf(tx, nowMs).find(id);
  assert(session, `${id} has just been changed`);
  await eventsOf(tx, nowMs).append({
    accountId: session.accountId,
    type: 'render_session.status.changed',
    subjectId: id,
    data: session,
  });
}

function fromRow(
  row: Tables['render_sessions'] & { mapping_body: string },
  externalUploads: ExternalUpload[] = [],
): RenderSession {
  return {
    id: row.id,
    accountId: row.account_id,
    templateStyleVersionId: row.template_style_version_id,
    mapping: { id: row.mapping_id, ...(JSON.parse(row.mapping_body) as Record<string, unknown>) },
    title: row.title,
    render: row.render as RenderSession['render'],
    status: row.status as SessionStatus,
    phase: row.phase as SessionPhase,
    progress: row.progress,
    errors: JSON.parse(row.errors) as unknown[],
    warnings: JSON.parse(row.warnings) as unknown[],
    fit: JSON.parse(row.fit) as Record<string, unknown>,
    sourceUploads: JSON.parse(row.source_uploads) as unknown[],
    fonts: JSON.parse(row.fonts) as unknown[],
    thumbnails: JSON.parse(row.thumbnails) as string[],
    videoKey: row.video_key,
    posterKey: row.poster_key,
    output: JSON.parse(row.output) as Record<string, unknown>,
    timings: JSON.parse(row.timings) as Record<string, number>,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    externalId: row.external_id,
    externalUploads,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    expiresAtMs: row.expires_at,
  };
}
