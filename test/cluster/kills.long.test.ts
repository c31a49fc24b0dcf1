import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { EVENT_FORMS } from '../../src/service/event-forms.ts';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';
import { S3_OWNER } from '../support/stores.ts';
import { descendantsOf, type Processes, startProcesses } from './processes.ts';
import { signIn } from './renders.ts';

/** 100 kills take some minutes. */
const KILLS = Number(process.env['CLUSTER_KILLS'] ?? 6);
/** Sessions that are not finished, at any time. */
const SESSIONS = Number(process.env['CLUSTER_SESSIONS'] ?? 12);
const TEXTS = 8;
const FRAMES = 60;
const ENDS = ['preview_rendering', 'preview_rendered'];

type Wanted = { key: string; text: string; id: string | undefined; video: string | undefined };
type Posted = { eventId: string; sessionId: string; status: string };

test(`${KILLS} kills lose nothing and double nothing`, {
  timeout: 180_000 + KILLS * 30_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-kills-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => removeFolder(folder));
  const pack = await writePackage(join(folder, 'small.zip'), smallLottie(FRAMES));
  const expected = await videosOfOneMachine(join(folder, 'one'), pack);
  const cluster = opened.use(await startProcesses(folder, { apis: 2, workers: 3 }));
  const hooks = opened.use(await receiver());
  const client = await signIn(cluster);
  const versionId = String((await client.addTemplate(pack))['id']);
  const made = [
    await client.send('POST', '/v2/webhook_endpoints', { url: hooks.url }),
    await client.send('POST', '/v2/destinations', destination(cluster.store.url)),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);

  const wanted: Wanted[] = [];
  const killing = killAll(cluster);
  let isKilling = true;
  void killing.finally(() => {
    isKilling = false;
  });
  while (isKilling || wanted.some(({ video }) => video === undefined)) {
    const open = wanted.filter(({ video }) => video === undefined);
    for (let i = open.length; isKilling && i < SESSIONS; i += 1) {
      const number = wanted.length;
      const text = `text ${number % TEXTS}`;
      wanted.push({ key: `key-${number}`, text, id: undefined, video: undefined });
    }
    for (const one of wanted) await advance(one, { client, versionId });
    await pause(100);
  }
  const kills = await killing;
  await settled(cluster, wanted);

  // Each video has the bytes of one machine, and was delivered once.
  const differing = wanted.filter(({ text, video }) => video !== expected.get(text));
  expect(differing).toEqual([]);
  expect(new Set(wanted.map(({ id }) => id)).size).toBe(wanted.length);
  expect(await objects(cluster)).toEqual(wanted.map(({ key }) => `${key}.mp4`).sort());
  // Each session has each event under one id.
  const ids = new Map<string, Set<string>>();
  for (const { eventId, sessionId, status } of hooks.posted) {
    const of = `${sessionId} ${status}`;
    ids.set(of, (ids.get(of) ?? new Set()).add(eventId));
  }
  const subjects = wanted.flatMap(({ id }) => ENDS.map((status) => `${id} ${status}`));
  expect([...ids].filter(([, all]) => all.size !== 1)).toEqual([]);
  expect(subjects.filter((one) => !ids.has(one))).toEqual([]);
  process.stdout.write(`${wanted.length} sessions, ${JSON.stringify(kills)}\n`);
});

