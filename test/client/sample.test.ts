import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { sharedService } from '../support/shared-service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODE_OPTIONS = ['--conditions=framepress-source', '--disable-warning=ExperimentalWarning'];

test('the sample of docs/clients.md renders a video', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-sample-'));
  try {
    const { url, credentials } = await sharedService();
    const { client_id: id, client_secret: secret } = credentials;
    const page = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');
    const [, sample = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
    await mkdir(join(folder, 'node_modules/@framepress'), { recursive: true });
    await symlink(join(ROOT, 'packages/client'), join(folder, 'node_modules/@framepress/client'));
    await symlink(join(ROOT, 'templates'), join(folder, 'templates'));
    // A small video, so that the test is fast.
    const code = sample
      .replace('http://127.0.0.1:4210', url)
      .replace("render: 'preview',", "render: 'preview', output: { width: 160, fps: 5 },");
    await writeFile(join(folder, 'sample.mts'), code);
    await promisify(execFile)('node', [...NODE_OPTIONS, 'sample.mts'], {
      cwd: folder,
      env: { ...process.env, FRAMEPRESS_CLIENT_ID: id, FRAMEPRESS_CLIENT_SECRET: secret },
    });
    const video = await readFile(join(folder, 'birthday.mp4'));
    expect(video.subarray(4, 8).toString()).toBe('ftyp');
  } finally {
    await removeFolder(folder);
  }
});
