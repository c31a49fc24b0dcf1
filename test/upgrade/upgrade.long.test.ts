import { existsSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { framepress, type Role } from '../support/service.ts';
import { comparable, readAnswers, sha256 } from './answers.ts';
import { type Contents, type Recorded, unpackOldFolder } from './old-folder.ts';
import { type Outside, startOutside, type WebRequest } from './outside.ts';
import { Upgraded, until } from './upgraded.ts';

/*
 * The folder was made by the API of an older version (commit 083d6aa, migrations up to 0015), which was
 * killed amid its work. Each test goes on with the folder as the test before has left it.
 */

const LOGO = '(Footage)/USER/logo_01.png';
const DAY_MS = 24 * 3600 * 1000;

let opened: AsyncDisposableStack;
let folder: string;
let contents: Contents;
let recorded: Recorded;
let outside: Outside;
let old: Upgraded;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  folder = await mkdtemp(join(tmpdir(), 'framepress-upgrade-'));
  opened.defer(() => removeFolder(folder));
  const unpacked = await unpackOldFolder(folder);
  ({ contents, recorded } = unpacked);
  outside = opened.use(await startOutside(contents));
  old = opened.use(new Upgraded(unpacked));
});

afterAll(async () => {
  await opened?.disposeAsync();
});

const start = (role: Role) => old.start(role, { NODE_EXTRA_CA_CERTS: outside.caPath });

const digestInBucket = (path: string) => {
  const object = outside.bucket.objects.get(`/upgrade/renders/${path}`);
  return object && sha256(object.bytes);
};
const digestOf = (session: Json) => (session['outputs'] as Json[])[0]?.['sha256'];

const verified = ({ body, headers }: WebRequest, secret: string) =>
  new Webhook(secret).verify(body.toString(), headers as Record<string, string>) as Json;

test('the API answers as before, with the same files, while no worker runs', async () => {
  await start('api');
  const answers = await readAnswers(old.client, Object.keys(recorded.answers));
  expect(answers).toMatchObject(recorded.answers);
  for (const version of ['small', 'replaced', 'long'] as const)
    await old.get(`/v2/template_style_versions/${contents.versions[version]}/schema`);

  const other = await old.asOther();
  const others = await readAnswers(other, Object.keys(recorded.otherAnswers));
  expect(others).toMatchObject(recorded.otherAnswers);
  expect((await other.send('GET', old.pathOf('preview'))).status).toBe(404);
});

test('tokens, edit tokens and idempotency keys of the older version are valid', async () => {
  const as = async (token: string, method: string, path: string) =>
    (await old.client.send(method, path, undefined, { authorization: `Bearer ${token}` })).status;
  expect(await as(contents.accessToken, 'GET', old.pathOf('final'))).toBe(200);
  expect(await as(contents.accessToken, 'DELETE', old.pathOf('final'))).toBe(403);
  expect(await as(contents.editToken, 'GET', old.pathOf('draft'))).toBe(200);
  expect(await as(contents.editToken, 'GET', old.pathOf('final'))).toBe(403);
  for (const { key, path, body, id } of contents.repeats) {
    // A stored answer has the fields of the version that stored it.
    const again = await old.client.sendUnchecked({
      method: 'POST',
      path,
      body,
      headers: { 'idempotency-key': key },
    });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(Object.values(again.body).map((one) => (one as Json)['id'])).toContain(id);
  }
  await old.stop();
});

test('sessions and imports that were queued or interrupted end', async () => {
  await start('all');
  const renders = { interrupted: 'preview', fetching: 'preview', queued: 'preview' };
  for (const [name, render] of Object.entries({ ...renders, finalQueued: 'final' })) {
    const before = Number(old.sessionBefore(name)['render_progress']);
    const lowest = { progress: 100 };
    await old.client.waitFor(old.idOf(name), (seen) => {
      lowest.progress = Math.min(lowest.progress, Number(seen['render_progress']));
    });
    expect(lowest.progress).toBeGreaterThanOrEqual(before);
    await old.rendered(old.idOf(name), `${render}_rendered`);
  }
  for (const version of ['waiting', 'drawing'] as const) {
    const ended = await old.imported(contents.versions[version]);
    expect(ended).toMatchObject({ status: 'edit_ready', report: { errors: [] } });
  }
  // Files that were fetched before the kill are not fetched again.
  expect(outside.askedMedia().sort()).toEqual([
    '/media/photo.png?signature=swordfish',
    '/media/slow.png?signature=swordfish',
  ]);
});

