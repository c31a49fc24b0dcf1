import { createHash } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdableSegments, holdSegments } from '../support/held-segments.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { sharedService } from '../support/shared-service.ts';
import { S3_OWNER } from '../support/stores.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type Member, type Processes, startProcesses } from './processes.ts';
import { ended, signIn } from './renders.ts';

/*
 * A cluster of two APIs and three workers, each with its own data folder, on PostgreSQL and an S3 store. Each
 * request goes to the next API. The tests share its template, its image, its destination and its webhooks.
 */

/** Some segments, so that the workers share a session. */
const FRAMES = 60;
const OUTPUT = { width: 64 };
const LOGO = '(Footage)/USER/logo_01.png';

const opened = new AsyncDisposableStack();
let folder: string;
let cluster: Processes;
let client: Client;
let sql: pg.Pool;
let hooks: WebhookReceiver;
let secret: string;
let mapping: Json;
/** The digest of the video that one machine makes of the mapping. */
let expected: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-walk-'));
  opened.defer(() => removeFolder(folder));
  const pack = await writePackage(join(folder, 'small.zip'), smallLottie(FRAMES));
  const logo = { width: 40, height: 20, channels: 3 as const, background: 'teal' };
  const image = new Uint8Array(await sharp({ create: logo }).png().toBuffer());
  const single = await sharedService();
  const alone = await new Client(single.url).login(single.credentials);
  const same = { render: 'preview', mapping: await mappingIn(alone, pack, image) };
  const { body } = await alone.send('POST', '/v2/render_sessions', {
    ...same,
    title: 'one machine',
    output: OUTPUT,
  });
  expected = await videoOf(await ended(alone, idOf(body)));

  // Each session draws its own segments.
  const settings = { REUSE_SEGMENTS: 'session', ...(await holdableSegments(join(folder, 'held'))) };
  cluster = opened.use(await startProcesses(folder, { apis: 2, workers: 3 }, settings));
  sql = new pg.Pool({ connectionString: cluster.databaseUrl });
  opened.defer(() => sql.end());
  hooks = opened.use(await startWebhookReceiver());
  client = await signIn(cluster);
  mapping = await mappingIn(client, pack, image);
  const endpoint = await client.send('POST', '/v2/webhook_endpoints', { url: hooks.url });
  secret = String((endpoint.body['webhook_endpoint'] as Json)['secret']);
  const { status } = await client.send('POST', '/v2/destinations', {
    prefix: 's3://videos',
    options: { endpoint: cluster.store.url },
    credentials: S3_OWNER,
  });
  expect(status).toBe(201);
});

afterAll(() => opened.disposeAsync());

/** Uploads the template and the image, and returns a mapping that uses both. */
async function mappingIn(at: Client, pack: string, image: Uint8Array<ArrayBuffer>): Promise<Json> {
  const { id } = await at.addTemplate(pack);
  const { body } = await at.upload(image);
  const source = { upload_id: (body['upload'] as Json)['id'] };
  const resources = { t_01: { source: { text: 'Walk' } }, [LOGO]: { source } };
  return { template_style_version_id: id, missing: 'example', resources };
}

function idOf(body: Json): string {
  return String((body['render_session'] as Json)['id']);
}

async function start(title: string): Promise<string> {
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title,
    render: 'preview',
    output: OUTPUT,
    mapping,
    external_uploads: [{ to: `s3://videos/${title}.mp4` }],
  });
  return idOf(body);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function videoOf(session: Json): Promise<string> {
  expect(session).toMatchObject({ status: 'preview_rendered', errors: [] });
  const answer = await fetch(String(session['video_url']));
  return sha256(Buffer.from(await answer.arrayBuffer()));
}

/** Waits until a session's upload has ended, and returns the digest of the object in the bucket. */
async function deliveredOf(id: string, title: string): Promise<string> {
  const open = 'select 1 from external_uploads where session_id = $1 and ended_at is null';
  while ((await sql.query(open, [id])).rows.length > 0) await pause(50);
  const Key = `${title}.mp4`;
  const { Body } = await cluster.s3.send(new GetObjectCommand({ Bucket: 'videos', Key }));
  return sha256((await Body?.transformToByteArray()) ?? new Uint8Array());
}

