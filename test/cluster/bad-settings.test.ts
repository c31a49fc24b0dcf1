import { afterAll, beforeAll, expect, test } from 'vitest';
import { framepress } from '../support/service.ts';
import { BAD_DATABASES, BAD_STORES } from './bad-settings-rows.ts';
import { expectPlain, findingOf, type Servers, startServers } from './settings-servers.ts';

/** bad-settings.long.test.ts has the other rows. */
const [DATABASES, STORES] = [
  ['a wrong password', 'tables of a newer version'],
  ['a bucket that does not exist', 'other bytes'],
];

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers?.[Symbol.asyncDispose]());

test.each(DATABASES)('a service does not start with %s, and says what would help', async (name) => {
  const { url, says } = BAD_DATABASES[name] ?? expect.fail();
  const serve = ['serve', '--port', '0', '--data-dir', servers.newFolder()];
  const { code, stdout, stderr } = await framepress(serve, {
    ...servers.variables,
    DATABASE_URL: await url(servers),
  });
  // A wrong configuration.
  expect([code, stdout]).toEqual([2, '']);
  expectPlain(stderr);
  for (const text of says) expect(stderr).toMatch(text);
});

test.each(STORES)('doctor reports %s, and what would help', async (name) => {
  const { variables, fault, says } = BAD_STORES[name] ?? expect.fail();
  servers.store.fault = fault;
  const found = await findingOf('file store', servers.newFolder(), {
    ...servers.variables,
    ...variables,
  });
  for (const text of says) expect(found).toMatch(text);
});
