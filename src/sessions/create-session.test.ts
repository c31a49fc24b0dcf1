import { expect, test } from 'vitest';
import { addVersion, temporaryDatabase } from '../database/database.fixture.ts';
import { DEFAULT_ACCOUNT, type NewSession, type SessionStart } from '../database/index.ts';
import { createSession } from './create-session.ts';

const session = (id: string, render: NewSession['render']): NewSession => ({
  id,
  accountId: DEFAULT_ACCOUNT,
  templateStyleVersionId: 'tsv_1',
  title: 'Card',
  render,
  priority: 'normal',
  metadata: {},
  externalId: null,
  mapping: { id: `map_${id}` },
});

test('a session with a render starts it, and a draft counts as stored only', async () => {
  await using t = await temporaryDatabase();
  await addVersion(t.db, 'tsv_1');
  const started: SessionStart[] = [];
  const storedFor: string[] = [];
  const actions = {
    sessionStarted: async (start: SessionStart) => void started.push(start),
    fileStored: async (accountId: string) => void storedFor.push(accountId),
  };
  const create = (created: NewSession) =>
    t.db.transaction((tx) => createSession(tx, created, actions));
  expect(await create(session('rs_1', 'preview'))).toMatchObject({
    data: { render_session: { status: 'preview_rendering' } },
  });
  expect(started).toEqual([
    {
      id: 'rs_1',
      accountId: DEFAULT_ACCOUNT,
      attempt: 1,
      priority: 'normal',
      render: 'preview',
      namesFiles: true,
    },
  ]);
  expect(await create(session('rs_2', null))).toMatchObject({
    data: { render_session: { status: 'draft' } },
  });
  expect(storedFor).toEqual([DEFAULT_ACCOUNT]);
  expect(started).toHaveLength(1);
});

test('a session whose account has reached a limit is not stored', async () => {
  await using t = await temporaryDatabase();
  await addVersion(t.db, 'tsv_1');
  const refuse = async () => {
    throw new Error('full');
  };
  const actions = { sessionStarted: refuse, fileStored: refuse };
  for (const [id, render] of [
    ['rs_1', 'final'],
    ['rs_2', null],
  ] as const) {
    const created = t.db.transaction((tx) => createSession(tx, session(id, render), actions));
    await expect(created).rejects.toThrow('full');
    expect(await t.db.renderSessions.find(id)).toBeUndefined();
  }
});
