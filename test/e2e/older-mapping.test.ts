import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeAccount } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let pack: string;
let service: SharedService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-older-mapping-'));
  pack = await writePackage(join(folder, 's.zip'), smallLottie(12));
  service = await sharedService();
});

afterAll(() => removeFolder(folder));

type Session = { client: Client; id: string };

/** Imports the template in an account, and creates a session of a mapping of it. */
async function createSession(
  { credentials }: Pick<SharedService, 'credentials'>,
  mapping: Json,
  more: Json = {},
): Promise<Session> {
  const client = await new Client(service.url).login(credentials);
  const { id } = await client.addTemplate(pack);
  const { body, status } = await client.send('POST', '/v2/render_sessions', {
    title: 'A video',
    mapping: { template_style_version_id: id, ...mapping },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { client, id: String((body['render_session'] as Json)['id']) };
}

test('a session of an earlier version, without a parsed mapping, gives the same video', async () => {
  await using images = await serveImages();
  const source = { remote_url: images.url('/good.jpg') };
  const transform = { crop_strategy: 'contain', background: '#a03060' };
  const resources = {
    t_01: { source: { text: 'Zoë' }, transform: { color: 'f80', align: 'right' } },
    c_01: { source: { text: '0a7b83' } },
    [LOGO]: { source, transform },
  };
  const now = await createSession(service, { resources });
  // Accounts do not share segments, so this session is drawn, too.
  const before = await createSession(await makeAccount(service.dataDir), { resources });
  const { query } = await placeOf(service.dataDir);
  const changed = await query(
    `update mappings set parsed = null
      where id = (select mapping_id from render_sessions where id = ?) returning id`,
    before.id,
  );
  expect(changed).toHaveLength(1);

  const digests: unknown[] = [];
  for (const { client, id } of [now, before]) {
    await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'preview' });
    const session = await client.waitFor(id);
    expect([session['status'], session['errors']]).toEqual(['preview_rendered', []]);
    digests.push((session['outputs'] as Json[])[0]?.['sha256']);
  }
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(digests[1]).toBe(digests[0]);
});

test('a final fails when an upgrade removed an editable that its mapping fills', async () => {
  const example = { missing: 'example', resources: {} };
  const { client, id } = await createSession(service, example, { render: 'preview' });
  expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered' });
  const { query } = await placeOf(service.dataDir);
  const [stored] = await query(
    `select id, body from mappings
      where id = (select mapping_id from render_sessions where id = ?)`,
    id,
  );
  const filled = JSON.parse(String(stored?.['body'])) as { resources: Json };
  filled.resources['gone'] = { source: { text: 'Zoë' } };
  // The state after `framepress template upgrade --force`.
  await query(
    'update mappings set parsed = null, body = ? where id = ?',
    JSON.stringify(filled),
    String(stored?.['id']),
  );
  await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'final' });
  expect(await client.waitFor(id)).toMatchObject({
    status: 'failed',
    errors: [{ code: 'editable_unknown', pointer: '/mapping/resources/gone' }],
  });
});
