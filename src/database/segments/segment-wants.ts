import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../open.ts';
import { type NewSegment, SEGMENT_PRIORITIES, type SegmentPriority } from './segment.ts';

/** Makes a session want a segment, and gives it a place if it is new, or was wanted with a lower priority. */
export async function wantOne(
  tx: Connection,
  segment: NewSegment,
  at: { now: RawBuilder<number>; placesNow: ReadonlyMap<SegmentPriority, number> },
): Promise<void> {
  const { id, accountId, sessionId, epoch, engine, frames, pack, outputs } = segment;
  const priority = SEGMENT_PRIORITIES.indexOf(segment.priority);
  await tx
    .insertInto('segmentWants')
    .values({ sessionId, segmentId: id, epoch })
    .onConflict((on) => on.columns(['sessionId', 'segmentId']).doUpdateSet({ epoch }))
    .execute();
  const segmentRow = await tx
    .selectFrom('segments')
    .select(['state', 'priority'])
    .where('id', '=', id)
    .executeTakeFirst();
  const isOpen = segmentRow?.state === 'wanted';
  if (segmentRow?.state === 'done' || (isOpen && segmentRow.priority <= priority)) {
    await tx.updateTable('segments').set({ lastUsedAtMs: at.now }).where('id', '=', id).execute();
    return;
  }
  const from = at.placesNow.get(segment.priority) ?? 0;
  const place = await nextPlace(tx, { accountId, priority, frames, from });
  const order = { priority, place, lastUsedAtMs: at.now };
  if (isOpen) {
    await tx.updateTable('segments').set(order).where('id', '=', id).execute();
    return;
  }
  const columns = {
    accountId,
    sessionId,
    engine,
    frames,
    pack,
    ...order,
    state: 'wanted' as const,
    outputs,
    error: null,
    cpuSeconds: 0,
    holder: null,
    heldUntilMs: 0,
    failures: 0,
    bytes: 0,
  };
  await tx
    .insertInto('segments')
    .values({ id, claims: 0, survived: 0, ...columns })
    // Every claim has a new number, so that an earlier drawing cannot end this one.
    .onConflict((on) => on.column('id').doUpdateSet({ ...columns, survived: sql`segments.claims` }))
    .execute();
}

/**
 * Returns the place of a segment behind the last one of its account, but not before `from`. Places are counted
 * in frames, so that an account with large segments does not come more often.
 */
async function nextPlace(
  tx: Connection,
  line: { accountId: string; priority: number; frames: number; from: number },
): Promise<number> {
  const { accountId, priority, frames, from } = line;
  const last = sql.ref('segmentPlaces.place');
  const { place } = await tx
    .insertInto('segmentPlaces')
    .values({ accountId, priority, place: from + frames })
    .onConflict((on) =>
      on
        .columns(['accountId', 'priority'])
        .doUpdateSet({
          place: sql<number>`case when ${last} > ${from} then ${last} else ${from} end + ${frames}`,
        }),
    )
    .returning('place')
    .executeTakeFirstOrThrow();
  return place;
}

/** Ends the segments that no session wants. Returns their packs. */
export async function stopUnwanted(tx: Connection, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable('segments')
    .set({ state: 'unwanted', holder: null })
    .where('id', 'in', [...new Set(ids)])
    .where('state', '=', 'wanted')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('segmentWants').select('segmentId').whereRef('segmentId', '=', 'segments.id'),
        ),
      ),
    )
    .returning('pack')
    .execute();
  return rows.map(({ pack }) => pack);
}
