import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { framepress, startService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-folder-'));
});

afterAll(() => removeFolder(folder));

test('a second process on the same folder is no worker, and removes no files of a running process', async () => {
  const { dataDir, url, credentials } = await sharedService();
  const { body } = await new Client(url).send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    ...credentials,
  });
  const received = async () => {
    const names = await readdir(join(dataDir, 'uploads'), { recursive: true });
    return names.filter((name) => name.includes('/'));
  };
  const before = await received();
  const arrived = async () => (await received()).filter((name) => !before.includes(name));
  const package_ = await readFile(await writePackage(join(folder, 'slow.zip'), smallLottie(30)));
  const upload = request(`${url}/v2/template_style_versions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${body['access_token']}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
  upload.write(package_.subarray(0, 100));
  await expect.poll(arrived).toHaveLength(1);
  const second = await framepress(['serve', '--port', '0', '--data-dir', dataDir]);
  expect([second.code, second.stderr]).toEqual([
    1,
    expect.stringMatching(/is used by another worker/),
  ]);
  await using _beside = await startService(dataDir, {}, 'api');
  expect(await arrived()).toHaveLength(1);
  upload.end(Buffer.concat([package_.subarray(100), Buffer.from('\r\n--b--\r\n')]));
  const [response] = (await once(upload, 'response')) as [{ statusCode: number }];
  expect(response.statusCode).toBe(201);
});
