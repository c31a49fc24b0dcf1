import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdSegments } from '../support/held-segments.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf, placeOf } from '../support/place.ts';
import { framepress } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const FRAMES = 6;
const LOGO = '(Footage)/USER/logo_01.png';
const NEXT_DAY = /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/;
const DAY_SECONDS = 24 * 3600;
/** The limits that the test does not set. */
const DEFAULT_LIMITS = [
  'queued_sessions',
  'speech_characters_per_day',
  'transcription_seconds_per_day',
];
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

let folder: string;
let service: SharedService;
let images: Awaited<ReturnType<typeof serveImages>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-accounts-'));
  images = await serveImages();
  service = await sharedService({}, { isHeld: true });
});

afterAll(async () => {
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** Runs a command on the data folder and returns its JSON. */
async function cli(...args: string[]): Promise<Json> {
  const { stdout } = await framepress([...args, '--data-dir', service.dataDir, '--json']);
  return JSON.parse(stdout) as Json;
}

/** Creates an account with a client. Both are made by the command line while the service runs. */
async function addAccount(name: string, frames = FRAMES) {
  const { id } = (await cli('account', 'create', name))['account'] as { id: string };
  const own = await cli('client', 'create', '--name', name, '--account', id);
  const [client_id = '', client_secret = ''] = [own['client_id'], own['client_secret']].map(String);
  const client = await new Client(service.url).login({ client_id, client_secret });
  const path = await writePackage(join(folder, `${name}.zip`), smallLottie(frames));
  const version = await client.addTemplate(path);
  const create = (resources: Json = {}, more: Json = {}) =>
    client.send('POST', '/v2/render_sessions', {
      title: name,
      render: 'preview',
      output: { quality: 'draft' },
      ...more,
      mapping: { template_style_version_id: version['id'], missing: 'example', resources },
    });
  /** Waits for the end of a session that `create` has answered, and returns it. */
  const ended = async (answer: Awaited<ReturnType<typeof create>>) => client.waitFor(idOf(answer));
  const cancel = (answer: Awaited<ReturnType<typeof create>>) =>
    client.send('POST', `/v2/render_sessions/${idOf(answer)}/cancel`);
  const isRendering = async (answer: Awaited<ReturnType<typeof create>>) => {
    const { body } = await client.send('GET', `/v2/render_sessions/${idOf(answer)}`);
    return (body['render_session'] as Json)['phase'] === 'rendering';
  };
  const account = async () =>
    (await client.send('GET', '/v2/account')).body['account'] as Record<string, Json>;
  const totals = async () =>
    (await client.send('GET', '/v2/usage')).body['totals'] as Record<string, number>;
  return { id, client, create, ended, cancel, isRendering, account, totals };
}

const idOf = ({ body }: { body: Json }) => String((body['render_session'] as Json)['id']);
const bytesOf = async (url: unknown) => Buffer.from(await (await fetch(String(url))).arrayBuffer());
const textOf = (text: string): Json => ({ t_01: { source: { text } } });

/** Runs a test of limits that count UTC days. A run over midnight is repeated. */
async function expectWithinOneDay(run: () => Promise<void>): Promise<void> {
  const day = () => Math.floor(Date.now() / 1000 / DAY_SECONDS);
  for (;;) {
    const before = day();
    try {
      return await run();
    } catch (error) {
      if (day() === before) throw error;
    }
  }
}

async function countAndLimit(): Promise<void> {
  const a = await addAccount('a');
  const b = await addAccount('b');
  await cli('account', 'limits', a.id, '--frames-per-day', '15', '--renders-at-once', '1');
  expect(await a.account()).toMatchObject({
    limits: { renders_at_once: 1, frames_per_day: 15, stored_bytes: null },
    usage: { rendering_sessions: 0, queued_sessions: 0, frames_today: 0 },
  });

  // Frames in a day: two videos of 6 frames fit, a third does not.
  const first = await a.ended(await a.create(textOf('one')));
  const second = await a.ended(await a.create(textOf('two')));
  expect([first['status'], second['status']]).toEqual(['preview_rendered', 'preview_rendered']);
  const third = await a.create(textOf('three'));
  expect(third).toMatchObject({
    status: 429,
    body: {
      code: 'daily_limit_exceeded',
      limit: {
        name: 'frames_per_day',
        limit: 15,
        used: 12,
        requested: FRAMES,
        frees_at: expect.stringMatching(NEXT_DAY),
      },
    },
  });
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(third.headers.get('retry-after'))).toBeLessThanOrEqual(DAY_SECONDS);
  // A draft needs no frames; its render does. Another account is not affected.
  const draft = await a.create(textOf('three'), { render: undefined });
  const render = () =>
    a.client.send('POST', `/v2/render_sessions/${idOf(draft)}/render`, { render: 'preview' });
  expect(await render()).toMatchObject({ status: 429, body: { code: 'daily_limit_exceeded' } });
  expect((await b.ended(await b.create()))['status']).toBe('preview_rendered');

  // A changed limit applies to the running service. A failed render gives its frames back.
  await cli('account', 'limits', a.id, '--frames-per-day', '20', '--stored-mb', '1');
  const lost = { [LOGO]: { source: { remote_url: images.url('/missing.jpg') } } };
  expect((await a.ended(await a.create(lost)))['status']).toBe('failed');
  const answer = await render();
  expect(answer.status).toBe(200);
  const rendered = await a.ended(answer);
  expect(await a.account()).toMatchObject({ usage: { frames_today: 3 * FRAMES } });

  // Stored bytes.
  const bytes = new Uint8Array(2 ** 20).fill(32);
  bytes.set(new TextEncoder().encode(SVG));
  const { body } = await a.client.upload(bytes);
  expect(body).toMatchObject({
    code: 'quota_exceeded',
    limit: { name: 'stored_bytes', limit: 2 ** 20, used: expect.any(Number), frees_at: null },
  });
  expect(Number((body['limit'] as Json)['used'])).toBeGreaterThan(2 ** 20);
  await cli('account', 'limits', a.id, '--stored-mb', 'none');
  expect((await a.client.upload(bytes)).status).toBe(201);

  // Usage.
  const sizes = [first, second, rendered].flatMap(
    (session) => session['outputs'] as { bytes: number; duration: number }[],
  );
  const totals = await a.totals();
  expect(totals).toMatchObject({
    renders: 3,
    failed_renders: 1,
    frames: 3 * FRAMES,
    // A sum of fractions.
    video_seconds: expect.closeTo(
      sizes.reduce((sum, { duration }) => sum + duration, 0),
      6,
    ),
    bytes: sizes.reduce((sum, one) => sum + one.bytes, 0),
  });
  for (const { cpu_seconds: cpu } of [totals, await b.totals()]) expect(cpu).toBeGreaterThan(0);
  expect(await b.totals()).toMatchObject({ renders: 1, failed_renders: 0, frames: FRAMES });
  const { accounts } = (await cli('account', 'list')) as { accounts: Json[] };
  expect(accounts[0]).toMatchObject({ id: 'acc_default' });
  const listed = (id: string) => accounts.filter((one) => one['id'] === id);
  expect(listed(a.id)).toMatchObject([
    { name: 'a', clients: 1, ...(await a.account()), default_limits: DEFAULT_LIMITS },
  ]);
  expect(listed(b.id)).toMatchObject([{ clients: 1, limits: { frames_per_day: null } }]);
  // Removed sessions stay counted.
  await a.client.send('DELETE', `/v2/render_sessions/${idOf(draft)}`);
  expect(await a.totals()).toEqual(totals);
}

test('accounts have limits of their own, and their use equals the videos that were rendered', () =>
  expectWithinOneDay(countAndLimit));

type Account = Awaited<ReturnType<typeof addAccount>>;

/**
 * Creates two sessions of an account that may render one at once, and a third, which is refused. Returns the
 * refusal and the second session, which waits although a later session of another account is rendered. Processes
 * read a changed limit seconds later; until then they render both, which are canceled.
 */
async function fullQueue(a: Account, other: Account) {
  for (;;) {
    const first = await a.create(textOf('a'));
    const waiting = await a.create(textOf('b'));
    const later = await other.create();
    await expect
      .poll(async () => (await a.isRendering(waiting)) || (await other.isRendering(later)))
      .toBe(true);
    await expect.poll(() => a.isRendering(first)).toBe(true);
    const refused = await a.create(textOf('c'));
    const { usage } = await a.account();
    await other.cancel(later);
    if (usage?.['rendering_sessions'] === 1) return { waiting, refused };
    for (const one of [first, waiting]) await a.cancel(one);
  }
}

test('a full queue frees with a cancel, and an account renders as many sessions as it may', async () => {
  // So many that nothing ends before it is held.
  const a = await addAccount('full', 300);
  await cli('account', 'limits', a.id, '--queued-sessions', '2', '--renders-at-once', '1');
  const { clients } = (await cli('client', 'list', '--account', a.id)) as { clients: Json[] };
  const clientId = String(clients[0]?.['client_id']);
  const { client_secret } = await cli('client', 'rotate', clientId);
  const credentials = { client_id: clientId, client_secret: String(client_secret) };
  await a.client.login(credentials);

  const other = await addAccount('other', 300);
  using resume = holdSegments(service.dataDir, 0);
  const { waiting, refused } = await fullQueue(a, other);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'queue_full', limit: { name: 'queued_sessions', limit: 2, used: 2 } },
  });
  await a.cancel(waiting);
  const next = await a.create(textOf('c'), { render: 'final' });
  expect(next.status).toBe(201);
  resume();
  expect((await a.ended(next))['status']).toBe('final_rendered');
});

