import { expect, test } from 'vitest';
import { listAll, temporaryDatabase } from './database.fixture.ts';
import { DEFAULT_ACCOUNT } from './index.ts';

test('the listing of stored answers skips those of the current key', async () => {
  await using t = await temporaryDatabase();
  const [answers] = t.db.encrypted.credentials;
  const keep = (key: string, body: string) =>
    t.db.idempotency.insert({ accountId: DEFAULT_ACCOUNT, caller: 'cl_1', key }, 'h', {
      status: 201,
      body,
    });
  const others = Array.from({ length: 60 }, (_, i) => `other${i}`);
  for (const key of others) await keep(key, `old.${key}`);
  await keep('present', 'now.1');
  const rows = await listAll(answers, 'now.');
  expect(rows.map(({ owner }) => owner)).toEqual(others.toSorted());
  const changes = rows.map((row) => ({ row, values: [`now.${row.owner}`] }));
  await answers?.replace(changes);
  expect(await listAll(answers, 'now.')).toEqual([]);
});

test('a row that was changed after it was listed keeps its new value', async () => {
  await using t = await temporaryDatabase();
  const id = 'dst_1';
  const destination = { name: '', prefix: 's3://a', options: {}, identity: '' };
  await t.db.destinations.insert({
    ...destination,
    id,
    accountId: DEFAULT_ACCOUNT,
    kind: 's3',
    encryptedCredentials: 'old',
  });
  for (const store of t.db.encrypted.credentials) {
    const rows = await listAll(store, 'now.');
    await t.db.destinations.update(id, { ...destination, encryptedCredentials: 'changed' });
    await store.replace(rows.map((row) => ({ row, values: ['now.1'] })));
  }
  expect((await t.db.destinations.find(id))?.encryptedCredentials).toBe('changed');
});

test('expired answers are removed', async () => {
  await using t = await temporaryDatabase();
  const owner = { accountId: DEFAULT_ACCOUNT, caller: 'cl_1', key: 'k' };
  await t.db.idempotency.insert(owner, 'h', { status: 201, body: 'text' });
  const usedBytes = () => t.db.storage.usedBy(DEFAULT_ACCOUNT);
  await t.db.idempotency.removeExpired();
  expect(await usedBytes()).toBe(4);
  t.clock.ms += 25 * 3600_000;
  await t.db.idempotency.removeExpired();
  expect(await usedBytes()).toBe(0);
});