test('pending, running, retrying and waiting deliveries are completed', async () => {
  for (const name of ['interrupted', 'pending', 'queued', 'retrying', 'uploading']) {
    const uploads = await old.delivered(old.idOf(name));
    expect(uploads.map(({ status }) => status)).toEqual(uploads.map(() => 'complete'));
    expect(digestInBucket(`${name}.mp4`), name).toBe(digestOf(await old.session(name)));
  }
  expect(outside.bucket.signatureFaults).toEqual([]);
  const put = outside.puts.get('/put/queued.mp4?X-Amz-Signature=swordfish');
  expect(put && sha256(put)).toBe(digestOf(await old.session('queued')));
});

test('webhooks that were pending are sent, signed with the secrets from before', async () => {
  const { taking, refusing, ofSession } = contents.endpoints;
  const pending = [taking, refusing, ofSession].flatMap(({ id }) => {
    const { body } = recorded.answers[`/v2/webhook_endpoints/${id}/deliveries?limit=100`] ?? {};
    const deliveries = (body as { webhook_deliveries: Json[] }).webhook_deliveries;
    return deliveries.filter(({ status }) => status === 'pending');
  });
  expect(pending.length).toBeGreaterThan(10);
  for (const { id } of pending) expect(await old.sent(id)).toMatchObject({ status: 'delivered' });

  for (const [path, secrets] of Object.entries({
    'taking?key=planted': [taking.secret, contents.previousSecret],
    refusing: [refusing.secret],
    'ofSession?key=planted': [ofSession.secret],
  })) {
    const last = new Map<unknown, number>();
    for (const request of outside.hooks(path)) {
      const [{ data }] = secrets.map((secret) => verified(request, secret)) as [{ data: Json }];
      const whole = (data['render_session'] ?? data['template_style_version']) as Json | undefined;
      const subject = whole?.['id'] ?? data['render_session_id'] ?? data['webhook_endpoint_id'];
      const sequence = Number(data['sequence']);
      expect(sequence).toBeGreaterThan(last.get(subject) ?? 0);
      last.set(subject, sequence);
    }
    expect(last.size, path).toBeGreaterThan(0);
  }
});

test('events from before are replayed with the bodies that they had', async () => {
  const { taking } = contents.endpoints;
  const first = outside.hooks('taking').length;
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const path = `/v2/webhook_endpoints/${taking.id}/replay`;
  const { replayed } = await old.send('POST', path, { since, which: 'all' });
  const ids = Object.keys(recorded.events);
  expect(replayed).toBeGreaterThanOrEqual(ids.length);
  const again = await until(async () => {
    const requests = outside.hooks('taking').slice(first);
    const bodies = requests.map((request) => verified(request, taking.secret));
    const found = requests.map(({ headers }, i) => [headers['webhook-id'], bodies[i]] as const);
    const byId = Object.fromEntries(found);
    return ids.every((id) => id in byId) ? byId : undefined;
  });
  const pathname = async (url: string) => new URL(url).pathname;
  expect(await comparable(again, old.url, pathname)).toMatchObject(recorded.events);
});

test('the stream of events contains the events of the older version', async () => {
  const grant = { grant_type: 'client_credentials', ...contents.client };
  const { access_token: token } = await old.send('POST', '/oauth/token', grant);
  const headers = { authorization: `Bearer ${token}`, 'last-event-id': '3000' };
  const { body } = await fetch(`${old.url}/v2/webhook_events`, { headers });
  const missing = new Set(Object.keys(recorded.events));
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (const id of missing) if (text.includes(`"${id}"`)) missing.delete(id);
    if (missing.size === 0) break;
  }
  expect([...missing]).toEqual([]);
});