test('an account is deleted with everything in it while the service renders', async () => {
  const gone = await addAccount('gone', 300);
  const kept = await addAccount('kept');
  const own = await kept.ended(await kept.create());
  await using receiver = await startWebhookReceiver();
  await gone.client.send('POST', '/v2/webhook_endpoints', { url: receiver.url });
  await gone.client.upload(new TextEncoder().encode(SVG));
  const draft = idOf(await gone.create({}, { render: undefined }));
  using resume = holdSegments(service.dataDir, 0);
  const running = await gone.create();
  await expect.poll(() => gone.isRendering(running)).toBe(true);
  const { body } = await gone.client.send('GET', '/v2/template_style_versions');
  const [version] = body['template_style_versions'] as Json[];
  const demo = async () => (await fetch(String(version?.['demo_video_url']))).status;
  expect(await demo()).toBe(200);
  const video = await bytesOf(own['video_url']);

  const command = ['account', 'delete', gone.id];
  const rows = {
    clients: 1,
    tokens: 1,
    templates: 1,
    template_style_versions: 1,
    uploads: 1,
    render_sessions: 2,
    webhook_endpoints: 1,
  };
  expect(await cli(...command, '--dry-run')).toMatchObject({ dry_run: true, removed: { rows } });
  const unconfirmed = await framepress([...command, '--data-dir', service.dataDir]);
  expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect((await gone.account())['id']).toBe(gone.id);

  const report = await cli(...command, '--yes');
  expect(report).toMatchObject({
    account: { id: gone.id },
    deleted_at: expect.any(String),
    removed: { rows },
    left: { delivered_files: 0, interrupted_deliveries: 0 },
  });
  expect((report['removed'] as Json)['bytes']).toBeGreaterThan(SVG.length);
  expect((await gone.client.send('GET', '/v2/account')).status).toBe(401);
  expect(await demo()).toBe(404);
  // The render ends although its encoders are held.
  const ids = [draft, idOf(running), String(version?.['id']), gone.id];
  const named = (paths: string[]) => paths.filter((path) => ids.some((id) => path.includes(id)));
  const leftIn = async (name: string) => named(await entriesOf(service.dataDir, name));
  await expect.poll(() => leftIn('work')).toEqual([]);
  resume();
  const { files, query } = await placeOf(service.dataDir);
  for (const prefix of ['sessions', 'versions', 'uploads'])
    await expect.poll(async () => named(await files.keys(prefix))).toEqual([]);
  for (const table of ['render_sessions', 'template_style_versions', 'uploads', 'events'])
    expect(await query(`select * from ${table} where account_id = ?`, gone.id)).toEqual([]);
  for (const { body: posted } of receiver.posted) expect(posted).not.toContain('canceled');
  // The other account has the same bytes as before, and renders.
  expect(await bytesOf(own['video_url'])).toEqual(video);
  expect((await kept.ended(await kept.create()))['status']).toBe('preview_rendered');
  expect(await cli(...command)).toEqual(report);
  const { accounts } = (await cli('account', 'list')) as { accounts: Json[] };
  expect(accounts.map(({ id }) => id)).not.toContain(gone.id);
});

