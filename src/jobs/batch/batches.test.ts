import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError, type Fault, fault } from '../../base/index.ts';
import { type CheckRow, presentBatch } from '../../batches/index.ts';
import { addVersion, temporaryDatabase } from '../../database/database.fixture.ts';
import {
  type Batch,
  type Database,
  DEFAULT_ACCOUNT,
  type NewSession,
  type SessionStart,
} from '../../database/index.ts';
import { writeEncryptedText } from '../../rows/index.ts';
import { createVault } from '../../secrets/index.ts';
import { NO_LIMITS } from '../../speech/models.fixture.ts';
import { openDiskStore } from '../../storage/index.ts';
import { silentLog } from '../../system/index.ts';
import { Batches } from './batches.ts';

const AHEAD = 4;

async function addBatch(
  db: Database,
  id: string,
  rows: number,
  { accountId = DEFAULT_ACCOUNT, options = {}, values = {} } = {},
): Promise<void> {
  await db.batches.insert({
    id,
    accountId,
    templateStyleVersionId: 'tsv_1',
    title: 'Cards',
    options,
    render: 'final',
    priority: 'batch',
    externalId: null,
    metadata: {},
    rowsKey: 'x',
    invalidRows: 'stop',
    startsItself: true,
    rowsFormat: { kind: 'json_lines' },
    storedBytes: 0,
    expiresAtMs: null,
  });
  const row = { values, title: 'A row', externalId: null, faults: [], faultCount: 0 };
  await db.batchRows.insertAll(
    id,
    Array.from({ length: rows }, (_, index) => ({ ...row, row: index + 1 })),
  );
  await db.batches.endCheck(id);
}

/** Makes a session of each row, or fails it as if its template were gone. */
function checker(
  { id: batchId, accountId }: Batch,
  isTemplateRemoved: boolean,
  takenIds: Set<string>,
): CheckRow {
  return async (row, values) => {
    const checked = { row, values, title: 'A row', externalId: null, faults: [], faultCount: 0 };
    const versionFault = {
      code: 'template_version_unknown',
      message: 'gone',
      retryable: false,
    } as const;
    if (isTemplateRemoved)
      return {
        checked: { ...checked, faults: [{ ...versionFault, row, column: null }], faultCount: 1 },
      };
    const first = `rs_${batchId}_${row}`;
    const id = takenIds.has(first) ? `${first}_again` : first;
    takenIds.add(id);
    const session: NewSession = {
      id,
      accountId,
      templateStyleVersionId: 'tsv_1',
      title: 'A row',
      batchId,
      batchRow: row,
      metadata: {},
      externalId: null,
      mapping: { id: `map_${id}` },
      render: 'final',
    };
    return { checked, session };
  };
}

async function batchesOf({
  isTemplateRemoved = false,
  limit,
}: {
  isTemplateRemoved?: boolean;
  limit?: () => void;
} = {}) {
  const t = await temporaryDatabase();
  const { db } = t;
  await addVersion(db, 'tsv_1');
  const store = openDiskStore(join(t.folder, 'files'));
  const vault = createVault([Buffer.alloc(32, 1)]);
  const takenIds = new Set<string>();
  const starts: SessionStart[] = [];
  const batches = new Batches({
    db,
    store,
    vault,
    log: silentLog,
    ahead: async () => AHEAD,
    checkerOf: async (batch) => checker(batch, isTemplateRemoved, takenIds),
    actions: {
      sessionStarted: async (start) => {
        limit?.();
        starts.push(start);
      },
      fileStored: async () => undefined,
    },
    defaultLimits: NO_LIMITS,
  });
  return {
    db,
    store,
    vault,
    batches,
    starts,
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
  await addBatch(db, 'bat_1', 50);
  await addBatch(db, 'bat_2', 50);
  await addBatch(db, 'bat_3', 50, { accountId: other });
  t.batches.start();
  await expect.poll(() => t.counts('bat_3')).toMatchObject({ rendering: AHEAD, waiting: 46 });
  for (const id of ['bat_1', 'bat_2'])
    await expect.poll(() => t.counts(id)).toMatchObject({ rendering: AHEAD / 2, waiting: 48 });
  // Also when one row ends after the other.
  for (const row of [1, 2]) {
    await db.renderSessions.finish(`rs_bat_2_${row}`, 'final_rendered', { phase: 'done' });
    t.batches.wake();
    await expect
      .poll(async () => (await db.batchRows.countRendering(DEFAULT_ACCOUNT)) === AHEAD)
      .toBe(true);
  }
  for (const id of ['bat_1', 'bat_2'])
    await expect.poll(() => t.counts(id)).toMatchObject({ waiting: 47 });
  await db.renderSessions.finish('rs_bat_3_1', 'final_rendered', { phase: 'done' });
  await expect.poll(() => t.counts('bat_3')).toMatchObject({ rendered: 1, rendering: AHEAD });
});

