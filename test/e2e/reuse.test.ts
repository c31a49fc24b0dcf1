import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_ACCOUNT, openDatabase } from '../../src/database/index.ts';
import { entriesBelow, systemClock } from '../../src/system/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { startService } from '../support/service.ts';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-reuse-'));
  file = await writePackage(join(folder, 'small.zip'), smallLottie(48));
});
afterAll(() => removeFolder(folder));

/** Returns the inodes of the files in a segment folder. */
async function inodes(of: string): Promise<number[]> {
  const entries = await entriesBelow(of);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.mp4'));
  const found = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).ino);
  return (await Promise.all(found)).sort((a, b) => a - b);
}

/** Creates two clients in different accounts. */
async function twoAccounts(data: string) {
  await mkdir(data);
  await using db = await openDatabase(join(data, 'framepress.sqlite'), systemClock);
  const { id: other } = await db.accounts.insert('other');
  const accounts = [DEFAULT_ACCOUNT, other];
  const clients = accounts.map(async (accountId) => {
    const { clientId, clientSecret } = await db.clients.create('test', { accountId });
    return { client_id: clientId, client_secret: clientSecret };
  });
  return { accounts, credentials: await Promise.all(clients) };
}

test.each(['off', 'session', 'account'] as const)(
  'REUSE_SEGMENTS=%s: what has been drawn is taken by whom it says, and never by another account',
  async (reuse) => {
    const data = join(folder, reuse);
    const { accounts, credentials } = await twoAccounts(data);
    await using service = await startService(data, { REUSE_SEGMENTS: reuse });
    const [own, foreign] = await Promise.all(
      credentials.map(async (one) => {
        const client = await new Client(service.url).login(one);
        return { client, version: await client.addTemplate(file) };
      }),
    );
    if (!own || !foreign) throw new Error('There are two.');
    const create = async ({ client, version }: typeof own) => {
      const mapping = {
        template_style_version_id: version['id'],
        missing: 'example',
        resources: {},
      };
      const { body } = await client.send('POST', '/v2/render_sessions', { title: 'one', mapping });
      return String((body['render_session'] as Json)['id']);
    };
    const render = async ({ client }: typeof own, id: string, action = 'render') => {
      const body = action === 'render' ? { render: 'preview' } : undefined;
      await client.send('POST', `/v2/render_sessions/${id}/${action}`, body);
      return client.waitFor(id);
    };
    const streamOf = (id: string, attempt = 1) =>
      inodes(join(data, 'files/sessions', id, 'preview/hls', String(attempt)));
    const segments = join(data, 'segments');

    // It fails after drawing: a folder blocks the path of the video.
    const first = await create(own);
    const obstacle = join(data, 'files/sessions', first, 'preview/2/video.mp4');
    await mkdir(join(obstacle, 'full'), { recursive: true });
    expect((await render(own, first))['errors']).toMatchObject([{ code: 'storage_failed' }]);
    const kept = await inodes(segments);
    expect(kept).toHaveLength(reuse === 'off' ? 0 : 2);
    await removeFolder(obstacle);
    expect(await render(own, first, 'retry')).toMatchObject({ status: 'preview_rendered' });
    const stream = await streamOf(first, 2);
    expect(stream).toHaveLength(2);
    if (reuse !== 'off') expect(stream).toEqual(kept);

    const second = await create(own);
    await render(own, second);
    if (reuse === 'account') expect(await streamOf(second)).toEqual(stream);
    else expect((await streamOf(second)).filter((one) => stream.includes(one))).toEqual([]);

    const other = await create(foreign);
    expect(await render(foreign, other)).toMatchObject({ status: 'preview_rendered' });
    const apart = await streamOf(other);
    expect(apart).toHaveLength(2);
    expect(apart.filter((one) => stream.includes(one))).toEqual([]);
    const left = await readdir(segments).catch(() => []);
    expect(left.sort()).toEqual(reuse === 'account' ? accounts.sort() : []);
  },
);