test('a token of the command line reads the usage, with at most the scope of its client', async () => {
  const { client_id } = await cli('client', 'create', '--name', 'bill', '--scope', 'usage:read');
  const own = ['token', 'create', '--client', String(client_id)];
  const token = await cli(...own, '--ttl', '3600');
  expect(token).toMatchObject({ client_id, scope: 'usage:read', expires_at: expect.any(String) });
  const as = (path: string) =>
    fetch(service.url + path, { headers: { authorization: `Bearer ${token['access_token']}` } });
  const statuses = [(await as('/v2/usage')).status, (await as('/v2/render_sessions')).status];
  expect(statuses).toEqual([200, 403]);
  expect(await cli(...own, '--ttl', '0')).toMatchObject({ expires_at: null });

  const refused: [string[], number, string][] = [
    [[...own, '--scope', 'usage'], 2, 'within "usage:read" for --scope but received "usage".'],
    [[...own, '--ttl', '1.5'], 2, 'Expected a whole number for --ttl but received "1.5".'],
    [['token', 'create', '--client', 'cl_x'], 1, 'There is no client "cl_x".'],
    [['client', 'create', '--name', 'x', '--account', 'acc_x'], 1, 'There is no account "acc_x".'],
    [['client', 'list', '--account', 'acc_x'], 1, 'There is no account "acc_x".'],
    [['account', 'limits', 'acc_x', '--stored-mb', '1'], 1, 'There is no account "acc_x".'],
    [['account', 'delete', 'acc_x', '--yes'], 1, 'There is no account "acc_x".'],
    [['account', 'delete', 'acc_default', '--yes'], 1, 'acc_default cannot be deleted.'],
    [['account', 'create', ' '], 2, 'Expected a name of 1 to 200 characters'],
    [
      ['account', 'limits', 'acc_default', '--stored-mb', '0'],
      2,
      'Expected a whole number from 1 to 100000000, none or default for --stored-mb but received "0".',
    ],
  ];
  for (const [args, code, message] of refused) {
    const result = await framepress([...args, '--data-dir', service.dataDir]);
    expect([args, result.code]).toEqual([args, code]);
    expect(result.stderr).toContain(message);
  }
  const shown = await framepress(['account', 'list', '--data-dir', service.dataDir]);
  expect(shown.stdout).toMatch(/stored-mb +\d+, no limit/);
  expect(shown.stdout).toContain('(default)');
});
