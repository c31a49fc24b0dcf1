import { type RawBuilder, sql } from 'kysely';
import type { Origin } from '../../system/index.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import type { Connection } from '../open.ts';
import { prepared } from '../prepared.ts';
import { deliveriesOf } from './deliveries.ts';
import {
  priorityOf,
  QUEUE_POSITION,
  RENDERING,
  type RenderSession,
  type SessionStart,
} from './render-session.ts';
import { IS_HERE } from './session-expiry.ts';

const HAS_UPLOADS = sql<number>`case when exists (
  select 1 from external_uploads where session_id = render_sessions.id
) then 1 else 0 end`;

const byId = (position: RawBuilder<number | null>) =>
  prepared((db) =>
    db
      .selectFrom('renderSessions')
      .innerJoin('mappings', 'mappings.id', 'renderSessions.mappingId')
      .selectAll('renderSessions')
      .select(['mappings.body as mapping', position.as('queuePosition')])
      .select(HAS_UPLOADS.as('hasUploads'))
      .where(IS_HERE)
      .where('renderSessions.id', '=', ''),
  );
const withPosition = byId(QUEUE_POSITION);
const withoutPosition = byId(sql<null>`null`);

const filesById = prepared((db) =>
  db
    .selectFrom('renderSessions')
    .select(['render', 'status', 'attempt', 'epoch', 'hlsKey', 'videoKey'])
    .where(IS_HERE)
    .where('id', '=', ''),
);

/** The fields of a session that name its files. */
type SessionFiles = Pick<
  RenderSession,
  'render' | 'status' | 'attempt' | 'epoch' | 'hlsKey' | 'videoKey'
>;

/** Reads sessions, without those that are being removed. */
export function sessionReadsOf(db: Connection, parts: RepositoryParts) {
  const { json } = parts;
  const readSession = async (id: string, query: typeof withPosition) => {
    const [row] = await query(db, [id]);
    if (!row) return undefined;
    const { mappingId, mapping, hasUploads, sourceUploads } = row;
    const deliveries =
      hasUploads === 1 ? await deliveriesOf(db, parts).ofSessions([id]) : undefined;
    return {
      ...row,
      priority: priorityOf(row),
      mapping: { id: mappingId, ...(json.read(mapping, mappingId) as object) },
      sourceUploads: json.read(sourceUploads, id) as unknown[],
      deliveries: deliveries?.get(id) ?? [],
    };
  };
  const find = (id: string): Promise<RenderSession | undefined> => readSession(id, withPosition);
  return {
    find,

    /** Returns a session without its position in the queue, whose time grows with the queue. */
    findForJob: (id: string): Promise<RenderSession | undefined> =>
      readSession(id, withoutPosition),

    /** Returns the fields of a session that name its files. */
    async filesOf(id: string): Promise<SessionFiles | undefined> {
      const [row] = await filesById(db, [id]);
      return row;
    },

    /** Returns the request that started the last render of a session. */
    async originOf(id: string): Promise<Origin | null> {
      const row = await db
        .selectFrom('renderSessions')
        .select('origin')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.origin ?? null;
    },

    async findIn(accountId: string, id: string): Promise<RenderSession | undefined> {
      const session = await find(id);
      return session?.accountId === accountId ? session : undefined;
    },

    /** The sessions that are rendering or wait for it, the longest waiting first. */
    async unfinished(): Promise<SessionStart[]> {
      const rows = await db
        .selectFrom('renderSessions')
        .select(['id', 'accountId', 'attempt', 'isBatch'])
        .where('status', 'in', RENDERING)
        .orderBy('queuedAtMs')
        .execute();
      return rows.map(({ isBatch, ...row }) => ({ ...row, priority: priorityOf({ isBatch }) }));
    },
  };
}
