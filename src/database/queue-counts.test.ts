import { expect, test } from 'vitest';
import { addSession, temporaryDatabase } from './database.fixture.ts';
import { DEFAULT_ACCOUNT } from './index.ts';
import { IS_POSTGRES } from './test-database.fixture.ts';

const RUNNING_LIMIT = 10;

test('open work is counted by kind, priority and the limits of its account', async () => {
  await using t = await temporaryDatabase();
  const { db, clock } = t;
  const upload = {
    id: 'xup_1',
    file: 'video',
    to: 'gs://b/1',
    target: 'gs://b/1',
    contentType: 'video/mp4',
    cacheControl: null,
    overwrite: true,
    encryptedQuery: null,
  };
  await addSession(db, 'rs_1', undefined, [upload]);
  clock.ms += 1000;
  await addSession(db, 'rs_2');
  await db.renderSessions.progress('rs_2', { phase: 'rendering', percent: 20 });
  const segments = ['s/1', 's/2'].map((id) => ({
    id,
    accountId: DEFAULT_ACCOUNT,
    sessionId: 'rs_2',
    epoch: 1,
    engine: 'e1',
    frames: 60,
    pack: `work/${id}`,
    outputs: ['mp4' as const],
    priority: 'final' as const,
  }));
  const places = await db.segments.placesNow();
  await db.transaction((tx) => tx.segments.want(segments, places));
  const isRunning = { kind: 'session', queued: 1, running: 1, hasOwnLimits: false };
  const counts = async (kind: string) =>
    (await db.queueCounts.openWork()).filter((work) => work.kind === kind);
  expect(await counts('session')).toMatchObject([{ ...isRunning, oldestMs: clock.ms - 1000 }]);
  expect(await counts('segment')).toMatchObject([{ queued: 2, running: 0, priority: 'final' }]);
  expect(await counts('import')).toMatchObject([{ queued: 2, running: 0, priority: 'preview' }]);
  expect(await db.queueCounts.runningSessions(RUNNING_LIMIT)).toMatchObject([
    { id: 'rs_2', accountId: DEFAULT_ACCOUNT, phase: 'rendering', priority: 'normal' },
  ]);
  const sinceMs = clock.ms - 60_000;
  expect(await db.queueCounts.endedWork(sinceMs)).toEqual([]);
  await db.accounts.setLimits(DEFAULT_ACCOUNT, { framesPerDay: 9000 });
  await db.renderSessions.finish('rs_2', 'failed', {});
  expect(await counts('session')).toMatchObject([{ queued: 1, running: 0, hasOwnLimits: true }]);
  expect(await db.queueCounts.endedWork(sinceMs)).toMatchObject([{ kind: 'session', count: 1 }]);
});

test('the tables of the queue have a size in PostgreSQL', async () => {
  await using t = await temporaryDatabase();
  // No worker has created them.
  expect(await t.db.queueCounts.tables()).toEqual(IS_POSTGRES ? { rows: 0, bytes: 0 } : undefined);
});