test('blank rows of a table are no rows, and a warning has their number', async () => {
  await using t = await batchesOf();
  const { db, vault, store } = t;
  await db.batches.insert({
    id: 'bat_1',
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: 'tsv_1',
    title: 'Cards',
    render: 'final',
    priority: 'batch',
    externalId: null,
    metadata: {},
    rowsKey: 'rows',
    invalidRows: 'stop',
    startsItself: false,
    storedBytes: 0,
    expiresAtMs: null,
    rowsFormat: { kind: 'csv', delimiter: ';' },
    options: {},
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'framepress-rows-'));
  const path = join(folder.path, 'rows');
  const text = async function* () {
    yield 'sep=;\r\na;b;\r\n;;\r\n1;2;\r\n;;\r\n3\r\n;;\r\n';
  };
  await writeEncryptedText(path, text(), vault, 'bat_1');
  await store.put('rows', path);
  t.batches.start();
  await expect.poll(() => db.batches.find('bat_1')).toMatchObject({ status: 'paused' });
  expect(await db.batches.find('bat_1')).toMatchObject({
    counts: { waiting: 2, invalid: 0 },
    warnings: [{ code: 'blank_rows', message: '3 blank rows are left out.' }],
  });
});

test('a batch whose template is gone pauses after one failed row', async () => {
  await using t = await batchesOf({ isTemplateRemoved: true });
  await addBatch(t.db, 'bat_1', 3);
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
  await addBatch(db, 'bat_1', 2);
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

test('a canceled batch goes on with new sessions for the rows whose render was canceled', async () => {
  await using t = await batchesOf();
  const { db } = t;
  await addBatch(db, 'bat_1', 2);
  t.batches.start();
  await expect.poll(() => t.counts('bat_1')).toMatchObject({ rendering: 2 });
  await db.renderSessions.finish('rs_bat_1_1', 'final_rendered', { phase: 'done' });
  await db.transaction(async (tx) => {
    await tx.batches.cancel('bat_1');
    await tx.renderSessions.finish('rs_bat_1_2', 'canceled', { phase: 'done' });
  });
  await db.batchRows.retryAll('bat_1', { state: 'canceled', after: 0, limit: 10 });
  expect(await t.counts('bat_1')).toMatchObject({ rendered: 1, waiting: 0, canceled: 1 });
  await db.batches.continueCanceled('bat_1');
  t.batches.wake();
  await expect.poll(() => t.counts('bat_1')).toMatchObject({ rendering: 1 });
  await db.renderSessions.finish('rs_bat_1_2_again', 'final_rendered', { phase: 'done' });
  expect(await db.batches.find('bat_1')).toMatchObject({ status: 'completed' });
  expect(await db.renderSessions.find('rs_bat_1_2')).toMatchObject({ status: 'canceled' });
});

test('a batch shows the limit for which it waits, and an event reports it once', async () => {
  let error: AppError | undefined;
  const refuse = (usedBytes: number) => {
    const limit = {
      name: 'stored_bytes',
      limit: 10,
      used: usedBytes,
      freesAtMs: Date.UTC(2027, 0),
    } as const;
    error = new AppError('quota_exceeded', `The account stores ${usedBytes}.`, {
      hint: 'Wait.',
      limit,
    });
  };
  refuse(11);
  await using t = await batchesOf({
    limit: () => {
      if (error) throw error;
    },
  });
  const { db } = t;
  const waitingFor = async (id: string) => {
    const batch = await db.batches.find(id);
    return batch && presentBatch(batch, [], 0).waiting_for;
  };
  for (const id of ['bat_1', 'bat_2']) await addBatch(db, id, 9);
  t.batches.start();
  const limit = { name: 'stored_bytes', limit: 10, used: 11, frees_at: '2027-01-01T00:00:00.000Z' };
  for (const id of ['bat_1', 'bat_2'])
    await expect
      .poll(() => waitingFor(id))
      .toMatchObject({ code: 'quota_exceeded', hint: 'Wait.', limit });
  refuse(12);
  await expect.poll(() => waitingFor('bat_1')).toMatchObject({ limit: { used: 12 } });
  const events = await db.events.after('bat_1', 0, 10);
  expect(events).toMatchObject([
    { type: 'batch.waiting', data: { batch: { id: 'bat_1', waiting_for: { limit } } } },
  ]);
  error = undefined;
  await expect.poll(() => t.counts('bat_1')).toMatchObject({ rendering: AHEAD / 2 });
  expect([await waitingFor('bat_1'), await waitingFor('bat_2')]).toEqual([null, null]);
});

test('a row whose speech is above the daily limit waits, and goes on when there is room', async () => {
  await using t = await batchesOf();
  const { db } = t;
  await db.accounts.setLimits(DEFAULT_ACCOUNT, { speechCharactersPerDay: 5 });
  await addBatch(db, 'bat_1', 2);
  t.batches.start();
  await expect.poll(() => t.counts('bat_1')).toMatchObject({ rendering: 2 });
  const name = 'speech_characters_per_day' as const;
  const limit = { name, limit: 5, used: 0, requested: 9, freesAtMs: 9e12 };
  const tooLong = fault('daily_limit_exceeded', 'Too long.', { limit: { ...limit, requested: 5 } });
  const fail = (row: number, errors: Fault[]) =>
    db.renderSessions.finish(`rs_bat_1_${row}`, 'failed', { errors, phase: 'done' });
  await db.usage.countMade(DEFAULT_ACCOUNT, 'tsv_1', { characters: 1, seconds: 0 });
  await fail(2, [tooLong, fault('asset_not_media', 'No.')]);
  await fail(1, [tooLong]);
  expect(await t.counts('bat_1')).toMatchObject({ waiting: 1, failed: 1 });
  t.batches.wake();
  await expect
    .poll(async () => (await db.batches.find('bat_1'))?.waitingFor)
    .toMatchObject({ code: 'daily_limit_exceeded', limit: { name, used: 1, requested: 5 } });
  expect(t.starts).toHaveLength(2);
  await db.accounts.setLimits(DEFAULT_ACCOUNT, { speechCharactersPerDay: 6 });
  await expect.poll(() => t.counts('bat_1')).toMatchObject({ rendering: 1 });
  expect(t.starts[2]).toMatchObject({ id: 'rs_bat_1_1', attempt: 2 });
  // A row of a batch that has ended does not wait: nobody would begin it.
  await db.renderSessions.finish('rs_bat_1_1', 'final_rendered', { phase: 'done' });
  await db.renderSessions.start('rs_bat_1_2', 'final', ['failed']);
  await fail(2, [tooLong]);
  expect(await t.counts('bat_1')).toMatchObject({ rendered: 1, failed: 1, waiting: 0 });
});

test('faults of a render name the column that filled the editable', async () => {
  await using t = await batchesOf();
  const { db } = t;
  await addBatch(db, 'bat_1', 1, {
    options: { columns: { Photo: 'a/b.png' } },
    values: {
      Photo: 'https://example.com/a.png?signature=x',
      'song.volume': '2',
      empty: '',
      captions_url: 'https://example.com/a.srt',
      'voice.speech': 'Hello',
    },
  });
  t.batches.start();
  await expect.poll(() => t.counts('bat_1')).toMatchObject({ rendering: 1 });
  const faults = [
    '/mapping/resources/a~1b.png/source/remote_url',
    '/mapping/audio_tracks/song/transform/volume',
    '/mapping/resources/empty/source',
    '/mapping/captions/source/remote_url',
    '/mapping/audio_tracks/voice/source/speech',
  ].map((pointer) => fault('asset_not_media', 'Not an image.', { pointer }));
  await db.renderSessions.finish('rs_bat_1_1', 'failed', { errors: faults, phase: 'done' });
  expect(await db.batchRows.firstFaults('bat_1')).toMatchObject([
    { row: 1, column: 'Photo', pointer: '/Photo/source/remote_url' },
    { row: 1, column: 'song.volume', pointer: '/song.volume' },
    { row: 1, column: null, pointer: '/mapping/resources/empty/source' },
    { row: 1, column: 'captions_url', pointer: '/captions_url/source/remote_url' },
    { row: 1, column: 'voice.speech', pointer: '/voice.speech' },
  ]);
  const [event] = await db.events.after('bat_1', 0, 10);
  expect(event).toMatchObject({ data: { errors: [{ column: 'Photo' }, {}, {}, {}, {}] } });
});

test('a row starts with the render of its batch, also when it is retried', async () => {
  await using t = await batchesOf();
  const { db } = t;
  await addBatch(db, 'bat_1', 2);
  t.batches.start();
  await expect.poll(() => t.starts).toMatchObject([{ render: 'final' }, { render: 'final' }]);
  await db.renderSessions.finish('rs_bat_1_1', 'failed', { errors: [], phase: 'done' });
  await db.batchRows.retryAll('bat_1', { state: 'failed', after: 0, limit: 10 });
  t.batches.wake();
  await expect
    .poll(() => t.starts)
    .toMatchObject([{ attempt: 1 }, { attempt: 1 }, { attempt: 2, render: 'final' }]);
});
