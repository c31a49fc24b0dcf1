import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-limits-'));
});

afterAll(() => removeFolder(folder));

test('a render waits for disk space, and an account over its limit gets a clear error', async () => {
  const data = join(folder, 'data');
  const credentials = await makeClient(data);
  const create = (client: Client, version: Json) =>
    client.send('POST', '/v2/render_sessions', {
      title: 'waits',
      mapping: { template_style_version_id: version['id'], missing: 'example', resources: {} },
    });
  const drafts: string[] = [];
  let version: Json;
  {
    await using roomy = await startService(data);
    const client = await new Client(roomy.url).login(credentials);
    version = await client.addTemplate(
      await writePackage(join(folder, 'small.zip'), smallLottie(30)),
    );
    for (let i = 0; i < 2; i++) {
      const { body } = await create(client, version);
      drafts.push(String((body['render_session'] as Json)['id']));
    }
  }
  const [id = '', other = ''] = drafts;
  const render = (client: Client, draft: string) =>
    client.send('POST', `/v2/render_sessions/${draft}/render`, { render: 'preview' });
  {
    await using full = await startService(data, {
      FRAMEPRESS_DISK_FLOOR_MB: '100000000',
      FRAMEPRESS_ACCOUNT_QUEUE: '1',
      FRAMEPRESS_ACCOUNT_STORAGE_MB: '1',
    });
    const client = await new Client(full.url).login(credentials);
    const ready = await client.send('GET', '/readyz');
    expect(ready).toMatchObject({
      status: 503,
      body: { parts: { storage: expect.stringMatching(/^The data folder has \d+ MB left/) } },
    });
    expect(await create(client, version)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: 'The disk of the service is full.' },
    });
    expect((await render(client, id)).status).toBe(200);
    expect(await render(client, other)).toMatchObject({
      status: 429,
      body: {
        code: 'queue_full',
        detail: 'The account has 1 waiting or running sessions and imports (limit: 1).',
      },
    });
    const bytes = new Uint8Array(2 ** 20).fill(32);
    bytes.set(
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    );
    expect(await client.upload(bytes)).toMatchObject({
      status: 429,
      body: { code: 'quota_exceeded', detail: expect.stringMatching(/\(limit: 1 MB\)\.$/) },
    });
    // A worker of a cluster begins no job on a full disk.
    if (!isCluster) await expect.poll(() => full.log()).toContain('waits for disk space');
    const now = await client.send('GET', `/v2/render_sessions/${id}`);
    expect(now.body['render_session']).toMatchObject({ status: 'preview_rendering' });
  }
  await using service = await startService(data);
  const client = await new Client(service.url).login(credentials);
  expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
});
