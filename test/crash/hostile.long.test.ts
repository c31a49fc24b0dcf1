import { randomInt } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeLargePackage, writeSlowPackage } from '../support/hostile.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';

const KILLS = 5;
/** Low limits, so that hostile inputs reach them soon; normal inputs need a tenth. */
const LIMITS = { FRAMEPRESS_TASK_CPU_SECONDS: '2', FRAMEPRESS_TASK_MEMORY_MB: '320' };

let folder: string;
const packages: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-hostile-'));
  const path = (name: string) => join(folder, `${name}.zip`);
  packages['good'] = await writePackage(path('good'), smallLottie(150));
  packages['slow'] = await writeSlowPackage(path('slow'), 300);
  packages['large'] = await writeLargePackage(path('large'));
});

afterAll(() => removeFolder(folder));

/** Uploads a package and returns its version's id while the import runs. */
async function upload(client: Client, name: string): Promise<string> {
  const file = packages[name] ?? '';
  const form = new FormData();
  form.append('file', new Blob([await readFile(file)]), basename(file));
  const { body } = await client.send('POST', '/v2/template_style_versions', form);
  return String((body['template_style_version'] as Json)['id']);
}

async function versionOf(client: Client, id: string): Promise<Json> {
  const { body } = await client.send('GET', `/v2/template_style_versions/${id}`);
  return body['template_style_version'] as Json;
}

async function importOf(client: Client, id: string): Promise<Json> {
  for (;;) {
    const version = await versionOf(client, id);
    if (!['processing', 'demo_rendering'].includes(String(version['status']))) return version;
    await pause(50);
  }
}

const FAILED = { status: 'failed', report: { errors: [{ code: 'limit_exceeded' }] } };

test.runIf(process.platform === 'linux')(
  `good jobs outlive ${KILLS} kills of the service beside hostile ones, which fail and stay failed`,
  { timeout: 300_000 },
  async () => {
    const dataDir = join(folder, 'data');
    const credentials = await makeClient(dataDir);
    let service: RunningService = await startService(dataDir, LIMITS);
    const start = async () => {
      service = await startService(dataDir, LIMITS);
      return new Client(service.url).login(credentials);
    };
    try {
      const first = await new Client(service.url).login(credentials);
      const ready = await importOf(first, await upload(first, 'good'));
      const hostile: string[] = [];
      for (const name of ['slow', 'large']) hostile.push(await upload(first, name));
      const good = await upload(first, 'good');
      const sessions: string[] = [];
      let client = first;
      for (let kill = 1; kill <= KILLS; kill++) {
        const mapping = { template_style_version_id: ready['id'], missing: 'example' };
        const { body } = await client.send('POST', '/v2/render_sessions', {
          title: `before kill ${kill}`,
          render: 'preview',
          mapping: { ...mapping, resources: {} },
        });
        sessions.push(String((body['render_session'] as Json)['id']));
        await pause(randomInt(0, 2500));
        await service.crash();
        client = await start();
      }
      for (const id of sessions)
        expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
      expect(await importOf(client, good)).toMatchObject({ status: 'edit_ready' });
      const ended = await Promise.all(hostile.map((id) => importOf(client, id)));
      for (const version of ended) expect(version).toMatchObject(FAILED);

      await service.crash();
      client = await start();
      // Imports that the queue has kept start before this one.
      expect(await importOf(client, await upload(client, 'good'))).toMatchObject({
        status: 'edit_ready',
      });
      expect(await Promise.all(hostile.map((id) => versionOf(client, id)))).toEqual(ended);
    } finally {
      await service.stop();
    }
  },
);

test.runIf(process.platform === 'linux')(
  'the service answers during an import that takes seconds',
  async () => {
    const dataDir = join(folder, 'healthy');
    const credentials = await makeClient(dataDir);
    await using service = await startService(dataDir, {
      ...LIMITS,
      FRAMEPRESS_TASK_CPU_SECONDS: '4',
    });
    const client = await new Client(service.url).login(credentials);
    const ids = [await upload(client, 'slow'), await upload(client, 'large')];
    let answers = 0;
    let isDone = false;
    const watch = async () => {
      while (!isDone) {
        const answer = await fetch(`${service.url}/healthz`);
        expect(answer.status).toBe(200);
        await answer.text();
        answers += 1;
        await pause(20);
      }
    };
    const watching = watch();
    const ended = await Promise.all(ids.map((id) => importOf(client, id)));
    isDone = true;
    await watching;
    for (const version of ended) expect(version).toMatchObject(FAILED);
    // The imports take seconds. If they blocked the service, it would answer once or twice.
    expect(answers).toBeGreaterThan(10);
  },
);
