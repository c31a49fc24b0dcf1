import { cp, mkdtemp, readdir, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdableSegments, holdSegments } from '../support/held-segments.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { framepress, makeClient, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

test.runIf(!isCluster)(
  'a backup of a running service is restored in another folder, and both continue',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'framepress-backup-'));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => removeFolder(root));
    const [data, backup, restored] = [
      join(root, 'data'),
      join(root, 'backup'),
      join(root, 'restored'),
    ];
    const variables = await holdableSegments(data);
    const credentials = await makeClient(data);
    const service = stack.use(await startService(data, variables));
    const client = await new Client(service.url).login(credentials);
    const pack = await writePackage(join(root, 's.zip'), smallLottie(10));
    const { id: version } = await client.addTemplate(pack);
    const create = async (title: string): Promise<string> => {
      const mapping = {
        template_style_version_id: version,
        resources: { t_01: { source: { text: title } } },
        missing: 'example',
      };
      const session = { title, mapping, render: 'preview' };
      const { body } = await client.send('POST', '/v2/render_sessions', session);
      return String((body['render_session'] as Json)['id']);
    };
    const before = await create('before');
    const video = String((await client.waitFor(before))['video_url']);
    const bytes = await client.bytes(new URL(video).pathname + new URL(video).search);

    const release = holdSegments(data, 0);
    stack.defer(release);
    const running = await create('running');
    const args = ['backup', backup, '--data-dir', data, '--json'];
    const made = await framepress(args);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const { body } = await client.send('GET', `/v2/render_sessions/${running}`);
    expect((body['render_session'] as Json)['status']).toBe('preview_rendering');
    const { files, removed } = JSON.parse(made.stdout) as Json;
    expect([Number(files) > 3, removed]).toEqual([true, 0]);
    expect((await readdir(backup)).sort()).toEqual([
      'backup.json',
      'files',
      'framepress.sqlite',
      'signing.key',
    ]);
    const again = await framepress(['backup', backup, '--data-dir', data]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
    release();
    expect((await client.waitFor(running))['status']).toBe('preview_rendered');

    const broken = join(root, 'broken');
    await cp(backup, broken, { recursive: true });
    await truncate(join(broken, 'framepress.sqlite'), 4096);
    const refused = await framepress(['restore', broken, '--data-dir', join(root, 'other')]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('its database has other bytes'),
    ]);
    const done = await framepress(['restore', backup, '--data-dir', restored]);
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('copy secrets.key')]);
    await cp(join(data, 'secrets.key'), join(restored, 'secrets.key'));
    const second = stack.use(await startService(restored));
    const other = await new Client(second.url).login(credentials);
    // The link that was given out before is valid, and its video has the same bytes.
    const { pathname, search } = new URL(video);
    expect((await other.bytes(pathname + search)).equals(bytes)).toBe(true);
    expect((await other.waitFor(running))['status']).toBe('preview_rendered');
  },
);

test.runIf(!isCluster)('a folder that is no complete backup is not restored', async () => {
  const root = await mkdtemp(join(tmpdir(), 'framepress-backup-'));
  try {
    const none = await framepress(['backup', join(root, 'b'), '--data-dir', join(root, 'none')]);
    expect(none.stderr).toContain('There is no file');
    const within = join(root, 'data');
    await makeClient(within);
    const inner = await framepress(['backup', join(within, 'b'), '--data-dir', within]);
    expect(inner.stderr).toContain('is in the data folder');
    const lost = await framepress(['backup', join(root, 'no/b'), '--data-dir', within]);
    expect(lost.stderr).toContain('cannot be made (ENOENT)');
    await writeFile(join(root, 'backup.json'), '{}');
    const empty = await framepress(['restore', root, '--data-dir', join(root, 'new')]);
    expect(empty.stderr).toContain('is not a complete backup');
  } finally {
    await removeFolder(root);
  }
});
