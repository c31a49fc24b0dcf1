import { expect, test } from 'vitest';
import { addSession, addVersion, temporaryDatabase } from './database.fixture.ts';
import { DEFAULT_ACCOUNT } from './index.ts';
import { JOB_KINDS } from './jobs.ts';

const inputs = (isComplete: boolean, expiresAtMs = 9e15) => ({
  ingested: {},
  isComplete,
  expiresAtMs,
});
const upload = (id: string) => ({
  id,
  file: 'video',
  to: `gs://b/${id}`,
  target: `gs://b/${id}`,
  contentType: 'video/mp4',
  cacheControl: null,
  overwrite: true,
  encryptedQuery: null,
});

test('pending jobs are read from rows that have not ended', async () => {
  await using t = await temporaryDatabase();
  const { db } = t;
  const kinds = async () =>
    (await db.jobs.pending(JOB_KINDS)).map(({ kind, id, round }) => `${kind} ${id} ${round}`);
  await addSession(db, 'rs_1', undefined, [upload('xup_1')]);
  expect(await kinds()).toEqual(['fetch rs_1 1', 'import tsv_of_rs_1 1']);
  await db.templateVersions.update('tsv_of_rs_1', { status: 'edit_ready' });
  await db.sessionInputs.keep('rs_1', inputs(false));
  expect(await kinds()).toEqual(['fetch rs_1 1']);
  await db.sessionInputs.keep('rs_1', inputs(true));
  expect(await kinds()).toEqual(['render rs_1 1']);
  // Some inputs were lost and must be fetched again.
  await db.sessionInputs.reopen('rs_1');
  expect(await kinds()).toEqual(['fetch rs_1 1']);
  await db.sessionInputs.keep('rs_1', inputs(true, 0));
  expect(await kinds()).toEqual(['fetch rs_1 1']);
  await db.renderSessions.finish('rs_1', 'preview_rendered', {});
  expect(await kinds()).toEqual(['deliver xup_1 0']);
  const claim = { id: 'xup_1', claim: 0 };
  const fault = { code: 'delivery_unreachable' as const, message: 'no', retryable: true };
  await db.deliveries.retry(claim, fault, t.clock.ms + 1000);
  expect(await kinds()).toEqual([]);
  t.clock.ms += 1000;
  expect(await kinds()).toEqual(['deliver xup_1 0']);
  await db.deliveries.keepResume(claim, 'sealed');
  await db.deliveries.cancel('xup_1');
  expect(await kinds()).toEqual(['deliver xup_1 0']);
  await db.deliveries.keepResume(claim, null);
  expect(await kinds()).toEqual([]);
});

test('the first jobs of each account are read, even if another account has many', async () => {
  await using t = await temporaryDatabase();
  const { db } = t;
  const { id: other } = await db.accounts.insert('other');
  for (let i = 0; i < 150; i++) await addVersion(db, `tsv_${i}`);
  t.clock.ms += 1;
  await addVersion(db, 'tsv_other', other);
  const pending = await db.jobs.pending(['import']);
  expect(pending).toHaveLength(101);
  expect(pending.at(-1)).toMatchObject({ id: 'tsv_other', accountId: other });
  expect(await db.jobs.countOf('acc_default')).toBe(150);
  expect(await db.jobs.countOf(other)).toBe(1);
});

test('of each account the first jobs are read: previews, then finals, then batch sessions', async () => {
  await using t = await temporaryDatabase();
  const { db } = t;
  const { id: other } = await db.accounts.insert('other');
  const add = async (id: string, render: 'preview' | 'final', priority?: 'batch', of?: string) => {
    const accountId = of ?? DEFAULT_ACCOUNT;
    await addVersion(db, `tsv_${id}`, accountId);
    await db.templateVersions.update(`tsv_${id}`, { status: 'edit_ready' });
    await db.renderSessions.insert({
      id,
      accountId,
      templateStyleVersionId: `tsv_${id}`,
      title: id,
      render,
      metadata: {},
      externalId: null,
      mapping: { id: `map_${id}` },
      ...(priority && { priority }),
    });
    t.clock.ms += 1;
  };
  await add('batch', 'preview', 'batch');
  await add('final', 'final');
  await add('preview 1', 'preview');
  await add('preview 2', 'preview');
  await add('other', 'final', undefined, other);
  const readPending = async (perAccount: number) =>
    (await db.jobs.pending(['fetch'], perAccount)).map(({ id, priority }) => [id, priority]);
  expect(await readPending(1)).toEqual([
    ['preview 1', 'preview'],
    ['other', 'final'],
  ]);
  expect(await readPending(4)).toEqual([
    ['batch', 'batch'],
    ['final', 'final'],
    ['preview 1', 'preview'],
    ['preview 2', 'preview'],
    ['other', 'final'],
  ]);
  // A final of a preview waits with the finals.
  await db.renderSessions.finish('preview 1', 'preview_rendered', {});
  await db.renderSessions.start('preview 1', 'final', ['preview_rendered']);
  const positions: Record<string, number | null | undefined> = {};
  for (const id of ['preview 1', 'preview 2', 'final', 'batch', 'other'])
    positions[id] = (await db.renderSessions.find(id))?.queuePosition;
  expect(positions).toEqual({ 'preview 2': 1, final: 2, 'preview 1': 3, batch: 4, other: 1 });
});

test('the recent work of an account is stored by kind', async () => {
  await using t = await temporaryDatabase();
  const { recentWork } = t.db;
  await recentWork.save('render', DEFAULT_ACCOUNT, { seconds: 1.5, atMs: 1000.4 });
  await recentWork.save('render', DEFAULT_ACCOUNT, { seconds: 2.5, atMs: 2000 });
  await recentWork.save('fetch', DEFAULT_ACCOUNT, { seconds: 7, atMs: 2000 });
  expect([...(await recentWork.read('render'))]).toEqual([
    [DEFAULT_ACCOUNT, { seconds: 2.5, atMs: 2000 }],
  ]);
});

test('callbacks run after a commit, and not after a rollback', async () => {
  await using t = await temporaryDatabase();
  const calls: string[] = [];
  await t.db.transaction(async (tx) => {
    tx.afterCommit(() => calls.push('committed'));
    expect(calls).toEqual([]);
  });
  const failed = t.db.transaction(async (tx) => {
    tx.afterCommit(() => calls.push('never'));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(calls).toEqual(['committed']);
});

test('a position in the queue does not depend on other accounts', async () => {
  await using t = await temporaryDatabase();
  const { db } = t;
  const { id: other } = await db.accounts.insert('other');
  await addSession(db, 'rs_1');
  t.clock.ms += 1;
  await addSession(db, 'rs_2', other);
  t.clock.ms += 1;
  await addSession(db, 'rs_3');
  const position = async (id: string) => (await db.renderSessions.find(id))?.queuePosition;
  expect([await position('rs_1'), await position('rs_2'), await position('rs_3')]).toEqual([
    1, 1, 2,
  ]);
});
