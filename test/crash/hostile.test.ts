import { mkdir, mkdtemp, readFile, stat } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesBelow } from '../../src/system/index.ts';
import { childrenOf } from '../support/child-processes.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { IMAGE_NAMES, writeImagesPackage, writeLargePackage } from '../support/hostile.ts';
import { writePackage } from '../support/package.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

/**
 * The hostile import needs more memory, and others need half. The hostile session takes ten times as much CPU
 * time, and others take a tenth.
 */
const LIMITS = { FRAMEPRESS_TASK_MEMORY_MB: '320', FRAMEPRESS_TASK_CPU_SECONDS: '2' };
/** The smallest: renders still get nearly as much of the processor as others. */
const NICENESS = 1;
const SECRET = Buffer.alloc(32, 'secret').toString('hex');
const NAMES = ['FRAMEPRESS_SECRET_KEYS', 'AWS_SECRET_ACCESS_KEY', 'GOOGLE_API_KEY'];

let folder: string;
let dataDir: string;
let service: RunningService;
let client: Client;
let good: Json;
let mapping: Json;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-hostile-'));
  dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o755 });
  const credentials = await makeClient(dataDir);
  // The processes of a cluster need their own.
  const secrets = isCluster ? {} : Object.fromEntries(NAMES.map((name) => [name, SECRET]));
  service = await startService(dataDir, {
    ...LIMITS,
    FRAMEPRESS_RENDER_NICENESS: String(NICENESS),
    ...secrets,
  });
  client = await new Client(service.url).login(credentials);
  good = await client.addTemplate(await writePackage(join(folder, 'good.zip')));
  mapping = { template_style_version_id: good['id'], missing: 'example', resources: {} };
});

afterAll(async () => {
  await service?.stop();
  await removeFolder(folder);
});

test.runIf(process.platform === 'linux')(
  'an import that exceeds its limits fails, and the work beside it is done',
  async () => {
    const hostile = client.addTemplate(await writeLargePackage(join(folder, 'large.zip')));
    const session = { title: 'beside', render: 'preview', output: { width: 64 }, mapping };
    const { body } = await client.send('POST', '/v2/render_sessions', session);
    const { id } = body['render_session'] as Json;
    const beside = client.addTemplate(join(folder, 'good.zip'));
    expect(await client.waitFor(String(id))).toMatchObject({
      status: 'preview_rendered',
      errors: [],
    });
    expect(await beside).toMatchObject({ status: 'edit_ready' });
    expect(await hostile).toMatchObject({
      status: 'failed',
      report: { errors: [{ code: 'limit_exceeded' }] },
    });
  },
);

test.runIf(process.platform === 'linux')(
  'a session that exceeds its limit fails, and the session beside it is rendered',
  async () => {
    const images = await client.addTemplate(await writeImagesPackage(join(folder, 'images.zip')));
    const image = { create: { width: 40, height: 30, channels: 3 as const, background: 'teal' } };
    const upload = await client.upload(Uint8Array.from(await sharp(image).png().toBuffer()));
    const source = { upload_id: (upload.body['upload'] as Json)['id'] };
    const resources = Object.fromEntries(IMAGE_NAMES.map((name) => [name, { source }]));
    const create = async (of: Json) => {
      const session = { title: 'beside', render: 'preview', output: { width: 64 }, mapping: of };
      const { body } = await client.send('POST', '/v2/render_sessions', session);
      return String((body['render_session'] as Json)['id']);
    };
    const hostile = await create({ template_style_version_id: images['id'], resources });
    const beside = await create(mapping);
    expect(await client.waitFor(beside)).toMatchObject({ status: 'preview_rendered', errors: [] });
    const message = 'Rendering the video took more than 2 s of CPU time.';
    expect(await client.waitFor(hostile)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'limit_exceeded', message }],
    });
  },
);

test.runIf(process.platform === 'linux' && !isCluster)(
  'requests come before imports and renders for the processor',
  async () => {
    const seen = { 'isolated-process': new Set<number>(), 'rasteriser-process': new Set<number>() };
    const look = async () => {
      for (const [name, priorities] of Object.entries(seen))
        for (const pid of await childrenOf(service.pid, name)) {
          try {
            priorities.add(getPriority(pid));
          } catch {
            // It has ended.
          }
        }
    };
    // Processes may end after their work, so they are looked for meanwhile.
    const work = async () => {
      const { id } = await client.addTemplate(join(folder, 'good.zip'));
      const of = { ...mapping, template_style_version_id: id };
      const session = { title: 'work', render: 'preview', output: { width: 64 }, mapping: of };
      const { body } = await client.send('POST', '/v2/render_sessions', session);
      await client.waitFor(String((body['render_session'] as Json)['id']));
    };
    // A process has the priority of its parent at first.
    const hasAll = () =>
      [NICENESS, 0].every((one) => seen['isolated-process'].has(one)) &&
      seen['rasteriser-process'].has(NICENESS);
    while (!hasAll()) {
      let isWorking = true;
      const working = work().finally(() => {
        isWorking = false;
      });
      while (isWorking) await look();
      await working;
    }
    // Those that are left have been there for a while.
    const left = async (name: string) =>
      (await childrenOf(service.pid, name)).map((pid) => getPriority(pid));
    await expect.poll(() => left('rasteriser-process')).not.toContain(0);
    await expect
      .poll(async () =>
        (await left('isolated-process')).filter((one) => one !== NICENESS && one !== 0),
      )
      .toEqual([]);
  },
);

test.runIf(process.platform === 'linux' && !isCluster)(
  'no child process has the secrets of the service, and its files belong to its owner alone',
  async () => {
    expect(good).toMatchObject({ status: 'edit_ready' });
    const { response } = await client.still({ mapping, at: 0.5 });
    expect(response.status).toBe(200);
    const list = `/proc/${service.pid}/task/${service.pid}/children`;
    const children = (await readFile(list, 'latin1')).split(' ').filter(Boolean);
    // A child that has ended meanwhile has none.
    const read = children.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => ''));
    const environments = (await Promise.all(read)).filter(Boolean);
    // A rasteriser for videos, a rasteriser for stills, and an isolated process.
    expect(environments.length).toBeGreaterThanOrEqual(3);
    for (const environment of environments) {
      expect(environment).toContain('PATH=');
      for (const word of [SECRET, ...NAMES]) expect(environment).not.toContain(word);
    }
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const files = await entriesBelow(join(dataDir, 'files'));
    expect(files.length).toBeGreaterThan(2);
    for (const { parentPath, name } of files) {
      // Temporary files are removed meanwhile.
      const facts = await stat(join(parentPath, name)).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (facts) expect(facts.mode & 0o077).toBe(0);
    }
  },
);
