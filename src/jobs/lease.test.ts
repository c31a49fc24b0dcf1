import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/support/postgres.ts';
import { EVENT_FORMS } from '../database/event-forms.fixture.ts';
import { type Database, DEFAULT_ACCOUNT, openDatabase } from '../database/index.ts';
import { silentLog } from '../system/index.ts';
import { fired, Lease } from './lease.ts';
import { type AttemptOutcome, Outcomes } from './notify/outcomes.ts';

const TIMES = { lastsMs: 600, renewMs: 100, actMs: 400, retryMs: 50 };

const CHANGED = 'render_session.status.changed' as const;

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server[Symbol.asyncDispose]());

async function opened(count: number) {
  const url = await server.createDatabase();
  return Promise.all(Array.from({ length: count }, () => openDatabase(url, EVENT_FORMS)));
}

test('one process at a time has a lease, and the next one follows when it is disposed', async () => {
  const [database, otherDatabase] = await opened(2);
  if (!database || !otherDatabase) throw new Error('no database');
  await using _all = { [Symbol.asyncDispose]: () => close(database, otherDatabase) };
  const order: string[] = [];
  const work =
    (name: string) =>
    async ({ epoch, signal }: { epoch: number; signal: AbortSignal }) => {
      order.push(`${name} begins with ${epoch}`);
      await fired(signal);
      order.push(`${name} ends`);
    };
  const shared = { name: 'services', log: silentLog, times: TIMES };
  const first = new Lease({ ...shared, leases: database.leases, work: work('one') });
  await expect.poll(() => order).toEqual(['one begins with 1']);
  const second = new Lease({ ...shared, leases: otherDatabase.leases, work: work('two') });
  await first[Symbol.asyncDispose]();
  await expect.poll(() => order.at(-1)).toBe('two begins with 2');
  expect(order).toEqual(['one begins with 1', 'one ends', 'two begins with 2']);
  await expect(database.leases.require('services', 1)).rejects.toThrow('has taken over');
  await otherDatabase.leases.require('services', 2);
  // A holder that was stopped writes nothing when it goes on.
  const writing = (epoch: number) => {
    const requireLease = (tx: Pick<Database, 'leases'>) => tx.leases.require('services', epoch);
    return new Outcomes(database, silentLog, AbortSignal.abort(), requireLease);
  };
  const endpointId = 'whe_1';
  await database.webhookEndpoints.insert({
    id: endpointId,
    accountId: DEFAULT_ACCOUNT,
    renderSessionId: null,
    events: null,
    encryptedUrl: 'u',
    encryptedSecret: 's',
  });
  const [delivery] = await database.transaction(async (tx) => {
    const data = { n: 1 };
    const event = { accountId: DEFAULT_ACCOUNT, type: CHANGED, subjectId: 'rs_1', data };
    await tx.events.append(event);
    return tx.webhookDeliveries.due(endpointId, 1);
  });
  if (!delivery) throw new Error('no delivery');
  const failed: AttemptOutcome = {
    delivery,
    attempts: [],
    verdict: { state: 'failed', gone: false },
    health: 'failing',
    encryptedUrl: 'u',
    atMs: Date.now(),
  };
  await writing(1).write(failed);
  expect((await database.webhookEndpoints.find(endpointId))?.failingSinceMs).toBeNull();
  await writing(2).write(failed);
  expect((await database.webhookEndpoints.find(endpointId))?.failingSinceMs).not.toBeNull();
  await second[Symbol.asyncDispose]();
});

test('a holder that cannot renew its lease stops before another process has it', async () => {
  const [database, otherDatabase] = await opened(2);
  if (!database || !otherDatabase) throw new Error('no database');
  await using _all = { [Symbol.asyncDispose]: () => close(database, otherDatabase) };
  let isCut = false;
  const cut = {
    ...database.leases,
    renew: (...parameters: Parameters<typeof database.leases.renew>) =>
      isCut ? Promise.reject(new Error('no network')) : database.leases.renew(...parameters),
  };
  let holders = 0;
  const most: number[] = [];
  const work = async ({ signal }: { signal: AbortSignal }) => {
    holders += 1;
    most.push(holders);
    await fired(signal);
    holders -= 1;
  };
  const shared = { name: 'services', log: silentLog, times: TIMES, work };
  const retryLater = { ...TIMES, retryMs: 60_000 };
  await using _first = new Lease({ ...shared, leases: cut, times: retryLater });
  await expect.poll(() => most.length).toBe(1);
  await using _second = new Lease({ ...shared, leases: otherDatabase.leases });
  isCut = true;
  await expect.poll(() => most.length).toBe(2);
  expect(most).toEqual([1, 1]);
});

async function close(...databases: AsyncDisposable[]): Promise<void> {
  for (const database of databases) await database[Symbol.asyncDispose]();
}
