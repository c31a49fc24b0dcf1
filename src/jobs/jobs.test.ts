import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { FetchCache, Fetcher, parseAddressPolicy } from '../media/fetch/index.ts';
import { isolatedFor } from '../produce/isolated.fixture.ts';
import { InProcessQueue } from '../queue/index.ts';
import { modelsFor } from '../speech/models.fixture.ts';
import { DiskRoom } from '../storage/disk-room.ts';
import { openDiskStore } from '../storage/index.ts';
import { silentLog } from '../system/index.ts';
import { Jobs } from './jobs.ts';

/** A server that does not answer until the test releases it. */
async function silentServer() {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => void responses.push(response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked: responses,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  };
}

const LIMITS = {
  renders: 1,
  rendersPerAccount: () => 1,
  fetches: 4,
  fetchesPerAccount: 4,
  fetchTimeoutMs: 600_000,
};
const ADDED = { accountId: DEFAULT_ACCOUNT, name: 'Hello', language: 'en', digest: 'd' };
const PACKAGE = { packageKey: 'k', packageLabel: 'hello.lottie' };
const NULL_LAYER = { ty: 3, nm: 'null', ip: 0, op: 30, ks: {} };
const EMPTY = { v: '5.7.0', fr: 30, ip: 0, op: 30, w: 64, h: 36, layers: [NULL_LAYER] };

test('a session has one job at a time, each start has its own job, and fetching has a time limit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-jobs-'));
  try {
    using server = await silentServer();
    await using db = await openTestDatabase(join(folder, 'framepress.sqlite'));
    const allow = parseAddressPolicy(['127.0.0.1/32']);
    await using fetcher = new Fetcher({ allow, maxBytes: 1000, timeoutMs: 200_000 });
    await using isolated = isolatedFor(join(folder, 'files'));
    const files = openDiskStore(join(folder, 'files'));
    let removing = Promise.withResolvers<void>();
    removing.resolve();
    const removed: string[] = [];
    const removePrefix = async (prefix: string) => {
      removed.push(prefix);
      await removing.promise;
      await files.removePrefix(prefix);
    };
    const store = { ...files, removePrefix };
    let reads = 0;
    const pending: typeof db.jobs.pending = (...query) => {
      reads += 1;
      return db.jobs.pending(...query);
    };
    const rows = { pending, recentWork: db.recentWork };
    const open = async (limits: typeof LIMITS) => {
      const queue = new InProcessQueue({ ...rows, log: silentLog, pollMs: 20 });
      const jobs = await Jobs.open({
        dataFolder: folder,
        db,
        store,
        isolated,
        queue,
        hardware: {},
        reuseSegments: 'off',
        log: silentLog,
        fetches: new FetchCache({ fetcher, dir: join(folder, 'fetched'), maxBytes: 0 }),
        models: modelsFor({ db, store, folder }),
        segmentLimits: { ttlMs: 1000, maxBytes: 0 },
        stepCacheBytes: 0,
        limits,
        disk: new DiskRoom(folder, 0),

        uploadTtlSeconds: 60,
        inputsTtlSeconds: 60,
      });
      const stack = new AsyncDisposableStack();
      stack.use(queue);
      stack.use(jobs);
      queue.start();
      return stack;
    };
    await store.putBytes('k', Buffer.from(JSON.stringify(EMPTY)));
    const version = 'tsv_1';
    await db.templateVersions.insert({ id: version, ...ADDED, ...PACKAGE });
    const logo = { input_type: 'image', width: 10, height: 10, required: true };
    await db.templateVersions.update(version, { editables: { logo }, status: 'edit_ready' });
    const resources = { logo: { source: { remote_url: `${server.url}logo.png` } } };
    await db.renderSessions.insert({
      id: 'rs_1',
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: version,
      title: 'one',
      render: 'preview',
      metadata: {},
      externalId: null,
      mapping: { id: 'map_1', resources },
    });
    const first = await open(LIMITS);
    await vi.waitUntil(() => server.asked.length === 1, { timeout: 240_000 });

    // The session is ended and started again. The first job must end before the second begins.
    await db.renderSessions.finish('rs_1', 'failed', {});
    await db.renderSessions.start('rs_1', 'preview', ['failed']);
    await vi.waitUntil(() => server.asked.length === 2, { timeout: 240_000 });
    expect(server.asked[0]?.destroyed).toBe(true);
    expect(await db.renderSessions.find('rs_1')).toMatchObject({ status: 'preview_rendering' });

    removing = Promise.withResolvers();
    server.asked[1]?.writeHead(404).end();
    const session = () => db.renderSessions.find('rs_1');
    await vi.waitUntil(() => removed.length > 0, { timeout: 240_000 });
    const errors = [{ code: 'asset_not_found' }];
    expect(await session()).toMatchObject({ status: 'failed', attempt: 2, errors });

    // A retry starts before the files of the previous render are removed.
    await db.renderSessions.start('rs_1', 'preview', ['failed']);
    const readsBefore = reads;
    await vi.waitUntil(() => reads >= readsBefore + 3, { timeout: 240_000 });
    expect(server.asked).toHaveLength(2);
    removing.resolve();
    await vi.waitUntil(() => server.asked.length === 3, { timeout: 240_000 });
    await first[Symbol.asyncDispose]();

    // The server does not answer: the limit applies to all fetches together.
    await using _second = await open({ ...LIMITS, fetchTimeoutMs: 100 });
    await vi.waitUntil(async () => (await session())?.status === 'failed', { timeout: 240_000 });
    expect((await session())?.errors).toMatchObject([
      { code: 'asset_timeout', message: expect.stringContaining('longer than 0.1 s') },
    ]);
  } finally {
    await removeFolder(folder);
  }
});
