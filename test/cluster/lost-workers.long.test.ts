import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { descendantsOf, type Member, type Processes, startProcesses } from './processes.ts';
import { endOf, signIn, startPreview } from './renders.ts';

/** So many frames that a worker is lost while the session renders. */
const FRAMES = 1500;
/** How long a lost worker is away after another worker has taken its session. */
const AWAY_MS = Number(process.env['CLUSTER_AWAY_SECONDS'] ?? 5) * 1000;

type Lost = { back: () => Promise<void> };

const opened = new AsyncDisposableStack();
let folder: string;
let cluster: Processes;
let client: Client;
let sql: pg.Pool;
let versionId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-lost-'));
  opened.defer(() => removeFolder(folder));
  // Each worker leads one session. Each session draws its own segments.
  const settings = { FRAMEPRESS_RENDERS: '1', REUSE_SEGMENTS: 'session' };
  cluster = opened.use(await startProcesses(folder, { apis: 1, workers: 2 }, settings));
  sql = new pg.Pool({ connectionString: cluster.databaseUrl });
  opened.defer(() => sql.end());
  client = await signIn(cluster);
  const pack = await writePackage(join(folder, 'small.zip'), smallLottie(FRAMES));
  versionId = String((await client.addTemplate(pack))['id']);
});

afterAll(() => opened.disposeAsync());

const LOSSES: Record<string, (worker: Member) => Promise<Lost>> = {
  'is killed': async (worker) => {
    await worker.service?.crash();
    return { back: () => cluster.kill(worker) };
  },
  'is stopped': async (worker) => {
    const pid = worker.service?.pid ?? 0;
    const pids = [pid, ...(await descendantsOf(pid))];
    for (const one of pids) process.kill(one, 'SIGSTOP');
    return {
      back: async () => {
        for (const one of pids.toReversed()) signalIfThere(one, 'SIGCONT');
      },
    };
  },
  'gets no answer of the database': ({ network }) => split(network.database, 'silent'),
  'cannot connect to the database': ({ network }) => split(network.database, 'reset'),
  'gets no answer of the store': ({ network }) => split(network.store, 'silent'),
  'cannot connect to the store': ({ network }) => split(network.store, 'reset'),
};

let expected: string | undefined;

test.each(Object.entries(LOSSES))(
  'another worker continues the session of a worker that %s, which then writes nothing',
  { timeout: 300_000 },
  async (name, lose) => {
    const id = await startPreview(client, { versionId, text: 'one' });
    const leader = await leaderOf(id);
    const { back } = await lose(leader);
    onTestFailed(back);
    while ((await rowOf(id))['epoch'] === 1) await pause(50);
    await pause(AWAY_MS);
    // The lost worker may be back before the session has ended, and after it.
    const isLate = name !== 'is stopped';
    if (!isLate) await back();
    const [video = ''] = await endOf(client, sql, [id]);
    expected ??= video;
    expect(video).toMatch(/^[0-9a-f]{64}$/);
    expect(video).toBe(expected);
    // Files are counted after the session has ended.
    await expect.poll(async () => Number((await rowOf(id))['stored_bytes'])).toBeGreaterThan(0);
    const before = await stateOf(id);
    if (isLate) await back();
    // It takes part again, and has not changed the session.
    await ended(leader);
    expect(await stateOf(id)).toEqual(before);
    expect(before.row).toMatchObject({ status: 'preview_rendered', epoch: 2 });
    expect(before.events).toHaveLength(2);
  },
);

test('webhooks are sent while the file store answers no worker', async () => {
  await using hooks = await startWebhookReceiver();
  const { body } = await client.send('POST', '/v2/webhook_endpoints', { url: hooks.url });
  const secret = String((body['webhook_endpoint'] as Json)['secret']);
  const stores = cluster.members
    .filter(({ role }) => role === 'worker')
    .map(({ network }) => network.store);
  for (const store of stores) store.split('silent');
  let id: string;
  try {
    const held = `select 1 from leases
      where name = 'services' and until > extract(epoch from clock_timestamp()) * 1000`;
    while ((await sql.query(held)).rows.length > 0) await pause(50);
    id = await startPreview(client, { versionId, text: 'webhooks' });
    const sessionOf = ({ data }: { data: Json }) => (data['render_session'] as Json)['id'];
    await expect.poll(() => hooks.received(secret).map(sessionOf)).toContain(id);
    expect(await rowOf(id)).toMatchObject({ status: 'preview_rendering', epoch: 0 });
  } finally {
    for (const store of stores) store.heal();
  }
  expect(await endOf(client, sql, [id])).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // A worker that has lost a segment kills its rasteriser.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function split(proxy: Member['network']['store'], how: 'silent' | 'reset'): Promise<Lost> {
  proxy.split(how);
  return { back: async () => proxy.heal() };
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql.query('select * from render_sessions where id = $1', [id]);
  return rows[0] as Record<string, unknown>;
}

/** Waits until a worker has rendered a part of a session, and returns the worker that leads it. */
async function leaderOf(id: string): Promise<Member> {
  for (;;) {
    const { phase, progress } = await rowOf(id);
    if (phase === 'rendering' && Number(progress) > 0)
      for (const member of cluster.members) if ((await workOf(member)).includes(id)) return member;
    await pause(20);
  }
}

/** The sessions that a process leads each have a work folder. */
function workOf({ name }: Member): Promise<string[]> {
  return readdir(join(folder, name, 'work')).catch(() => []);
}

/** Waits until a worker that is back has ended its old work, and has led another session. */
async function ended(worker: Member): Promise<void> {
  for (;;) {
    // Two sessions at once: each worker leads one.
    const ids = await Promise.all(
      [1, 2].map(() => startPreview(client, { versionId, text: `again ${Date.now()}` })),
    );
    const leaders = new Set<Member>();
    const isOpen = async () => {
      for (const id of ids)
        for (const member of cluster.members)
          if ((await workOf(member)).includes(id)) leaders.add(member);
      const open =
        "select 1 from render_sessions where id = any($1) and status = 'preview_rendering'";
      return (await sql.query(open, [ids])).rows.length > 0;
    };
    while (!leaders.has(worker) && (await isOpen())) await pause(50);
    for (const id of ids) await client.send('POST', `/v2/render_sessions/${id}/cancel`);
    if (leaders.has(worker)) return;
  }
}

/** The stored state of a session, without the files of older epochs: no row names them. */
async function stateOf(id: string) {
  const row = await rowOf(id);
  const { rows: events } = await sql.query(
    'select * from events where subject_id = $1 order by sequence',
    [id],
  );
  const { rows: playlists } = await sql.query(
    'select * from playlists where session_id = $1 order by storage_key',
    [id],
  );
  const Prefix = `service/sessions/${id}/`;
  const { Contents = [] } = await cluster.s3.send(
    new ListObjectsV2Command({ Bucket: 'files', Prefix }),
  );
  const objects = Contents.map(({ Key = '', ETag }) => [Key.slice(Prefix.length), ETag]);
  const counting = objects.filter(([key = '']) => {
    const epoch = /^preview\/(\d+)\//.exec(key)?.[1];
    return epoch === undefined || Number(epoch) >= Number(row['epoch']);
  });
  return { row, events, playlists, objects: counting };
}
