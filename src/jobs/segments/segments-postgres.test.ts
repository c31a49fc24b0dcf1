import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts';
import { EVENT_FORMS } from '../../database/event-forms.fixture.ts';
import { openDatabase } from '../../database/index.ts';
import { openDiskStore } from '../../storage/index.ts';
import { machines } from './segments.fixture.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server[Symbol.asyncDispose]());

/** Two processes with a connection each, as far as the database knows. */
async function setUp() {
  const stack = new AsyncDisposableStack();
  const url = await server.createDatabase();
  const [database, otherDatabase] = [
    stack.use(await openDatabase(url, EVENT_FORMS)),
    stack.use(await openDatabase(url, EVENT_FORMS)),
  ];
  const folder = await machines({
    db: database,
    store: openDiskStore('/'),
    notices: database.notices,
  });
  const store = openDiskStore(join(folder.folder, 'files'));
  stack.use(folder);
  const here = stack.use(await machines({ db: database, store, notices: database.notices }));
  const there = stack.use(
    await machines({ db: otherDatabase, store, notices: otherDatabase.notices }),
  );
  return {
    one: database,
    two: otherDatabase,
    here,
    there,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('processes that share PostgreSQL draw each segment once', async () => {
  await using opened = await setUp();
  const { here, there } = opened;
  const drawnTexts: string[] = [];
  for (const machine of [here, there])
    await machine.drawer(2, async (text) => void drawnTexts.push(text));
  const leaders = [
    await here.leader({ id: 'rs_1' }),
    await there.leader({ id: 'rs_2' }),
    await there.leader({ id: 'rs_3', priority: 'preview' }),
  ];
  const texts = Array.from({ length: 20 }, (_, n) => `s${n}`);
  const paths = await Promise.all(leaders.flatMap(({ make }) => texts.map((text) => make(text))));
  expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual([
    ...texts,
    ...texts,
    ...texts,
  ]);
  expect(drawnTexts.sort()).toEqual([...texts].sort());
  for (const { end } of leaders) await end();
  const expired = await opened.one.segments.listExpired({ ttlMs: 1e9, maxBytes: 30, limit: 100 });
  expect(expired.length).toBeGreaterThan(5);
});

test('segments go on after a restart of PostgreSQL, and none is drawn twice', async () => {
  await using opened = await setUp();
  const drawnTexts: string[] = [];
  const begun = Promise.withResolvers<void>();
  const restarted = Promise.withResolvers<void>();
  await opened.there.drawer(1, async (text) => {
    drawnTexts.push(text);
    begun.resolve();
    await restarted.promise;
  });
  const { make } = await opened.here.leader({ id: 'rs_1' });
  const segments = Promise.all(['s0', 's1'].map((text) => make(text)));
  await begun.promise;
  await server.stop();
  restarted.resolve();
  // A notice that is lost is no failure.
  await opened.one.notices.notify('test_channel', 'lost');
  await server.start();
  expect(await segments).toHaveLength(2);
  expect(drawnTexts.sort()).toEqual(['s0', 's1']);
});

test('a listener gets the notices of other processes, and an empty one after a lost connection', async () => {
  await using opened = await setUp();
  const { one: database, two: otherDatabase } = opened;
  const heard: string[] = [];
  await using _ = await otherDatabase.notices.listen('test_channel', (message) =>
    heard.push(message),
  );
  await expect
    .poll(async () => {
      await database.notices.notify('test_channel', 'hello');
      return heard.includes('hello');
    })
    .toBe(true);
  await server.stop();
  await server.start();
  await expect.poll(() => heard.includes('')).toBe(true);
});
