import { expect, test } from 'vitest';
import { addSession, addVersion, temporaryDatabase } from './database.fixture.ts';
import { JOB_KINDS } from './jobs.ts';

const inputs = (isComplete: boolean, expiresAtMs = 9e15) => ({
  ...{ ingested: {}, isComplete, expiresAtMs },
});
const upload = (id: string) => ({
  ...{ id, file: 'video', to: `gs://b/${id}`, target: `gs://b/${id}`, contentType: 'video/mp4' },
  ...{ cacheControl: null, overwrite: true, encryptedQuery: null },
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
  const fault = { code: 'delivery_unreachable' as const, message: 'no', retryable: true };
  await db.externalUploads.retry('xup_1', fault, t.clock.ms + 1000);
  expect(await kinds()).toEqual([]);
  t.clock.ms += 1000;
  expect(await kinds()).toEqual(['deliver xup_1 0']);
  await db.externalUploads.keepResume('xup_1', 'sealed');
  await db.externalUploads.cancel('xup_1');
  expect(await kinds()).toEqual(['deliver xup_1 0']);
  await db.externalUploads.keepResume('xup_1', null);
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

test('callbacks run after a commit, and not after a rollback', async () => {
  await using t = await temporaryDatabase();
  const done: string[] = [];
  await t.db.transaction(async (tx) => {
    tx.afterCommit(() => done.push('committed'));
    expect(done).toEqual([]);
  });
  const failed = t.db.transaction(async (tx) => {
    tx.afterCommit(() => done.push('never'));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(done).toEqual(['committed']);
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
