import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { temporaryApi } from '../api.fixture.ts';

type Api = Awaited<ReturnType<typeof temporaryApi>>;

async function addSession(
  { db }: Api,
  id: string,
  templateStyleVersionId: string,
  { accountId = DEFAULT_ACCOUNT, render = 'final' as 'preview' | 'final' } = {},
) {
  await db.renderSessions.insert({
    id,
    accountId,
    templateStyleVersionId,
    title: id,
    render,
    metadata: {},
    externalId: null,
    mapping: { id: `map_${id}` },
  });
}

test('the queue has the open work of all accounts, by kind and priority, and the rate', async () => {
  await using api = await temporaryApi();
  const { db, clock } = api;
  const version = await api.addVersion();
  const { id: other } = await db.accounts.insert('other');
  const theirs = await api.addVersion(other, 'tsv_other');
  for (const id of ['rs_1', 'rs_2', 'rs_3']) await addSession(api, id, version);
  await addSession(api, 'rs_4', theirs, { accountId: other });
  clock.ms += 10_000;
  await addSession(api, 'rs_5', theirs, { accountId: other, render: 'preview' });
  await db.accounts.setLimits(other, { framesPerDay: 9000 });
  await db.renderSessions.progress('rs_1', { phase: 'rendering', percent: 20 });
  await db.renderSessions.progress('rs_2', { phase: 'fetching', percent: 1 });
  await db.renderSessions.finish('rs_3', 'final_rendered', {});
  clock.ms += 1500;
  const { status, json } = await api.send('GET', '/v2/queue');
  expect(status).toBe(200);
  expect(json.queue).toMatchObject({
    unfinished: 4,
    oldest_render_seconds: 11.5,
    queued: 3,
    running: 1,
    oldest_seconds: 11.5,
  });
  const work = new Map(
    json.queue.work.map((entry: Record<string, unknown>) => [
      `${entry['kind']} ${entry['priority']}`,
      entry,
    ]),
  );
  expect(work.get('session preview')).toMatchObject({ queued: 1, running: 0, oldest_seconds: 1.5 });
  expect(work.get('session final')).toMatchObject({
    queued: 2,
    running: 1,
    oldest_seconds: 11.5,
    rate_per_minute: 0.2,
  });
  const byClass = await db.queueCounts.openWork();
  expect(byClass.filter(({ hasOwnLimits }) => hasOwnLimits)).toEqual([
    expect.objectContaining({ kind: 'session', priority: 'preview', queued: 1, running: 0 }),
    expect.objectContaining({ kind: 'session', priority: 'final', queued: 1, running: 0 }),
  ]);
});

test('only a token of the operator reads the queue and the metrics', async () => {
  await using api = await temporaryApi();
  const { db } = api;
  const { id: other } = await db.accounts.insert('other');
  const tokenOf = async (scope: string, accountId?: string) => {
    const { clientId } = await db.clients.create('test', {
      scope,
      ...(accountId && { accountId }),
    });
    const client = await db.clients.find(clientId);
    return client ? (await db.tokens.issue(client, scope, null)).token : '';
  };
  const statuses = async (token: string) =>
    Promise.all(
      ['/v2/queue', '/metrics'].map(async (url) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await api.app.inject({ method: 'GET', url, headers })).statusCode;
      }),
    );
  expect(await statuses(await tokenOf('service:read'))).toEqual([200, 200]);
  expect(await statuses(await tokenOf('*'))).toEqual([200, 200]);
  expect(await statuses(await tokenOf('usage:read'))).toEqual([403, 403]);
  expect(await statuses(await tokenOf('*', other))).toEqual([403, 403]);
  expect(await statuses('unknown')).toEqual([401, 401]);
});
