import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeAccount, type RunningService, startService } from '../support/service.ts';
import { WORKERS } from '../support/test-services.ts';

const SESSIONS = 500;
const DRIPPING_SESSIONS = 20;
const SLOW_CHECKS = 30;
const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let images: Awaited<ReturnType<typeof serveImages>>;
let dripping: Awaited<ReturnType<typeof serveDrips>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-fairness-'));
  [images, dripping] = await Promise.all([serveImages(), serveDrips()]);
});

afterAll(async () => {
  dripping?.[Symbol.dispose]();
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** A server whose files never end: one byte per second. */
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
async function account(service: RunningService, dataDir: string, name: string) {
  const { accountId, credentials } = await makeAccount(dataDir, name);
  const client = await new Client(service.url).login(credentials);
  const file = await writePackage(join(folder, `${name}.zip`), smallLottie(60));
  const version = await client.addTemplate(file);
  const mapping = (resources: Json) => ({
    ...{ template_style_version_id: version['id'], missing: 'example', resources },
  });
  const create = async (resources: Json, onSend = () => {}): Promise<string> => {
    onSend();
    const { status, headers, body } = await client.send('POST', '/v2/render_sessions', {
      ...{ title: name, render: 'preview', output: { quality: 'draft' } },
      mapping: mapping(resources),
    });
    // An API that gets no processor for a second rejects new work.
    if (status === 503) {
      await pause(Number(headers.get('retry-after')) * 1000);
      return create(resources, onSend);
    }
    expect(status, JSON.stringify(body)).toBe(201);
    return String((body['render_session'] as Json)['id']);
  };
  const logo = (url: string) => mapping({ [LOGO]: { source: { remote_url: url } } });
  const check = (url: string) =>
    client.send('POST', '/v2/mappings/validate', { mapping: logo(url) });
  const still = (url: string) => client.still({ mapping: logo(url), at: 0 });
  return { accountId, versionId: version['id'], client, create, check, still };
}

/** Returns the starts of renders from the logs of all processes, in their order. */
function begins(service: RunningService) {
  const lines = service.log().split('\n');
  const starts = lines.flatMap((line) => {
    if (!line.includes('job started') || !line.includes('"kind":"render"')) return [];
    const { id, accountId, time } = JSON.parse(line) as Record<'id' | 'accountId' | 'time', string>;
    return [{ id, accountId, ms: new Date(time).getTime() }];
  });
  return starts.toSorted((a, b) => a.ms - b.ms);
}

test('many sessions, slow media and slow checks of one account do not delay another account', async () => {
  const dataDir = join(folder, 'data');
  await using service = await startService(dataDir, {
    FRAMEPRESS_LOG_LEVEL: 'debug',
    FRAMEPRESS_WORKERS: '2',
    REUSE_SEGMENTS: 'off',
  });
  const a = await account(service, dataDir, 'a');
  const b = await account(service, dataDir, 'b');

  const text = (words: string) => ({ t_01: { source: { text: words } } });
  const numbers = Array.from({ length: SESSIONS }, (_, i) => `${i}`).values();
  const flood = async () => {
    for (const words of numbers) await a.create(text(words));
  };
  await Promise.all(Array.from({ length: 10 }, flood));
  for (let i = 0; i < DRIPPING_SESSIONS; i++)
    await a.create({ [LOGO]: { source: { remote_url: dripping.url(`session-${i}`) } } });
  const checks = Array.from({ length: SLOW_CHECKS }, (_, i) => a.check(dripping.url(`check-${i}`)));
  // Further checks of an account are refused immediately.
  let slowEnds = 0;
  for (const slow of checks)
    void slow.then(({ status }) => status === 200 && slowEnds++).catch(() => undefined);
  await expect.poll(() => dripping.asked.count).toBeGreaterThanOrEqual(8);

  const [check, still] = await Promise.all([
    b.check(images.url('/good.jpg')),
    b.still(images.url('/good.jpg')),
  ]);
  expect(slowEnds, 'checks of the other account that ended before').toBe(0);
  expect(check.body).toMatchObject({ valid: true });
  expect(still.response.status).toBe(200);

  let createdMs = 0;
  const good = { [LOGO]: { source: { remote_url: images.url('/good.jpg') } } };
  const id = await b.create(good, () => {
    createdMs = Date.now();
  });
  expect(await b.client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
  const all = begins(service);
  const own = all.findIndex((one) => one.id === id);
  expect(own).toBeGreaterThanOrEqual(0);
  const between = all.slice(0, own).filter(({ ms }) => ms > createdMs);
  expect(between.length).toBeLessThanOrEqual(2 * WORKERS);
  expect(all.length).toBeLessThan(SESSIONS / 2);
});

test('a batch delays no other session by more than the render that is running', async () => {
  const dataDir = join(folder, 'batch');
  await using service = await startService(dataDir, {
    FRAMEPRESS_LOG_LEVEL: 'debug',
    FRAMEPRESS_RENDERS: '1',
    REUSE_SEGMENTS: 'off',
  });
  const a = await account(service, dataDir, 'a');
  const b = await account(service, dataDir, 'b');
  const rows = Array.from({ length: 40 }, (_, i) => ({ t_01: `${i}` }));
  const created = await a.client.send('POST', '/v2/batches', {
    ...{ template_style_version_id: a.versionId, rows, render: 'preview' },
    mapping: { missing: 'example' },
  });
  expect(created.status).toBe(201);
  await expect.poll(() => begins(service).length).toBeGreaterThan(1);

  for (const { client, create } of [a, b]) {
    const id = await create({});
    const session = await client.waitFor(id);
    expect(session).toMatchObject({ status: 'preview_rendered' });
    // The time of the service, because the request may have arrived late.
    const createdMs = Date.parse(String(session['created_at']));
    const all = begins(service);
    const own = all.findIndex((one) => one.id === id);
    expect(own).toBeGreaterThanOrEqual(0);
    // At most one render of each worker began between the creation and the moment at which the media were there.
    const between = all.slice(0, own).filter(({ ms }) => ms > createdMs);
    expect(between.length).toBeLessThanOrEqual(WORKERS);
  }
  expect(begins(service).length).toBeLessThan(rows.length);
});
