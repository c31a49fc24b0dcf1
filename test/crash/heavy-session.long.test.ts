import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeSlowPackage } from '../support/hostile.ts';
import { writePackage } from '../support/package.ts';
import { makeAccount, startService } from '../support/service.ts';

async function createSession(client: Client, version: Json): Promise<string> {
  const mapping = { template_style_version_id: version['id'], missing: 'example', resources: {} };
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'A session',
    render: 'preview',
    output: { quality: 'draft' },
    mapping,
  });
  return String((body['render_session'] as Json)['id']);
}

test.runIf(process.platform === 'linux')(
  'a session that takes too long to compose fails alone, and those of another account are rendered',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-heavy-'));
    onTestFinished(() => removeFolder(folder));
    const dataDir = join(folder, 'data');
    const versions: Json[] = [];
    const credentials: Awaited<ReturnType<typeof makeAccount>>['credentials'][] = [];
    const files = [
      await writeSlowPackage(join(folder, 'slow.zip'), 200),
      await writePackage(join(folder, 'good.zip')),
    ];
    {
      // With enough time, the heavy template imports normally.
      await using service = await startService(dataDir);
      for (const file of files) {
        const { credentials: own } = await makeAccount(dataDir, `account ${credentials.length}`);
        credentials.push(own);
        const client = await new Client(service.url).login(own);
        versions.push(await client.addTemplate(file));
      }
    }
    await using service = await startService(dataDir, { FRAMEPRESS_TASK_CPU_SECONDS: '1' });
    const clients = await Promise.all(credentials.map((own) => new Client(service.url).login(own)));
    const [heavy, good] = clients as [Client, Client];
    const [slow, small] = versions as [Json, Json];
    const failing = await createSession(heavy, slow);
    const rendered = [await createSession(good, small), await createSession(good, small)];
    for (const id of rendered)
      expect(await good.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
    expect(await heavy.waitFor(failing)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'limit_exceeded' }],
    });
  },
);
