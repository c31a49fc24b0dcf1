import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rename } from 'node:fs/promises';
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
import { makeClient, PROGRAM, startService } from '../support/service.ts';

const LOGO = '(Footage)/USER/logo_01.png';
const SECRET = 'swordfish';
const ENDPOINT = 'http://127.0.0.1:4999/';

/** A bucket that serves its image only to requests with the signature. */
async function bucket() {
  const create = { width: 100, height: 50, channels: 3 as const, background: 'teal' };
  const bytes = await sharp({ create }).png().toBuffer();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    const isSigned = search === `?signature=${SECRET}`;
    const status = isSigned ? (pathname === '/logo.png' ? 200 : 404) : 403;
    response.writeHead(status).end(status === 200 ? bytes : undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = (name: string) => `http://127.0.0.1:${port}/${name}`;
  return { url, [Symbol.dispose]: () => void server.close() };
}

/** Returns what the doctor says about the stored secrets. */
function diagnose(dataDir: string): Json | undefined {
  const args = ['doctor', '--json', '--data-dir', dataDir];
  const { stdout } = spawnSync(PROGRAM, args, { encoding: 'utf8' });
  const { findings } = JSON.parse(stdout) as { findings: Json[] };
  return findings.find(({ name }) => name === 'stored secrets');
}

const addressOf = (session: Json) => {
  const { resources } = session['mapping'] as { resources: Record<string, { source: Json }> };
  return resources[LOGO]?.source['remote_url'];
};

test('presigned URLs and webhook secrets are stored encrypted, and a lost key is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-presigned-'));
  using media = await bucket();
  const presigned = (name: string) => `${media.url(name)}?signature=${SECRET}`;
  const data = join(folder, 'data');
  const log: string[] = [];
  const planted = [SECRET];
  const serving = async (work: (client: Client) => Promise<void>) => {
    await using service = await startService(data, { FRAMEPRESS_LOG_LEVEL: 'debug' });
    const client = await new Client(service.url).login(await makeClient(data));
    await work(client);
    // While it runs, the log in front of the database is there, too.
    for (const secret of planted) expect(await filesWith(data, secret)).toEqual([]);
    await service.stop();
    log.push(service.log());
  };
  try {
    let [rendered, failed, endpoint] = ['', '', ''];
    const keepSecret = ({ body }: { body: Json }) => {
      const { secret } = body['webhook_endpoint'] as { secret: string };
      planted.push(secret.slice('whsec_'.length));
    };
    await serving(async (client) => {
      const version = await client.addTemplate(
        await writePackage(join(folder, 's.zip'), smallLottie(12)),
      );
      const render = async (name: string) => {
        const { body } = await client.send('POST', '/v2/render_sessions', {
          title: 'A video',
          render: 'preview',
          mapping: {
            template_style_version_id: version['id'],
            resources: { [LOGO]: { source: { remote_url: presigned(name) } } },
            missing: 'example',
          },
        });
        return client.waitFor(String((body['render_session'] as Json)['id']));
      };
      const preview = await render('logo.png');
      rendered = String(preview['id']);
      expect(preview).toMatchObject({ status: 'preview_rendered', errors: [] });
      expect(preview['source_uploads']).toMatchObject([{ remote_url: presigned('logo.png') }]);
      const missing = await render('none.png');
      failed = String(missing['id']);
      expect(missing['errors']).toMatchObject([
        { code: 'asset_not_found', url: media.url('none.png') },
      ]);
      expect(JSON.stringify(missing['errors'])).not.toContain(SECRET);
      expect(addressOf(missing)).toBe(presigned('none.png'));

      const added = await client.send('POST', '/v2/webhook_endpoints', { url: ENDPOINT });
      endpoint = String((added.body['webhook_endpoint'] as Json)['id']);
      keepSecret(added);
      keepSecret(await client.send('POST', `/v2/webhook_endpoints/${endpoint}/rotate_secret`));
      expect(await filesWith(data, endpoint)).not.toEqual([]);
    });
    expect(diagnose(data)).toMatchObject({ ok: true, found: 'can be decrypted' });

    const [key, away] = [join(data, 'secrets.key'), join(folder, 'away.key')];
    await rename(key, away);
    expect(diagnose(data)).toMatchObject({
      ok: false,
      found: expect.stringMatching(new RegExp(`cannot be decrypted.*${endpoint}`)),
      cure: expect.stringContaining('secrets.key'),
    });
    // It only reads, and creates no key.
    expect(await readdir(data)).not.toContain('secrets.key');
    await serving(async (client) => {
      const read = async (id: string) => {
        const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
        return body['render_session'] as Json;
      };
      expect(addressOf(await read(failed))).toBe(null);
      expect((await client.send('POST', `/v2/render_sessions/${failed}/retry`)).status).toBe(200);
      expect(await client.waitFor(failed)).toMatchObject({
        status: 'failed',
        errors: [{ code: 'secret_key_missing', pointer: expect.stringContaining('logo_01.png') }],
      });
      // Its files are kept: the final needs no address.
      await client.send('POST', `/v2/render_sessions/${rendered}/render`, { render: 'final' });
      const final = await client.waitFor(rendered);
      expect([final['status'], final['errors']]).toEqual(['final_rendered', []]);
      expect(final['source_uploads']).toMatchObject([{ remote_url: null }]);
      // New secrets replace those of the endpoint that cannot be decrypted.
      const path = `/v2/webhook_endpoints/${endpoint}`;
      await client.send('PATCH', path, { url: ENDPOINT });
      keepSecret(await client.send('POST', `${path}/rotate_secret`, { keep_previous: false }));
      await client.send('PATCH', path, { url: ENDPOINT });
    });
    const lost = log[1] ?? '';
    expect(lost).toContain('stored secrets cannot be decrypted');
    expect(lost).toContain(endpoint);
    expect(diagnose(data)?.['found']).not.toContain(endpoint);
    for (const secret of planted) expect(log.join('\n')).not.toContain(secret);
    // With its key, all but the new secret can be decrypted again.
    await rename(away, key);
    expect(diagnose(data)?.['found']).toBe(`1 cannot be decrypted (${endpoint})`);
  } finally {
    await removeFolder(folder);
  }
});