test('receivers are enabled again, failed deliveries sent again and secrets rotated', async () => {
  const { gone, refusing } = contents.endpoints;
  const path = `/v2/webhook_endpoints/${gone.id}`;
  const { webhook_deliveries: failed } = await old.get(`${path}/deliveries?status=failed`);
  expect(failed).not.toEqual([]);
  await old.send('PATCH', path, { status: 'enabled' });
  for (const { id, event_id: event } of failed as Json[]) {
    const { webhook_delivery: again } = await old.send(
      'POST',
      `/v2/webhook_deliveries/${id}/replay`,
    );
    expect(await old.sent((again as Json)['id'])).toMatchObject({ status: 'delivered' });
    const request = outside.hooks('gone').find(({ headers }) => headers['webhook-id'] === event);
    expect(request && verified(request, gone.secret)).toBeDefined();
  }
  const own = `/v2/webhook_endpoints/${refusing.id}`;
  const { webhook_endpoint: rotated } = await old.send('POST', `${own}/rotate_secret`);
  const { webhook_delivery: tried } = await old.send('POST', `${own}/test`);
  expect(tried).toMatchObject({ status: 'delivered' });
  const last = outside
    .hooks('refusing')
    .find(({ headers }) => headers['webhook-id'] === (tried as Json)['event_id']);
  for (const secret of [refusing.secret, String((rotated as Json)['secret'])])
    expect(last && verified(last, secret)).toMatchObject({ type: 'webhook_endpoint.test' });
});

test('a final has the inputs of its preview, and asks no server', async () => {
  const before = old.sessionBefore('preview');
  const asked = outside.askedMedia();
  await old.send('POST', `${old.pathOf('preview')}/render`, { render: 'final' });
  const final = await old.rendered(old.idOf('preview'), 'final_rendered');
  expect(outside.askedMedia()).toEqual(asked);
  const { media, mapping, template } = before['receipt'] as Json;
  expect(final['receipt']).toMatchObject({ media, mapping, template });
  await old.delivered(old.idOf('preview'));
  expect(digestInBucket('preview/video.mp4')).toBe(digestOf(final));
});

test('drafts are changed and rendered, and failed sessions are retried', async () => {
  const asEditor = { authorization: `Bearer ${contents.editToken}` };
  const { id: _, ...mapping } = (await old.session('draft'))['mapping'] as Json;
  const resources = { ...(mapping['resources'] as Json), t_01: { source: { text: 'Changed' } } };
  await old.send('PATCH', old.pathOf('draft'), { mapping: { ...mapping, resources } }, asEditor);
  await old.send('POST', `${old.pathOf('draft')}/render`, { render: 'preview' }, asEditor);
  const draft = await old.rendered(old.idOf('draft'), 'preview_rendered');
  expect(draft['mapping']).toMatchObject({ resources: { t_01: { source: { text: 'Changed' } } } });

  await old.send('POST', `${old.pathOf('failed')}/retry`);
  await old.send('POST', `${old.pathOf('storage')}/retry`);
  await old.rendered(old.idOf('storage'), 'preview_rendered');
  const failed = await old.rendered(old.idOf('failed'), 'preview_rendered');
  await old.delivered(old.idOf('failed'));
  expect(digestInBucket('failed.mp4')).toBe(digestOf(failed));

  await old.send('POST', `${old.pathOf('otherDraft')}/render`, { render: 'final' });
  const other = await old.rendered(old.idOf('otherDraft'), 'final_rendered');
  await old.delivered(old.idOf('otherDraft'));
  expect(digestInBucket(`draft/${old.idOf('otherDraft')}.mp4`)).toBe(digestOf(other));
});

/** The mapping of the folder's preview, as a request sends it. */
function mappingBefore(): Json {
  const { mapping, audio_tracks, font_changes } = old.sessionBefore('preview');
  const { id: _, ...entries } = mapping as Json;
  return { ...entries, audio_tracks, font_changes };
}

