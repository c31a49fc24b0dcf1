import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { writePackage } from '../support/package.ts';
import { sharedService } from '../support/shared-service.ts';

const LOGO = '(Footage)/USER/logo_01.png';

test('a session whose SVG takes too long to draw fails with its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-slow-svg-'));
  await using images = await serveImages();
  try {
    const service = await sharedService();
    const client = await new Client(service.url).login(service.credentials);
    const version = await client.addTemplate(await writePackage(join(folder, 'good.zip')));
    const resources = { [LOGO]: { source: { remote_url: images.url('/hours.svg?token=secret') } } };
    const { body } = await client.send('POST', '/v2/render_sessions', {
      title: 'x',
      render: 'preview',
      mapping: { template_style_version_id: version['id'], missing: 'example', resources },
    });
    const session = await client.waitFor(String((body['render_session'] as Json)['id']));
    const message = `Drawing ${images.url('/hours.svg')} took longer than 20 s.`;
    expect(session).toMatchObject({
      status: 'failed',
      video_url: null,
      errors: [{ code: 'asset_timeout', editable: LOGO, message, retryable: false }],
    });
  } finally {
    await removeFolder(folder);
  }
});
