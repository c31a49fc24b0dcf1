import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { startPostgres } from '../support/postgres.ts';
import { framepress, makeClient, startService } from '../support/service.ts';
import { makeBuckets, s3Variables, startS3 } from '../support/stores.ts';
import { isCluster } from '../support/test-services.ts';

const BUCKET = 'files';
const LOGO = '(Footage)/USER/logo_01.png';

test.runIf(!isCluster)(
  'a folder moves to PostgreSQL and S3, and links that were given out stay valid',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'framepress-move-'));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => removeFolder(root));
    const folder = join(root, 'data');
    const small = { FRAMEPRESS_WORKERS: '1' };
    const nowhere = ['postgres://none@127.0.0.1:1/none', 's3://none'];
    const credentials = await makeClient(folder);
    const pack = await writePackage(join(root, 's.zip'), smallLottie(12));
    let video: string;
    let id: string;
    {
      await using images = await serveImages();
      await using service = await startService(folder, small);
      const client = await new Client(service.url).login(credentials);
      const version = await client.addTemplate(pack);
      const resources = {
        t_01: { source: { text: 'Hello' } },
        c_01: { source: { color: '#203040' } },
        [LOGO]: { source: { remote_url: images.url('/good.jpg') } },
      };
      const mapping = { template_style_version_id: version['id'], resources };
      const session = { title: 'A video', mapping, render: 'preview' };
      const { body } = await client.send('POST', '/v2/render_sessions', session);
      id = String((body['render_session'] as Json)['id']);
      video = String((await client.waitFor(id))['video_url']);
      // A running service would write while its rows are copied.
      const refused = await move(folder, nowhere, {});
      expect(refused.stderr).toMatch(/The data folder .* is used by /);
    }
    const keyless = await move(folder, nowhere, {});
    expect(keyless.stderr).toContain('FRAMEPRESS_SIGNING_KEY does not have the key');
    const keys = {
      FRAMEPRESS_SIGNING_KEY: (await readFile(join(folder, 'signing.key'))).toString('base64'),
      FRAMEPRESS_SECRET_KEYS: (await readFile(join(folder, 'secrets.key'))).toString('base64'),
    };
    const database = stack.use(await startPostgres());
    const s3 = stack.use(await startS3());
    await makeBuckets(s3.url, BUCKET);
    const store = s3Variables(s3.url);
    const to = [await database.createEmptyDatabase(), `s3://${BUCKET}/moved`] as const;
    // The store cannot be written at first, and the second call continues.
    const wrong = await move(folder, to, { ...keys, ...store, AWS_SECRET_ACCESS_KEY: 'wrong' });
    expect(wrong.code).toBe(1);
    const moved = await move(folder, to, { ...keys, ...store });
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/^\d+ files \(\d+ MB\) and \d+ rows were moved and compared\.\n/);
    // The folder shows an old state from now on.
    const again = await framepress(['serve', '--port', '0', '--data-dir', folder], small);
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('were moved to postgres://'),
    ]);

    const shared = { ...small, ...keys, ...store, DATABASE_URL: to[0], FRAMEPRESS_STORAGE: to[1] };
    await using service = await startService(join(root, 'cluster'), shared);
    const client = await new Client(service.url).login(credentials);
    const { pathname, search } = new URL(video);
    const file = await fetch(`${service.url}${pathname}${search}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    // The final needs the inputs of the preview, and no network.
    expect(
      (await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'final' })).status,
    ).toBe(200);
    const final = await client.waitFor(id);
    expect(final).toMatchObject({ status: 'final_rendered', errors: [] });
  },
);

function move(folder: string, to: readonly string[], environment: Record<string, string>) {
  return framepress(['move', '--data-dir', folder, '--to', ...to], environment);
}
