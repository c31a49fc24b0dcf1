import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-roles-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('API and worker share a folder: the API accepts work, the worker does it, and a cancel reaches the worker', async () => {
  const data = join(folder, 'data');
  await using api = await startService(data, {}, 'api');
  const client = await new Client(api.url).login(await makeClient(data));
  const create = async (version: Json) => {
    const { body } = await client.send('POST', '/v2/render_sessions', {
      title: 'apart',
      render: 'preview',
      mapping: { template_style_version_id: version['id'], missing: 'example', resources: {} },
    });
    return String((body['render_session'] as Json)['id']);
  };
  const adding = client.addTemplate(await writePackage(join(folder, 'short.zip'), smallLottie(60)));
  await using _worker = await startService(data, {}, 'worker');
  const version = await adding;
  const short = await create(version);
  expect(await client.waitFor(short)).toMatchObject({ status: 'preview_rendered' });
  // The API process receives the rows of a batch, and the worker checks and renders them.
  const batch = await client.send('POST', '/v2/batches', {
    ...{ template_style_version_id: version['id'], mapping: { missing: 'example' } },
    ...{ render: 'preview', output: { width: 32, fps: 5 }, invalid_rows: 'skip' },
    rows: [{ t_01: 'One' }, { t_01: 'Two', c_01: 'no color' }],
  });
  const batchPath = `/v2/batches/${(batch.body['batch'] as Json)['id']}`;
  let state = batch.body['batch'] as Json;
  while (state['status'] !== 'completed') {
    await pause(50);
    state = (await client.send('GET', batchPath)).body['batch'] as Json;
  }
  expect(state).toMatchObject({ counts: { rendered: 1, invalid: 1 } });
  // The API process draws stills.
  const example = { template_style_version_id: version['id'], missing: 'example', resources: {} };
  const still = await client.still({ mapping: example, at: 0 });
  expect(still.response.headers.get('content-type')).toBe('image/png');

  const long = await create(
    await client.addTemplate(await writePackage(join(folder, 'long.zip'), smallLottie(2000))),
  );
  let session: Json = {};
  while (session['phase'] !== 'rendering') {
    await pause(50);
    session = (await client.send('GET', `/v2/render_sessions/${long}`)).body[
      'render_session'
    ] as Json;
  }
  expect((await client.send('POST', `/v2/render_sessions/${long}/cancel`)).status).toBe(200);
  while ((await readdir(join(data, 'work'))).includes(long)) await pause(20);
  expect(
    (await client.send('GET', `/v2/render_sessions/${long}`)).body['render_session'],
  ).toMatchObject({ status: 'canceled' });
});

test('a second process on the same folder removes no files of a running process', async () => {
  const data = join(folder, 'live');
  const credentials = await makeClient(data);
  // A file of an older version, whose queue had its own database.
  await writeFile(join(data, 'workflows.sqlite'), 'old');
  await using first = await startService(data);
  expect(await readdir(data)).not.toContain('workflows.sqlite');
  const { body } = await new Client(first.url).send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    ...credentials,
  });
  const package_ = await readFile(await writePackage(join(folder, 'slow.zip'), smallLottie(30)));
  const upload = request(`${first.url}/v2/template_style_versions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${body['access_token']}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
  upload.write(package_.subarray(0, 100));
  const arrived = async () => {
    const names = await readdir(join(data, 'uploads'), { recursive: true });
    return names.filter((name) => name.includes('/'));
  };
  await expect.poll(arrived, { timeout: 10_000 }).toHaveLength(1);
  await expect(startService(data)).rejects.toThrow(/is used by another worker/);
  await using _beside = await startService(data, {}, 'api');
  expect(await arrived()).toHaveLength(1);
  upload.end(Buffer.concat([package_.subarray(100), Buffer.from('\r\n--b--\r\n')]));
  const [response] = (await once(upload, 'response')) as [{ statusCode: number }];
  expect(response.statusCode).toBe(201);
});
