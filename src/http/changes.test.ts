import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../database/database.fixture.ts';
import { EVENT_FORMS } from '../database/event-forms.fixture.ts';
import { openDatabase } from '../database/index.ts';
import { IS_POSTGRES } from '../database/test-database.fixture.ts';
import { silentLog } from '../system/index.ts';
import { Changes } from './changes.ts';

/** Longer than a test may take. */
const NEVER_MS = 600_000;
const { signal } = new AbortController();

let t: Awaited<ReturnType<typeof temporaryDatabase>>;
beforeAll(async () => {
  t = await temporaryDatabase();
  await addSession(t.db);
});
afterAll(() => t[Symbol.asyncDispose]());

/** Reads no rows, so that only notices report changes. */
function onlyNotices({ notices }: Pick<typeof t.db, 'notices'>) {
  const changes = { statesOf: async () => new Map([['rs_1', 'the same']]) };
  return new Changes({ db: { notices, changes }, log: silentLog });
}

test('progress and events of any process wake those who wait for a session', async () => {
  // On PostgreSQL, another process waits.
  await using other = await openDatabase(t.path, EVENT_FORMS);
  await using changes = onlyNotices(IS_POSTGRES ? other : t.db);
  using session = changes.watch('session', 'rs_1');
  using account = changes.watch('account', 'acc_default');
  using late = changes.watch('session', 'rs_2');
  // The first read of the state counts as a change.
  await session.next(NEVER_MS, signal);

  await t.db.renderSessions.progress('rs_1', { phase: 'rendering', percent: 40 });
  await session.next(NEVER_MS, signal);
  expect(await t.db.renderSessions.progressOf('rs_1')).toMatchObject({ progress: 40 });

  const event = {
    accountId: 'acc_default',
    subjectId: 'rs_1',
    data: {},
    type: 'render_session.status.changed' as const,
  };
  const wait = account.next(NEVER_MS, signal);
  await t.db.transaction((tx) => tx.events.append(event));
  await Promise.all([wait, session.next(NEVER_MS, signal)]);
  // A change that is undone is not reported. Reports of the others may still come: nothing else has changed `late`.
  await late.next(0, signal);
  const undone = t.db.transaction(async (tx) => {
    await tx.events.append({ ...event, subjectId: 'rs_2' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const woken: string[] = [];
  const stop = new AbortController();
  const unchanged = late.next(NEVER_MS, stop.signal).then(() => woken.push('late'));
  const next = account.next(NEVER_MS, signal).then(() => woken.push('account'));
  const elsewhere = { ...event, subjectId: 'rs_3' };
  await t.db.transaction((tx) => tx.events.append(elsewhere));
  await next;
  expect(woken).toEqual(['account']);
  stop.abort();
  await unchanged;
});
