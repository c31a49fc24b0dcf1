import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesBelow } from '../../src/system/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeAccount } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

type Reuse = 'off' | 'session' | 'account';

/** Returns the inodes of the files in a segment folder. */
async function inodes(of: string): Promise<number[]> {
  const entries = await entriesBelow(of);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.mp4'));
  const found = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).ino);
  return (await Promise.all(found)).sort((a, b) => a - b);
}

/** Drawn segments are shared as `REUSE_SEGMENTS` says, and never with another account. */
export function reuseTests(reuses: readonly Reuse[]): void {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-reuse-'));
    file = await writePackage(join(folder, 'small.zip'), smallLottie(48));
  });
  afterAll(() => removeFolder(folder));

  test.each(reuses)(
    'REUSE_SEGMENTS=%s: drawn segments are shared as it says, and never with another account',
    async (reuse) => {
      // The default.
      const service = await sharedService(reuse === 'account' ? {} : { REUSE_SEGMENTS: reuse });
      const data = service.dataDir;
      const open = async ({ accountId, credentials }: Omit<typeof service, 'url'>) => {
        const client = await new Client(service.url).login(credentials);
        return { accountId, client, version: await client.addTemplate(file) };
      };
      const own = await open(service);
      const foreign = await open({ ...service, ...(await makeAccount(data)) });
      const create = async ({ client, version }: typeof own) => {
        const mapping = {
          template_style_version_id: version['id'],
          missing: 'example',
          resources: {},
        };
        const { body } = await client.send('POST', '/v2/render_sessions', {
          title: 'one',
          mapping,
        });
        return String((body['render_session'] as Json)['id']);
      };
      const render = async ({ client }: typeof own, id: string, action = 'render') => {
        const body = action === 'render' ? { render: 'preview' } : undefined;
        await client.send('POST', `/v2/render_sessions/${id}/${action}`, body);
        return client.waitFor(id);
      };
      const streamOf = (id: string, attempt = 1) =>
        inodes(join(data, 'files/sessions', id, 'preview/hls', String(attempt)));

      // It fails after drawing: a folder blocks the path of the video.
      const first = await create(own);
      const segments = join(data, 'segments', reuse === 'session' ? first : own.accountId);
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
      const left = await readdir(join(data, 'segments')).catch(() => []);
      const ours = [own.accountId, foreign.accountId, first, second, other];
      expect(left.filter((name) => ours.includes(name)).sort()).toEqual(
        reuse === 'account' ? [own.accountId, foreign.accountId].sort() : [],
      );
    },
  );
}
