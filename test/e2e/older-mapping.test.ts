import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeClient, startService } from '../support/service.ts';

const LOGO = '(Footage)/USER/logo_01.png';

test('a session of an earlier version, without a parsed mapping, gives the same video', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-older-mapping-'));
  await using images = await serveImages();
  const data = join(folder, 'data');
  const ids: string[] = [];
  try {
    {
      await using service = await startService(data);
      const client = await new Client(service.url).login(await makeClient(data));
      const path = await writePackage(join(folder, 's.zip'), smallLottie(12));
      const version = await client.addTemplate(path);
      const source = { remote_url: images.url('/good.jpg') };
      const transform = { crop_strategy: 'contain', background: '#a03060' };
      const mapping = {
        template_style_version_id: version['id'],
        resources: {
          t_01: { source: { text: 'Zoë' }, transform: { color: 'f80', align: 'right' } },
          c_01: { source: { text: '0a7b83' } },
          [LOGO]: { source, transform },
        },
      };
      for (const title of ['now', 'before']) {
        const { body } = await client.send('POST', '/v2/render_sessions', { title, mapping });
        ids.push(String((body['render_session'] as Json)['id']));
      }
    }
    const { query } = await placeOf(data);
    const changed = await query(
      `update mappings set parsed = null
        where id = (select mapping_id from render_sessions where id = ?) returning id`,
      ids[1] ?? '',
    );
    expect(changed).toHaveLength(1);

    await using service = await startService(data, { FRAMEPRESS_SEGMENTS_MAX_MB: '0' });
    const client = await new Client(service.url).login(await makeClient(data));
    const digests: unknown[] = [];
    for (const id of ids) {
      await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'preview' });
      const session = await client.waitFor(id);
      expect([session['status'], session['errors']]).toEqual(['preview_rendered', []]);
      digests.push((session['outputs'] as Json[])[0]?.['sha256']);
    }
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).toBe(digests[0]);
  } finally {
    await removeFolder(folder);
  }
});

test('a final fails when an upgrade removed an editable that its mapping fills', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-older-mapping-'));
  const data = join(folder, 'data');
  try {
    await using service = await startService(data);
    const client = await new Client(service.url).login(await makeClient(data));
    const version = await client.addTemplate(
      await writePackage(join(folder, 's.zip'), smallLottie(12)),
    );
    const { body } = await client.send('POST', '/v2/render_sessions', {
      ...{ title: 'upgraded', render: 'preview' },
      mapping: { template_style_version_id: version['id'], missing: 'example', resources: {} },
    });
    const id = String((body['render_session'] as Json)['id']);
    expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered' });
    const { query } = await placeOf(data);
    const [stored] = await query('select body from mappings');
    const filled = JSON.parse(String(stored?.['body'])) as { resources: Json };
    filled.resources['gone'] = { source: { text: 'Zoë' } };
    // The state after `framepress template upgrade --force`.
    await query('update mappings set parsed = null, body = ?', JSON.stringify(filled));
    await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'final' });
    expect(await client.waitFor(id)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'editable_unknown', pointer: '/mapping/resources/gone' }],
    });
  } finally {
    await removeFolder(folder);
  }
});