const eventsOf = (id: string) =>
  hooks.received(secret).filter(({ data }) => {
    const session = data['render_session'] as Json | undefined;
    return session?.['id'] === id;
  });

/** Waits for both webhooks of a session: its start and its end, each with one id. */
async function expectEvents(id: string, end: string): Promise<void> {
  await expect.poll(() => eventsOf(id).map(({ data }) => data['sequence'])).toContain(2);
  const events = new Map(eventsOf(id).map((event) => [event.id, event.data]));
  const statuses = [...events.values()].map((data) => (data['render_session'] as Json)['status']);
  expect(statuses).toEqual(['preview_rendering', end]);
}

/** Waits until a worker leads a session: it has a work folder for it. */
async function leaderOf(id: string): Promise<Member> {
  for (;;) {
    const { rows } = await sql.query('select phase from render_sessions where id = $1', [id]);
    if ((rows[0] as Json)['phase'] === 'rendering') {
      for (const member of cluster.members) {
        const work = await readdir(join(folder, member.name, 'work')).catch((): string[] => []);
        if (work.includes(id)) return member;
      }
    }
    await pause(20);
  }
}

test('a session has the bytes of one machine, is delivered, and its webhooks are signed', async () => {
  const id = await start('first');
  expect(await videoOf(await ended(client, id))).toBe(expected);
  expect(await deliveredOf(id, 'first')).toBe(expected);
  await expectEvents(id, 'preview_rendered');
});

test('a batch is rendered', async () => {
  const { template_style_version_id: version, resources } = mapping;
  const { body } = await client.send('POST', '/v2/batches', {
    template_style_version_id: version,
    render: 'preview',
    output: OUTPUT,
    mapping: { resources, missing: 'example' },
    rows: [{ t_01: 'One' }, { t_01: 'Two' }, { t_01: 'Walk' }],
  });
  const { id } = body['batch'] as Json;
  const read = async () => (await client.send('GET', `/v2/batches/${id}`)).body['batch'] as Json;
  while ((await read())['status'] !== 'completed') await pause(100);
  expect(await read()).toMatchObject({ counts: { total: 3, rendered: 3, failed: 0 } });
  const { rows } = await sql.query(
    'select id from render_sessions where batch_id = $1 order by batch_row',
    [id],
  );
  const digests: string[] = [];
  for (const row of rows as { id: string }[])
    digests.push(await videoOf(await ended(client, row.id)));
  expect(new Set(digests).size).toBe(3);
  expect(digests[2]).toBe(expected);
  await expect
    .poll(() => hooks.received(secret).map(({ type }) => type))
    .toContain('batch.completed');
});

test('a canceled session ends, and another worker finishes the session of a killed one', async () => {
  const release = holdSegments(join(folder, 'held'), 0);
  let lost: string;
  try {
    const canceled = await start('canceled');
    await leaderOf(canceled);
    await client.send('POST', `/v2/render_sessions/${canceled}/cancel`);
    expect(await ended(client, canceled)).toMatchObject({ status: 'canceled' });
    await expectEvents(canceled, 'canceled');

    lost = await start('lost');
    const leader = await leaderOf(lost);
    await leader.service?.crash();
    // Its job and its segments would be missed after ten seconds.
    await sql.query(
      "update framepress_queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'",
    );
    await sql.query('update segments set held_until = 0 where session_id = $1', [lost]);
  } finally {
    release();
  }
  expect(await videoOf(await ended(client, lost))).toBe(expected);
  const { rows } = await sql.query('select epoch from render_sessions where id = $1', [lost]);
  // On a busy machine, it may change hands more than once.
  expect((rows[0] as { epoch: number }).epoch).toBeGreaterThan(1);
  expect(await deliveredOf(lost, 'lost')).toBe(expected);
  await expectEvents(lost, 'preview_rendered');
  const { Contents = [] } = await cluster.s3.send(new ListObjectsV2Command({ Bucket: 'videos' }));
  expect(Contents.map(({ Key }) => Key).sort()).toEqual(['first.mp4', 'lost.mp4']);
});