/** Creates a session, or looks whether it has ended. A request that fails is repeated later. */
async function advance(
  one: Wanted,
  { client, versionId }: { client: Client; versionId: string },
): Promise<void> {
  if (one.video !== undefined) return;
  try {
    if (one.id === undefined) {
      const session = {
        title: one.key,
        render: 'preview',
        mapping: mappingOf(versionId, one.text),
        external_uploads: [{ to: `s3://videos/${one.key}.mp4` }],
      };
      const headers = { 'idempotency-key': one.key };
      const { status, body } = await client.send('POST', '/v2/render_sessions', session, headers);
      if (status === 201) one.id = String((body['render_session'] as Json)['id']);
      else if (status < 500 && status !== 409) throw new Wrong(JSON.stringify(body));
      return;
    }
    const { status, body } = await client.send('GET', `/v2/render_sessions/${one.id}`);
    const session = body['render_session'] as Json | undefined;
    if (status !== 200 || !session) return;
    if (session['status'] === 'failed') throw new Wrong(JSON.stringify(session['errors']));
    if (session['status'] !== 'preview_rendered') return;
    const answer = await fetch(String(session['video_url']));
    if (answer.status === 200) one.video = digest(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    // The API that got the request was killed.
    if (error instanceof Wrong) throw error;
  }
}

class Wrong extends Error {}

/** Kills APIs, workers, their children and PostgreSQL, at random. Returns how often. */
async function killAll(cluster: Processes): Promise<Record<string, number>> {
  const kills: Record<string, number> = {};
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(randomInt(200, 2500));
    const kind = ['api', 'worker', 'worker', 'child', 'child', 'postgres'][randomInt(6)] ?? '';
    kills[kind] = (kills[kind] ?? 0) + 1;
    if (kind === 'postgres') {
      await cluster.database.crash();
      await pause(randomInt(0, 1500));
      await cluster.database.start();
      continue;
    }
    const role = kind === 'api' ? 'api' : 'worker';
    const all = cluster.members.filter((one) => one.role === role);
    const member = all[randomInt(all.length)];
    if (!member?.service) continue;
    if (kind === 'child') killChild(await descendantsOf(member.service.pid));
    else await cluster.kill(member);
  }
  return kills;
}

/** Kills a rasteriser, an isolated process or a program of them. */
function killChild(pids: readonly number[]): void {
  const pid = pids[randomInt(Math.max(1, pids.length))];
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Renders each text on one machine. Returns the digests of the videos. */
async function videosOfOneMachine(dataDir: string, pack: string): Promise<Map<string, string>> {
  const credentials = await makeClient(dataDir);
  await using service = await startService(dataDir);
  const client = await new Client(service.url).login(credentials);
  const versionId = String((await client.addTemplate(pack))['id']);
  const texts = Array.from({ length: TEXTS }, (_, i) => `text ${i}`);
  const digests = texts.map(async (text): Promise<[string, string]> => {
    const mapping = mappingOf(versionId, text);
    const session = { title: text, render: 'preview', mapping };
    const { body } = await client.send('POST', '/v2/render_sessions', session);
    const done = await client.waitFor(String((body['render_session'] as Json)['id']));
    const video = await fetch(String(done['video_url']));
    return [text, digest(Buffer.from(await video.arrayBuffer()))];
  });
  return new Map(await Promise.all(digests));
}

function mappingOf(versionId: string, text: string): Json {
  return {
    template_style_version_id: versionId,
    missing: 'example',
    resources: { t_01: { source: { text } } },
  };
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function destination(endpoint: string): Json {
  return { prefix: 's3://videos', options: { endpoint }, credentials: S3_OWNER };
}

/** Waits until all uploads and webhooks have ended. */
async function settled(cluster: Processes, wanted: readonly Wanted[]): Promise<void> {
  await using db = await openDatabase(cluster.databaseUrl, EVENT_FORMS);
  const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]));
  for (;;) {
    const uploads = [...(await db.deliveries.ofSessions(ids)).values()].flat();
    const due = await db.webhookDeliveries.dueEndpoints();
    if (due.length === 0 && uploads.every(({ endedAtMs }) => endedAtMs !== null)) return;
    await pause(200);
  }
}

async function objects({ s3 }: Processes): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: 'videos' }))
    for (const { Key = '' } of page.Contents ?? []) keys.push(Key);
  return keys.sort();
}

/** A receiver of webhooks. */
async function receiver() {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: Json };
      const session = data['render_session'] as Json | undefined;
      const eventId = String(request.headers['webhook-id']);
      if (session)
        posted.push({
          eventId,
          sessionId: String(session['id']),
          status: String(session['status']),
        });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    posted,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
