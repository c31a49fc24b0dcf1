import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-folder-'));
});

afterAll(() => removeFolder(folder));

test('two workers never share a data folder', async () => {
  const dataDir = join(folder, 'shared');
  await using _first = await startService(dataDir);
  await expect(startService(dataDir)).rejects.toThrow(/is used by another worker/);
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
  await expect.poll(arrived).toHaveLength(1);
  await expect(startService(data)).rejects.toThrow(/is used by another worker/);
  await using _beside = await startService(data, {}, 'api');
  expect(await arrived()).toHaveLength(1);
  upload.end(Buffer.concat([package_.subarray(100), Buffer.from('\r\n--b--\r\n')]));
  const [response] = (await once(upload, 'response')) as [{ statusCode: number }];
  expect(response.statusCode).toBe(201);
});
