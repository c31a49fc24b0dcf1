import { expect, test } from 'vitest';
import { addVersion, temporaryDatabase } from '../../database/database.fixture.ts';
import {
  type Batch,
  type Database,
  DEFAULT_ACCOUNT,
  type NewSession,
} from '../../database/index.ts';
import { createVault } from '../../secrets/index.ts';
import { openDiskStore } from '../../storage/index.ts';
import { silentLog } from '../../system/index.ts';
import type { CheckRow } from './batch-context.ts';
import { Batches } from './batches.ts';

const AHEAD = 4;

async function addBatch(db: Database, id: string, accountId: string, rows: number): Promise<void> {
  await db.batches.insert({
    ...{ id, accountId, templateStyleVersionId: 'tsv_1', title: 'Cards', options: {} },
    ...{ render: 'final', priority: 'batch', externalId: null, metadata: {}, rowsKey: 'x' },
    ...{ invalidRows: 'stop', startsItself: true, rowsFormat: { kind: 'json_lines' } },
    ...{ storedBytes: 0, expiresAtMs: null },
  });
  const row = { values: {}, title: 'A row', externalId: null, faults: [], faultCount: 0 };
  await db.batchRows.insertAll(
    id,
    Array.from({ length: rows }, (_, index) => ({ ...row, row: index + 1 })),
  );
  await db.batches.endCheck(id);
}

/** Makes a session of each row, or fails it as if its template were gone. */
function checker({ id: batchId, accountId }: Batch, isGone: boolean): CheckRow {
  return async (row, values) => {
    const checked = { row, values, title: 'A row', externalId: null, faults: [], faultCount: 0 };
    const gone = { code: 'template_version_unknown', message: 'gone', retryable: false } as const;
    if (isGone)
      return { checked: { ...checked, faults: [{ ...gone, row, column: null }], faultCount: 1 } };
    const id = `rs_${batchId}_${row}`;
    const session: NewSession = {
      ...{ id, accountId, templateStyleVersionId: 'tsv_1', title: 'A row', batchId, batchRow: row },
      ...{ metadata: {}, externalId: null, mapping: { id: `map_${id}` } },
      render: 'final',
    };
    return { checked, session };
  };
}

async function batchesOf(isGone = false) {
  const t = await temporaryDatabase();
  const { db } = t;
  await addVersion(db, 'tsv_1');
  const batches = new Batches({
    ...{ db, store: openDiskStore(`${t.path}-files`), log: silentLog, ahead: AHEAD },
    vault: createVault([Buffer.alloc(32, 1)]),
    checkerOf: async (batch) => checker(batch, isGone),
    sessionStarted: async () => undefined,
  });
  return {
    db,
    batches,
    counts: async (id: string) => (await db.batches.find(id))?.counts,
    async [Symbol.asyncDispose]() {
      await batches[Symbol.asyncDispose]();
      await t[Symbol.asyncDispose]();
    },
  };
}

test('only a few rows of an account are sessions at once, and its batches take turns', async () => {
  await using t = await batchesOf();
  const { db } = t;
  const { id: other } = await db.accounts.insert('other');
  await addBatch(db, 'bat_1', DEFAULT_ACCOUNT, 50);
  await addBatch(db, 'bat_2', DEFAULT_ACCOUNT, 50);
  await addBatch(db, 'bat_3', other, 50);
  t.batches.start();
  await expect.poll(() => t.counts('bat_3')).toMatchObject({ rendering: AHEAD, waiting: 46 });
  for (const id of ['bat_1', 'bat_2'])
    await expect.poll(() => t.counts(id)).toMatchObject({ rendering: AHEAD / 2, waiting: 48 });
  await db.renderSessions.finish('rs_bat_3_1', 'final_rendered', { phase: 'done' });
  await expect.poll(() => t.counts('bat_3')).toMatchObject({ rendered: 1, rendering: AHEAD });
});

test('a batch whose template is gone pauses after one failed row', async () => {
  await using t = await batchesOf(true);
  await addBatch(t.db, 'bat_1', DEFAULT_ACCOUNT, 3);
  t.batches.start();
  await expect
    .poll(() => t.db.batches.find('bat_1'))
    .toMatchObject({ status: 'paused', pausedReason: 'template_removed' });
  expect(await t.counts('bat_1')).toMatchObject({ failed: 1, waiting: 2 });
  const events = await t.db.events.after('bat_1', 0, 10);
  expect(events).toMatchObject([
    { type: 'batch.row.failed', data: { row: 1, errors: [{ code: 'template_version_unknown' }] } },
  ]);
});

test('a batch emits that it has ended once, also when a session is retried later', async () => {
  await using t = await batchesOf();
  const { db } = t;
  await addBatch(db, 'bat_1', DEFAULT_ACCOUNT, 2);
  t.batches.start();
  await expect.poll(() => t.counts('bat_1')).toMatchObject({ rendering: 2 });
  await db.renderSessions.finish('rs_bat_1_1', 'failed', { errors: [], phase: 'done' });
  await db.renderSessions.finish('rs_bat_1_2', 'final_rendered', { phase: 'done' });
  expect(await db.batches.find('bat_1')).toMatchObject({ status: 'completed' });
  await db.renderSessions.start('rs_bat_1_1', 'final', ['failed']);
  await db.renderSessions.finish('rs_bat_1_1', 'final_rendered', { phase: 'done' });
  expect(await t.counts('bat_1')).toMatchObject({ rendered: 2, failed: 0 });
  const types = (await db.events.after('bat_1', 0, 10)).map(({ type }) => type);
  expect(types).toEqual(['batch.row.failed', 'batch.completed']);
});
