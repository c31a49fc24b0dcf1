import { sql } from 'kysely';
import { fault, say } from '../../base/index.ts';
import { jsonItems } from '../dialect.ts';
import type { Connection } from '../open.ts';
import type { CheckedRow, RowFault } from './batch.ts';

type Claim = { row: number; digest: string };

/**
 * Gives rows the targets of their uploads. Returns a fault for each row with a target of another row, by its
 * number; such a row gets none. Rows with faults are left out, because they do not render.
 */
export async function claimTargets(
  db: Connection,
  batchId: string,
  rows: readonly CheckedRow[],
): Promise<Map<number, RowFault>> {
  const rowsWithTargets = rows.filter(
    ({ faultCount, targets = [] }) => faultCount === 0 && targets.length,
  );
  const faults = new Map<number, RowFault>();
  if (rowsWithTargets.length === 0) return faults;
  await freeTargets(
    db,
    batchId,
    rowsWithTargets.map(({ row }) => row),
  );
  const owners = await rowsByTarget(
    db,
    batchId,
    rowsWithTargets.flatMap(({ targets = [] }) => targets.map(({ digest }) => digest)),
  );
  const claims: Claim[] = [];
  for (const { row, targets = [] } of rowsWithTargets) {
    const conflict = targets.find(({ digest }) => owners.has(digest));
    if (conflict) {
      const { digest, ...place } = conflict;
      faults.set(row, { ...sameTargetFault(owners.get(digest) ?? 0), row, ...place });
      continue;
    }
    for (const { digest } of targets) {
      owners.set(digest, row);
      claims.push({ row, digest });
    }
  }
  await sql`
    insert into batch_targets (batch_id, digest, "row")
    select ${batchId}, value ->> 'digest', cast(value ->> 'row' as integer)
    from ${jsonItems(db, claims)}`.execute(db);
  return faults;
}

/** Deletes some targets of a batch. Returns whether there were any. */
export async function removeTargets(
  db: Connection,
  batchId: string,
  limit: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from batch_targets where batch_id = ${batchId} and digest in (
      select digest from batch_targets where batch_id = ${batchId} limit ${limit})`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** A row that is checked again may have other targets. */
async function freeTargets(
  db: Connection,
  batchId: string,
  rows: readonly number[],
): Promise<void> {
  await sql`
    delete from batch_targets where batch_id = ${batchId}
      and "row" in (
        select cast(value ->> 'row' as integer)
        from ${jsonItems(
          db,
          rows.map((row) => ({ row })),
        )})`.execute(db);
}

/** Returns the rows of a batch that have claimed these targets, by the digest of the target. */
async function rowsByTarget(
  db: Connection,
  batchId: string,
  digests: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<Claim>`
    select digest, "row" from batch_targets where batch_id = ${batchId} and digest in (
      select value ->> 'digest'
      from ${jsonItems(
        db,
        digests.map((digest) => ({ digest })),
      )})`.execute(db);
  return new Map(rows.map(({ digest, row }) => [digest, row]));
}

/** Returns the fault of a row whose upload has the same target as one of the row `first`. */
function sameTargetFault(first: number) {
  const message = say`Expected a target of its own for each upload but row ${first} has the same target.`;
  const hint = 'Use a placeholder that differs between the rows, such as {external_id}.';
  return fault('target_invalid', message, { hint });
}
