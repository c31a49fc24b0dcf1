import { type RawBuilder, sql } from 'kysely';
import { atomically, type Connection } from '../open.ts';
import { RENDERING } from '../sessions/render-session.ts';
import {
  type ClaimedSegment,
  type NewSegment,
  SEGMENT_PRIORITIES,
  type SegmentClaim,
  type SegmentPriority,
  type SegmentProgress,
  type SegmentState,
} from './segment.ts';
import { databaseMs, skippingLocked } from './segment-sql.ts';
import { stopUnwanted, wantOne } from './segment-wants.ts';

/** A claim that is not renewed for so long ends: its process was killed, or it is not reachable. */
const CLAIM_MS = 10_000;
/** The pause after a failure that has nothing to do with the segment, such as one of the store. */
const PAUSE_MS = 2000;

const NOBODY_WANTS = sql<boolean>`segments.state != 'wanted'
  and not exists (select 1 from segment_wants where segment_id = segments.id)`;

type Outcome = { bytes: number; cpuSeconds: number };

/** The segments that all machines draw together. Times are of the database's clock. */
export function segmentsOf(db: Connection, nowMs: () => number) {
  const databaseNow = () => databaseMs(db, nowMs);

  /** Ends a claim and changes the segment. Returns whether the claim was still held; else nothing changes. */
  async function endClaim(
    { id, holder, claims }: SegmentClaim,
    change: Partial<SegmentChange>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('segments')
      .set({ ...change, holder: null, lastUsedAtMs: databaseNow() })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('claims', '=', claims)
      .where('state', '=', 'wanted')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  return {
    /** Returns the progress of the segments with these ids that have a row, in no order. */
    async find(ids: readonly string[]): Promise<SegmentProgress[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom('segments')
        .select(['id', 'state', 'claims', 'cpuSeconds', 'sessionId', 'error'])
        .where('id', 'in', ids)
        .execute();
    },

    /** Returns the first place of the open segments, for each priority. */
    async placesNow(): Promise<Map<SegmentPriority, number>> {
      const rows = await db
        .selectFrom('segments')
        .select(['priority', sql<number>`min(place)`.as('place')])
        .where('state', '=', 'wanted')
        .groupBy('priority')
        .execute();
      return new Map(rows.map(({ priority, place }) => [priorityOf(priority), place]));
    },

    /**
     * Makes sessions want segments. A segment that is new, or was wanted with a lower priority, gets its place:
     * behind the last segment of its account and priority, but not before `placesNow`, so that the account with
     * the least work comes first.
     */
    want(
      segments: readonly NewSegment[],
      placesNow: ReadonlyMap<SegmentPriority, number>,
    ): Promise<void> {
      return atomically(db, async (tx) => {
        for (const segment of segments)
          await wantOne(tx, segment, { now: databaseNow(), placesNow });
      });
    },

    /** Claims segments in their order, for a process that has free rasterisers. */
    async claim(
      holder: string,
      {
        engines,
        limit,
        batchFirst,
      }: { engines: readonly string[]; limit: number; batchFirst: boolean },
    ): Promise<ClaimedSegment[]> {
      const first = db
        .selectFrom('segments')
        .select('id')
        .where('state', '=', 'wanted')
        .where('engine', 'in', engines)
        .where('heldUntilMs', '<', databaseNow())
        .orderBy('priority', batchFirst ? 'desc' : 'asc')
        .orderBy('place')
        .limit(limit);
      const rows = await db
        // PostgreSQL runs a query with locks once in a `with`, but maybe several times in a condition.
        .with('first', () => skippingLocked(db, first))
        .updateTable('segments')
        .set(({ eb }) => ({
          holder,
          heldUntilMs: sql<number>`${databaseNow()} + ${CLAIM_MS}`,
          claims: eb('claims', '+', 1),
        }))
        .where('id', 'in', ({ selectFrom }) => selectFrom('first').select('first.id'))
        .returning(['id', 'accountId', 'priority', 'place', 'pack', 'outputs', 'frames'])
        .returning(['claims', 'survived', 'failures'])
        .execute();
      rows.sort((a, b) => a.priority - b.priority || a.place - b.place);
      return rows.map(({ priority, place: _, survived, ...row }) => ({
        ...row,
        priority: priorityOf(priority),
        // The other claims ended without a report.
        kills: row.claims - 1 - survived,
      }));
    },

    /** Renews the claims of a process. Returns those that it still has. */
    async renew(holder: string, ids: readonly string[]): Promise<SegmentClaim[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .updateTable('segments')
        .set({ heldUntilMs: sql<number>`${databaseNow()} + ${CLAIM_MS}` })
        .where('id', 'in', ids)
        .where('holder', '=', holder)
        .where('state', '=', 'wanted')
        .returning(['id', 'claims'])
        .execute();
      return rows.map((row) => ({ ...row, holder }));
    },

    /** Reports the stored files of a segment. Returns whether the claim was still held. */
    done: (claim: SegmentClaim, { bytes, cpuSeconds }: Outcome): Promise<boolean> =>
      endClaim(claim, { state: 'done', bytes, cpuSeconds, error: null }),

    /** Reports a failure, as JSON, that each other drawing would have, too. */
    fail: (claim: SegmentClaim, error: string): Promise<boolean> =>
      endClaim(claim, { state: 'failed', error }),

    /** Gives a segment back after a failure that may be chance. */
    retry: (claim: SegmentClaim): Promise<boolean> =>
      endClaim(claim, {
        heldUntilMs: 0,
        survived: plusOne('survived'),
        failures: plusOne('failures'),
      }),

    /** Gives a segment back that this process cannot draw now. `pauses`: another process cannot, either. */
    handBack: (claim: SegmentClaim, pauses: boolean): Promise<boolean> =>
      endClaim(claim, {
        heldUntilMs: pauses ? sql<number>`${databaseNow()} + ${PAUSE_MS}` : 0,
        survived: plusOne('survived'),
      }),

    /** The pack of a segment was lost: it must be wanted again. */
    drop: (claim: SegmentClaim): Promise<boolean> => endClaim(claim, { state: 'unwanted' }),

    /**
     * The files of a drawn segment were lost: it must be wanted again. Does nothing if it was claimed again
     * since.
     */
    async markLost({ id, claims }: Pick<SegmentProgress, 'id' | 'claims'>): Promise<void> {
      await db
        .updateTable('segments')
        .set({ state: 'unwanted', bytes: 0 })
        .where('id', '=', id)
        .where('claims', '=', claims)
        .where('state', 'in', ['done', 'failed'])
        .execute();
    },

    /**
     * Removes what a session wants, up to an epoch. Returns the packs of segments that no other session wants;
     * these are not drawn any more.
     */
    unwant: (sessionId: string, epoch: number): Promise<string[]> =>
      atomically(db, async (tx) => {
        const wants = await tx
          .deleteFrom('segmentWants')
          .where('sessionId', '=', sessionId)
          .where('epoch', '<=', epoch)
          .returning('segmentId')
          .execute();
        return stopUnwanted(
          tx,
          wants.map(({ segmentId }) => segmentId),
        );
      }),

    /** Removes the wants of sessions that do not render. Returns the packs like `unwant`. */
    unwantEnded: (): Promise<string[]> =>
      atomically(db, async (tx) => {
        const wants = await tx
          .deleteFrom('segmentWants')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('renderSessions')
                  .select('id')
                  .where('status', 'in', RENDERING)
                  .whereRef('renderSessions.id', '=', 'segmentWants.sessionId'),
              ),
            ),
          )
          .returning('segmentId')
          .execute();
        return stopUnwanted(
          tx,
          wants.map(({ segmentId }) => segmentId),
        );
      }),

    /**
     * Returns the segments that nobody wants and that were not used for `ttlMs`, and the least recently used
     * ones until the rest is no larger than `maxBytes`. Remove their files, then their rows.
     */
    listExpired({ ttlMs, maxBytes, limit }: { ttlMs: number; maxBytes: number; limit: number }) {
      const totals = db
        .selectFrom('segments')
        .select(['id', 'pack', 'lastUsedAtMs'])
        .select(sql<number>`sum(bytes) over (order by last_used_at desc, id)`.as('total'))
        .where(NOBODY_WANTS)
        .as('rest');
      return db
        .selectFrom(totals)
        .select(['id', 'pack'])
        .where(({ or, eb }) =>
          or([
            eb('lastUsedAtMs', '<', sql<number>`${databaseNow()} - ${ttlMs}`),
            eb('total', '>', maxBytes),
          ]),
        )
        .limit(limit)
        .execute();
    },

    /** Removes the row of a segment unless a session wants it by now, which then finds its files lost. */
    async remove(id: string): Promise<void> {
      await atomically(db, (tx) =>
        tx.deleteFrom('segments').where('id', '=', id).where(NOBODY_WANTS).execute(),
      );
    },
  };
}

type SegmentChange = {
  state: SegmentState;
  bytes: number;
  cpuSeconds: number;
  error: string | null;
  heldUntilMs: number | RawBuilder<number>;
  survived: RawBuilder<number>;
  failures: RawBuilder<number>;
};

/** Returns SQL for the value of a column plus one. */
function plusOne(column: 'survived' | 'failures'): RawBuilder<number> {
  return sql`${sql.ref(column)} + 1`;
}

/** Returns the priority of a stored rank. Rank 0 is drawn first. */
function priorityOf(rank: number): SegmentPriority {
  return SEGMENT_PRIORITIES[rank] ?? 'batch';
}
