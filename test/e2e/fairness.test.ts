import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdableSegments, holdSegments } from '../support/held-segments.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { isReady } from '../support/ready.ts';
import { makeAccount, type RunningService, startService } from '../support/service.ts';
import { WORKERS } from '../support/test-services.ts';

/** Renders at once. Each machine has two, so that one goes on and counts for its account when the other is canceled. */
const AT_ONCE = 2 * WORKERS;
const DRIPPING_SESSIONS = 20;
const SLOW_CHECKS = 30;
const LOGO = '(Footage)/USER/logo_01.png';
// No request ends before the test ends it.
const PATIENT = { FRAMEPRESS_FETCH_TIMEOUT_SECONDS: '3600', FRAMEPRESS_STALL_SECONDS: '3600' };

let folder: string;
let dataDir: string;
let service: RunningService;
let images: Awaited<ReturnType<typeof serveImages>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-fairness-'));
  dataDir = join(folder, 'data');
  images = await serveImages();
  service = await startService(dataDir, {
    FRAMEPRESS_RENDERS: '2',
    ...PATIENT,
    ...(await holdableSegments(dataDir)),
  });
});

afterAll(async () => {
  await service?.stop();
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** A server whose files never end. */
async function serveDrips() {
  const asked = { count: 0 };
  const server = createServer((_, response) => {
    asked.count += 1;
    response.writeHead(200, { 'content-type': 'image/png' });
    const timer = setInterval(() => response.write('x'), 1000);
    response.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: (name: string) => `http://127.0.0.1:${port}/${name}.png`,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  };
}

/** Creates an account with a client and an imported template. */
async function account(name: string) {
  const { credentials } = await makeAccount(dataDir, name);
  const client = await new Client(service.url).login(credentials);
  const file = await writePackage(join(folder, `${name}.zip`), smallLottie(6));
  const version = await client.addTemplate(file);
  const mapping = (resources: Json) => ({
    template_style_version_id: version['id'],
    missing: 'example',
    resources,
  });
  const create = async (resources: Json): Promise<string> => {
    const { status, body } = await client.send('POST', '/v2/render_sessions', {
      title: name,
      render: 'preview',
      output: { quality: 'draft' },
      mapping: mapping(resources),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return String((body['render_session'] as Json)['id']);
  };
  /** Returns the sessions that are composed or drawn. */
  const running = async (): Promise<string[]> => {
    const { body } = await client.send('GET', '/v2/render_sessions?limit=100');
    const sessions = body['render_sessions'] as Json[];
    const isRunning = ({ phase, status }: Json) =>
      status === 'preview_rendering' && phase !== 'queued' && phase !== 'fetching';
    return sessions.filter(isRunning).map(({ id }) => String(id));
  };
  const cancel = async (id = '') => {
    const { status } = await client.send('POST', `/v2/render_sessions/${id}/cancel`);
    expect(status).toBe(200);
  };
  const logo = (url: string) => mapping({ [LOGO]: { source: { remote_url: url } } });
  const check = (url: string) =>
    client.send('POST', '/v2/mappings/validate', { mapping: logo(url) });
  const still = (url: string) => client.still({ mapping: logo(url), at: 0 });
  return { versionId: version['id'], client, create, running, cancel, check, still };
}

const textOf = (text: string) => ({ t_01: { source: { text } } });

test('slow media and slow checks of one account do not delay another account', async () => {
  using dripping = await serveDrips();
  const a = await account('slow');
  const b = await account('quick');
  for (let i = 0; i < DRIPPING_SESSIONS; i++)
    await a.create({ [LOGO]: { source: { remote_url: dripping.url(`session-${i}`) } } });
  // They do not end. Further checks of the account are refused immediately.
  for (let i = 0; i < SLOW_CHECKS; i++)
    void a.check(dripping.url(`check-${i}`)).catch(() => undefined);
  await expect.poll(() => dripping.asked.count).toBeGreaterThanOrEqual(8);

  const good = images.url('/good.jpg');
  expect((await b.check(good)).body).toMatchObject({ valid: true });
  expect((await b.still(good)).response.status).toBe(200);
  const id = await b.create({ [LOGO]: { source: { remote_url: good } } });
  expect(await b.client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
});

test('the next free place goes to another account, however many sessions of one account wait', async () => {
  const a = await account('many');
  const b = await account('few');
  using _hold = holdSegments(dataDir, 0);
  const flood: string[] = [];
  for (let i = 0; i < AT_ONCE + 12; i++) flood.push(await a.create(textOf(`${i}`)));
  await expect.poll(async () => (await a.running()).length).toBe(AT_ONCE);
  const id = await b.create(textOf('b'));
  await isReady(dataDir, id);
  expect(await b.running()).toEqual([]);
  await a.cancel((await a.running())[0]);
  await expect.poll(b.running).toEqual([id]);
  expect((await a.running()).length).toBe(AT_ONCE - 1);
  // The next test needs all places.
  for (const one of flood) await a.cancel(one);
  await b.cancel(id);
});

test('the next free places go to sessions, also of the same account, before the rows of a batch', async () => {
  const a = await account('batch');
  const b = await account('session');
  using _hold = holdSegments(dataDir, 0);
  const created = await a.client.send('POST', '/v2/batches', {
    template_style_version_id: a.versionId,
    render: 'preview',
    rows: Array.from({ length: 40 }, (_, i) => ({ t_01: `${i}` })),
    mapping: { missing: 'example' },
  });
  expect(created.status).toBe(201);
  await expect.poll(async () => (await a.running()).length).toBe(AT_ONCE);
  const rows = await a.running();
  const sessions: string[] = [];
  for (const [index, { create, running }] of [a, b].entries()) {
    const id = await create(textOf('next'));
    await isReady(dataDir, id);
    expect(await running()).not.toContain(id);
    await a.cancel(rows[index]);
    await expect.poll(running).toContain(id);
    sessions.push(id);
  }
  // No further row has begun.
  const begun = [...(await a.running()), ...(await b.running())];
  expect(new Set(begun)).toEqual(new Set([...rows.slice(2), ...sessions]));
});
