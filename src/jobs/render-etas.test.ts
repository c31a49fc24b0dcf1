import { expect, test } from 'vitest';
import { addVersion, temporaryDatabase } from '../database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { silentLog } from '../system/index.ts';
import { RenderEtas } from './render-etas.ts';

/** Two seconds. */
const VIDEO = { width: 320, height: 180, fps: 30, frameCount: 60 };

async function temporaryEtas() {
  const t = await temporaryDatabase();
  const { db, clock } = t;
  const etas = new RenderEtas({ db, log: silentLog }, clock);
  await addVersion(db, 'tsv_1');
  await db.templateVersions.update('tsv_1', { status: 'edit_ready', ...VIDEO });
  const add = (id: string, accountId = DEFAULT_ACCOUNT) =>
    db.renderSessions.insert({
      id,
      accountId,
      templateStyleVersionId: 'tsv_1',
      title: id,
      render: 'preview',
      metadata: {},
      externalId: null,
      mapping: { id: `map_${id}` },
    });
  const begin = async (id: string) => {
    const session = await db.renderSessions.findForJob(id);
    if (!session) throw new Error(`There is no session ${id}.`);
    return etas.begin(session);
  };
  return {
    add,
    begin,
    nowMs: () => clock.ms,
    advance: (ms: number) => {
      clock.ms += ms;
    },
    /** Renders a session in this time. */
    render: async (id: string, ms: number) => {
      await add(id);
      using run = await begin(id);
      clock.ms += ms;
      await run.rendered();
      await db.renderSessions.finish(id, 'preview_rendered', {}, { attempt: 1, epoch: 0 });
    },
    /** Estimates the ends, and returns the milliseconds until the end of each of these sessions. */
    expected: async (...ids: string[]) => {
      await etas.estimate();
      const sessions = await Promise.all(ids.map((id) => db.renderSessions.find(id)));
      return sessions.map((session) => (session?.etaMs ? session.etaMs - clock.ms : null));
    },
    async [Symbol.asyncDispose]() {
      await etas[Symbol.asyncDispose]();
      await t[Symbol.asyncDispose]();
    },
  };
}

test('the ends of waiting sessions are unknown until a render has ended, and then follow its time', async () => {
  await using t = await temporaryEtas();
  for (const id of ['rs_1', 'rs_2']) await t.add(id);
  expect(await t.expected('rs_1', 'rs_2')).toEqual([null, null]);
  await t.render('rs_0', 6000);
  await t.add('rs_3');
  expect(await t.expected('rs_1', 'rs_2', 'rs_3')).toEqual([6000, 12_000, 18_000]);
  // A slower render changes the time of the version, but not entirely. It counts for later sessions.
  await t.render('rs_00', 16_000);
  await t.add('rs_4');
  expect(await t.expected('rs_3', 'rs_4')).toEqual([18_000, 27_000]);
});

test('a running render delays the waiting sessions by the rest of its time', async () => {
  await using t = await temporaryEtas();
  await t.render('rs_0', 10_000);
  await t.add('rs_1');
  await t.add('rs_2');
  using run = await t.begin('rs_1');
  expect(run.expectEnd('composing', 0, t.nowMs())).toBe(t.nowMs() + 10_000);
  t.advance(4000);
  expect(await t.expected('rs_2')).toEqual([16_000]);
  // A difference of less than a tenth is not written.
  t.advance(1000);
  expect(await t.expected('rs_2')).toEqual([15_000]);
  // The running render takes longer than expected.
  t.advance(20_000);
  expect(await t.expected('rs_2')).toEqual([10_000]);
});

test('renders that share the processors count with their share, and so do waiting accounts', async () => {
  await using t = await temporaryEtas();
  await t.add('rs_1');
  await t.add('rs_2');
  {
    using first = await t.begin('rs_1');
    using second = await t.begin('rs_2');
    first.expectEnd('rendering', 50, 0);
    second.expectEnd('rendering', 50, 0);
    t.advance(12_000);
    // Of its samples, one was alone and one was not.
    await first.rendered();
  }
  await t.add('rs_3');
  expect(await t.expected('rs_1', 'rs_2', 'rs_3')).toEqual([9000, 18_000, 27_000]);
});
