import { once } from 'node:events';
import { mkdtemp, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { filesWith } from '../support/live-files.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';

const LOGO = '(Footage)/USER/logo_01.png';
const SECRET = 'swordfish';

/** A bucket that serves its image only to requests with the signature. */
async function bucket() {
  const create = { width: 100, height: 50, channels: 3 as const, background: 'teal' };
  const bytes = await sharp({ create }).png().toBuffer();
  const it = { isThere: false };
  const server = createServer((request, response) => {
    const isSigned = request.url === `/logo.png?signature=${SECRET}`;
    const status = isSigned ? (it.isThere ? 200 : 404) : 403;
    response.writeHead(status).end(status === 200 ? bytes : undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/logo.png`;
  return Object.assign(it, { url, [Symbol.dispose]: () => void server.close() });
}

test('a presigned URL is stored encrypted, fetched completely, and a lost key is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-presigned-'));
  using media = await bucket();
  const presigned = `${media.url}?signature=${SECRET}`;
  const data = join(folder, 'data');
  const [key, away] = [join(data, 'secrets.key'), join(folder, 'away.key')];
  let id = '';
  const log: string[] = [];
  const serving = async (work: (client: Client) => Promise<void>) => {
    await using service = await startService(data, { FRAMEPRESS_LOG_LEVEL: 'debug' });
    const client = await new Client(service.url).login(await makeClient(data));
    await work(client);
    // While it runs, the log in front of the database is there, too.
    expect(await filesWith(data, SECRET)).toEqual([]);
    await service.stop();
    log.push(service.log());
  };
  const read = async (client: Client) => {
    const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
    return body['render_session'] as Json;
  };
  const addressOf = (session: Json) => {
    const { resources } = session['mapping'] as { resources: Record<string, { source: Json }> };
    return resources[LOGO]?.source['remote_url'];
  };
  const retried = async (client: Client) => {
    expect((await client.send('POST', `/v2/render_sessions/${id}/retry`)).status).toBe(200);
    return client.waitFor(id);
  };
  try {
    await serving(async (client) => {
      const version = await client.addTemplate(
        await writePackage(join(folder, 's.zip'), smallLottie(12)),
      );
      const { body } = await client.send('POST', '/v2/render_sessions', {
        title: 'A video',
        render: 'preview',
        mapping: {
          template_style_version_id: version['id'],
          resources: { [LOGO]: { source: { remote_url: presigned } } },
          missing: 'example',
        },
      });
      id = String((body['render_session'] as Json)['id']);
      const failed = await client.waitFor(id);
      expect(failed['errors']).toMatchObject([{ code: 'asset_not_found', url: media.url }]);
      expect(JSON.stringify(failed['errors'])).not.toContain(SECRET);
      expect(addressOf(failed)).toBe(presigned);
    });
    await rename(key, away);
    await serving(async (client) => {
      expect(addressOf(await read(client))).toBe(null);
      const failed = await retried(client);
      expect([failed['status'], failed['errors']]).toMatchObject([
        'failed',
        [{ code: 'secret_key_missing', pointer: expect.stringContaining('logo_01.png') }],
      ]);
    });
    await rename(away, key);
    media.isThere = true;
    await serving(async (client) => {
      expect(addressOf(await read(client))).toBe(presigned);
      const rendered = await retried(client);
      expect(rendered['status']).toMatch(/_rendered$/);
      expect(rendered['source_uploads']).toMatchObject([{ remote_url: presigned }]);
    });
    await rename(key, away);
    await serving(async (client) => {
      // Its files are kept: the final needs no address.
      await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'final' });
      const final = await client.waitFor(id);
      expect([final['status'], final['errors']]).toEqual(['final_rendered', []]);
      expect(final['source_uploads']).toMatchObject([{ remote_url: null }]);
    });
    expect(log.join('\n')).toContain('cannot be decrypted');
    expect(log.join('\n')).not.toContain(SECRET);
  } finally {
    await removeFolder(folder);
  }
});
