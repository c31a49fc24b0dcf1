import { expect, test } from 'vitest';
import { sha256 } from '../system/index.ts';
import { oldDatabase, temporaryDatabase } from './database.fixture.ts';
import { definitionsIn } from './postgres/schema.fixture.ts';

test.each(['0001_first_tables', '0015_limits', '0043_account_removals'])(
  'a database of %s gets the tables of a new one, and can be opened again',
  async (step) => {
    await using created = await temporaryDatabase();
    await using t = await oldDatabase(step, '');
    await (await t.upgrade())[Symbol.asyncDispose]();
    expect(definitionsIn(t.path)).toEqual(definitionsIn(created.path));
    await using reopened = await t.upgrade();
    expect(await reopened.accounts.find('acc_default')).toMatchObject({ name: 'default' });
  },
);

test('a previous secret of an older version is migrated', async () => {
  await using t = await oldDatabase(
    '0006_renders',
    `insert into webhook_endpoints values ('whe_1', 'acc_default', null, 'https://example.com', null,
      'enabled', null, null, 'v1.key.now', 'v1.key.be-fo_re', 9, null, null, null, 0, 0)`,
  );
  await using db = await t.upgrade();
  expect(await db.webhookEndpoints.find('whe_1')).toMatchObject({
    encryptedUrl: 'https://example.com',
    previousSecrets: [{ encrypted: 'v1.key.be-fo_re', untilMs: 9 }],
  });
});

test('an empty scope of an older version becomes "*" only if it allowed the whole account', async () => {
  const token = (name: string, client: string, scope: string) =>
    `insert into tokens values ('${sha256(name)}', 'acc_default', '${client}', '${scope}', 0, null);`;
  await using t = await oldDatabase(
    '0008_mappings',
    `insert into clients values ('cl_all', 'acc_default', '', '', '', 0),
      ('cl_some', 'acc_default', '', '', 'mapping\tupload:read', 0);
    ${token('all', 'cl_all', '')}
    ${token('some', 'cl_all', 'mapping')}
    ${token('stolen', 'cl_some', ',')}
    ${token('tabs', 'cl_some', 'upload:read\nmapping')}`,
  );
  await using db = await t.upgrade(Date.now());
  const scopeOf = async (name: string) => (await db.tokens.find(name))?.scope;
  const scopes = await Promise.all(['all', 'some', 'stolen', 'tabs'].map(scopeOf));
  expect(scopes).toEqual(['*', 'mapping', ',', 'upload:read mapping']);
  expect((await db.clients.list()).map(({ scope }) => scope)).toEqual(['*', 'mapping upload:read']);
});

test('tokens of an older version without an expiry expire within a day', async () => {
  await using t = await oldDatabase(
    '0013_encrypted_urls',
    `insert into clients values ('cl_1', 'acc_default', '', '', '*', 0);
    insert into tokens values ('${sha256('old')}', 'acc_default', 'cl_1', '*', 0, null, null);`,
  );
  const hourMs = 3600_000;
  {
    await using db = await t.upgrade(Date.now() + 23 * hourMs);
    expect(await db.tokens.find('old')).toMatchObject({ clientId: 'cl_1' });
  }
  await using later = await t.upgrade(Date.now() + 25 * hourMs);
  expect(await later.tokens.find('old')).toBeUndefined();
});

test('the first account is as old as its first client, or as the database', async () => {
  const openedAfterMs = Date.now() - 1000;
  await using t = await oldDatabase(
    '0040_origins',
    `insert into clients (id, account_id, name, secret_hash, scope, created_at)
      values ('cl_1', 'acc_default', '', '', '*', 9000), ('cl_2', 'acc_default', '', '', '*', 8000)`,
  );
  await using db = await t.upgrade();
  expect(await db.accounts.find('acc_default')).toMatchObject({ createdAtMs: 8000 });
  await using none = await oldDatabase('0040_origins', '');
  await using empty = await none.upgrade();
  const { createdAtMs = 0 } = (await empty.accounts.find('acc_default')) ?? {};
  expect(createdAtMs).toBeGreaterThanOrEqual(openedAfterMs);
});