test('a version that a newer one has replaced makes new sessions, stills and checks', async () => {
  const mapping = mappingBefore();
  const id = await old.create({
    title: 'new',
    render: 'preview',
    mapping,
    external_uploads: [{ to: 's3://upgrade/renders/new.mp4' }],
  });
  const ended = await old.rendered(id, 'preview_rendered');
  const before = old.sessionBefore('preview')['receipt'] as Json;
  const { mapping: digest, template } = before;
  expect(ended['receipt']).toMatchObject({ mapping: digest, template });
  await old.delivered(id);
  expect(digestInBucket('new.mp4')).toBe(digestOf(ended));

  const checked = await old.send('POST', '/v2/mappings/validate', { mapping });
  expect(checked).toMatchObject({ valid: true, errors: [] });
  for (const version of ['small', 'replaced', 'long', 'drawing'] as const) {
    const versionId = contents.versions[version];
    const still = await old.client.still({
      mapping: { ...mapping, template_style_version_id: versionId },
      stillcut: 'end',
    });
    expect(still.response.status).toBe(200);
    expect(await sharp(still.bytes).metadata()).toMatchObject({ width: 160, height: 90 });
  }
});

test('stored mappings are changed and rendered, also those of another account', async () => {
  const changes = { resources: { t_02: { source: { text: 'Patched' } }, [LOGO]: null } };
  await old.send('PATCH', `/v2/mappings/${contents.mapping}`, changes);
  const request = { title: 'of the mapping', render: 'final', mapping_id: contents.mapping };
  await old.rendered(await old.create(request), 'final_rendered');

  const other = await old.asOther();
  const path = `/v2/render_sessions/${contents.otherSession}`;
  expect((await other.send('POST', `${path}/render`, { render: 'final' })).status).toBe(200);
  expect(await other.waitFor(contents.otherSession)).toMatchObject({ status: 'final_rendered' });
});

test('destinations are tested and changed, and sessions are removed with their files', async () => {
  const path = `/v2/destinations/${contents.destination}`;
  const { test: tried } = await old.send('POST', `${path}/test`);
  expect((tried as { steps: Json[] }).steps[0]).toMatchObject({ step: 'write', ok: true });
  const { destination } = await old.send('PATCH', path, { name: 'Renamed' });
  const identity = contents.bucketKeys.access_key_id;
  expect(destination).toMatchObject({ name: 'Renamed', identity });

  const { video_url: url } = await old.session('refused');
  await old.send('DELETE', old.pathOf('refused'));
  expect((await old.client.send('GET', old.pathOf('refused'))).status).toBe(404);
  expect((await fetch(String(url))).status).toBe(404);
});

test('the command line reads and changes the folder', async () => {
  const cli = async (...args: string[]) => {
    const done = await framepress([...args, '--data-dir', old.dataDir, '--json']);
    expect(done.code, done.stderr).toBe(0);
    return JSON.parse(done.stdout) as Json;
  };
  const { client_id: id, client_secret: former } = contents.otherClient;
  expect(await cli('client', 'list')).toMatchObject({
    clients: [{ client_id: contents.client.client_id }, { client_id: id }],
  });
  const { client_secret: secret } = await cli('client', 'rotate', id);
  const grant = { grant_type: 'client_credentials', client_id: id };
  const take = (client_secret: unknown) =>
    old.client.send('POST', '/oauth/token', { ...grant, client_secret });
  expect((await take(former)).status).toBe(401);
  expect((await take(secret)).status).toBe(200);

  const file = await writePackage(join(folder, 'added.zip'), smallLottie(6));
  const { template_style_version_id: version } = await cli('template', 'add', file);
  expect(await old.imported(version)).toMatchObject({ status: 'edit_ready' });
});

test('the folder goes on at another place, without what killed processes have left', async () => {
  // The log of webhooks goes on meanwhile.
  const paths = Object.keys(recorded.answers).filter(
    (path) => !/deliveries/.test(path) && path !== old.pathOf('refused'),
  );
  const before = await readAnswers(old.client, paths);
  await old.stop();
  const moved = join(folder, 'moved');
  await rename(old.dataDir, moved);
  old.dataDir = moved;
  await start('all');
  expect(await readAnswers(old.client, paths)).toEqual(before);
  const request = { title: 'moved', render: 'preview', mapping_id: contents.mapping };
  await old.rendered(await old.create(request), 'preview_rendered');
  await old.send('POST', `${old.pathOf('draft')}/render`, { render: 'final' });
  await old.rendered(old.idOf('draft'), 'final_rendered');
  await old.stop();
  expect(contents.left.filter((path) => existsSync(join(moved, path)))).toEqual([]);
});
