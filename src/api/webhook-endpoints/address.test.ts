import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createVault } from '../../secrets/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';

const PATH = '/v2/webhook_endpoints';
const URL = 'https://shop.test/hook?for=framepress';

type Api = Awaited<ReturnType<typeof temporaryApi>>;

const send = (t: Api, path: string, body: object, headers: Record<string, string> = {}) =>
  t.send('POST', path, body, headers);

async function add(t: Api) {
  return (await send(t, PATH, { url: URL })).json.webhook_endpoint;
}

test('the URL of an endpoint is returned to its owner and stored encrypted', async () => {
  await using t = await temporaryApi();
  const [first, second, ofSession] = ['T0first', 'T0second', 'T0session'].map(
    (key) => `https://hooks.test/services/${key}`,
  );
  await t.addVersion();
  const endpoint = (await send(t, PATH, { url: first }, { 'idempotency-key': 'e' })).json
    .webhook_endpoint;
  const changed = await t.send('PATCH', `${PATH}/${endpoint.id}`, { url: second });
  expect([endpoint.url, changed.json.webhook_endpoint.url]).toEqual([first, second]);
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const session = { title: 'x', mapping, webhook_url: ofSession };
  const { id } = (await send(t, '/v2/render_sessions', session, { 'idempotency-key': 's' })).json
    .render_session;
  const list = await t.send('GET', `${PATH}?render_session_id=${id}`);
  expect(list.json.webhook_endpoints).toMatchObject([{ url: ofSession }]);
  for (const suffix of ['', '-wal']) {
    const file = join(dirname(t.filesFolder), `framepress.sqlite${suffix}`);
    expect(await readFile(file, 'latin1')).not.toMatch(/T0(first|second|session)/);
  }
});

test('an endpoint whose encryption key is lost has the URL null, and accepts a new URL', async () => {
  await using t = await temporaryApi();
  const { id } = await add(t);
  const encryptedUrl = createVault([Buffer.alloc(32, 3)]).encrypt(URL, id);
  await t.db.webhookEndpoints.update(id, { encryptedUrl });
  const answer = await t.send('GET', `${PATH}/${id}`);
  expect(answer.json.webhook_endpoint).toMatchObject({ id, url: null });
  const mended = await t.send('PATCH', `${PATH}/${id}`, { url: URL });
  expect(mended.json.webhook_endpoint.url).toBe(URL);
});

test('an endpoint of an older version is readable before the worker encrypts its URL', async () => {
  await using t = await temporaryApi();
  const { id } = await add(t);
  await t.db.webhookEndpoints.update(id, { encryptedUrl: URL });
  expect((await t.send('GET', `${PATH}/${id}`)).json.webhook_endpoint.url).toBe(URL);
});
