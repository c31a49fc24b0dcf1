import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { addSession, temporaryDatabase } from './database.fixture.ts';
import { EVENT_FORMS } from './event-forms.fixture.ts';
import { DEFAULT_ACCOUNT, openDatabase, type Repositories } from './index.ts';
import { IS_POSTGRES } from './test-database.fixture.ts';

describe('clients and tokens', () => {
  test('a revoked token is rejected at once, even if it was used and another process has revoked it', async () => {
    await using t = await temporaryDatabase();
    const { clientId } = await t.db.clients.create('one');
    const owner = { accountId: DEFAULT_ACCOUNT, clientId };
    const issue = async () => (await t.db.tokens.issue(owner, '*', 60)).token;
    const isValid = async (token: string) => (await t.db.tokens.find(token)) !== undefined;
    const [first, other, late] = [await issue(), await issue(), await issue()];
    for (const token of [first, other, late]) expect(await isValid(token)).toBe(true);
    await t.db.tokens.revoke(first, clientId);
    expect(await isValid(first)).toBe(false);
    {
      await using process = await openDatabase(t.path, EVENT_FORMS, { clock: t.clock });
      await process.tokens.revoke(other, clientId);
    }
    expect(await isValid(other)).toBe(false);
    expect(await isValid(late)).toBe(true);
    t.clock.ms += 60_000;
    expect(await isValid(late)).toBe(false);
    const next = await issue();
    expect(await isValid(next)).toBe(true);
    await t.db.clients.remove(clientId);
    expect(await isValid(next)).toBe(false);
  });

  test('a client is authenticated only with its secret', async () => {
    await using t = await temporaryDatabase();
    const { clientId, clientSecret } = await t.db.clients.create('shop', { scope: 'mapping' });
    expect(await t.db.clients.authenticate(clientId, clientSecret)).toEqual({
      accountId: DEFAULT_ACCOUNT,
      clientId,
      scope: 'mapping',
    });
    expect(await t.db.clients.authenticate(clientId, `${clientSecret}x`)).toBeUndefined();
    expect(await t.db.clients.authenticate(clientId, '')).toBeUndefined();
    expect(await t.db.clients.authenticate('cl_none', '')).toBeUndefined();
  });

  test('a token expires', async () => {
    await using t = await temporaryDatabase();
    const { clientId } = await t.db.clients.create('shop');
    const client = { accountId: DEFAULT_ACCOUNT, clientId };
    const { token } = await t.db.tokens.issue(client, 'render_session:read', 60);
    const lasting = await t.db.tokens.issue(client, '*', null);
    expect(await t.db.tokens.find(token)).toMatchObject({ scope: 'render_session:read' });
    t.clock.ms += 60_000;
    expect(await t.db.tokens.find(token)).toBeUndefined();
    expect(await t.db.tokens.find(lasting.token)).toMatchObject(client);
  });

  test('a client has at most 1,000 tokens: the oldest is removed, edit tokens count separately', async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db, 'rs_1');
    const issue = async (clientId: string, sessionId?: string, db: Repositories = t.db) => {
      t.clock.ms += 1;
      const client = { accountId: DEFAULT_ACCOUNT, clientId };
      return (await db.tokens.issue(client, '*', null, sessionId)).token;
    };
    const [busy, calm] = [await t.db.clients.create('busy'), await t.db.clients.create('calm')];
    const edit = await issue(busy.clientId, 'rs_1');
    const others = await issue(calm.clientId);
    const tokens: string[] = [];
    await t.db.transaction(async (tx) => {
      for (let i = 0; i < 1000; i++) tokens.push(await issue(busy.clientId, undefined, tx));
    });
    const isGood = async (token = '') => (await t.db.tokens.find(token)) !== undefined;
    expect(await isGood(tokens[0])).toBe(true);
    const last = await issue(busy.clientId);
    expect(await Promise.all([tokens[0], tokens[1], last, edit, others].map(isGood))).toEqual([
      ...[false, true, true, true, true],
    ]);
  });

  test('a client with a rotated secret keeps only its edit tokens', async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db, 'rs_1');
    const { clientId, clientSecret } = await t.db.clients.create('shop');
    const client = { accountId: DEFAULT_ACCOUNT, clientId };
    const { token } = await t.db.tokens.issue(client, '*', null);
    const { token: edit } = await t.db.tokens.issue(client, 'render_session', null, 'rs_1');
    const secret = await t.db.clients.rotate(clientId);
    expect(await t.db.clients.authenticate(clientId, clientSecret)).toBeUndefined();
    expect(await t.db.clients.authenticate(clientId, secret ?? '')).toMatchObject(client);
    expect(await t.db.tokens.find(token)).toBeUndefined();
    expect(await t.db.tokens.find(edit)).toMatchObject({ editor: { sessionId: 'rs_1' } });
    expect(await t.db.clients.rotate('cl_none')).toBeUndefined();
    expect(await t.db.clients.remove(clientId)).toBe(true);
    expect(await t.db.tokens.find(edit)).toBeUndefined();
    expect(await t.db.clients.list()).toEqual([]);
    expect(await t.db.clients.remove(clientId)).toBe(false);
  });

  test('only its own client can revoke a token', async () => {
    await using t = await temporaryDatabase();
    const { clientId } = await t.db.clients.create('shop');
    const { token } = await t.db.tokens.issue({ accountId: DEFAULT_ACCOUNT, clientId }, '*', null);
    await t.db.tokens.revoke(token, 'cl_other');
    expect(await t.db.tokens.find(token)).toBeDefined();
    await t.db.tokens.revoke(token, clientId);
    expect(await t.db.tokens.find(token)).toBeUndefined();
  });

  test.skipIf(IS_POSTGRES)('no secret is in the file', async () => {
    await using t = await temporaryDatabase();
    const { clientId, clientSecret } = await t.db.clients.create('shop');
    const { token } = await t.db.tokens.issue({ accountId: DEFAULT_ACCOUNT, clientId }, '*', null);
    const bytes = Buffer.concat([await readFile(t.path), await readFile(`${t.path}-wal`)]);
    expect(bytes.includes(clientId)).toBe(true);
    expect(bytes.includes(clientSecret)).toBe(false);
    expect(bytes.includes(token)).toBe(false);
  });
});

test.skipIf(IS_POSTGRES)('an edit token whose session is missing is unknown', async () => {
  await using t = await temporaryDatabase();
  await addSession(t.db, 'rs_1');
  const { clientId } = await t.db.clients.create('shop');
  const client = { accountId: DEFAULT_ACCOUNT, clientId };
  const { token } = await t.db.tokens.issue(client, '*', 60, 'rs_1');
  expect(await t.db.tokens.find(token)).toMatchObject({ editor: { sessionId: 'rs_1' } });
  // A tool that does not enforce foreign keys may leave such a row.
  const file = new DatabaseSync(t.path, { enableForeignKeyConstraints: false });
  file.exec("delete from render_sessions where id = 'rs_1'");
  file.close();
  expect(await t.db.tokens.find(token)).toBeUndefined();
});
