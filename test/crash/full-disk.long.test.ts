import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { makeClient, PROGRAM, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

const run = promisify(execFile);
let folder: string;
let canMount = false;
const [MOUNT, UNMOUNT] = ['mount', 'umount'] as const;

/** A small disk. Only root can mount it, and not in every container. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-full-'));
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' });
    canMount = true;
  } catch {
    // The tests are skipped.
  }
});

afterAll(async () => {
  if (canMount) execFileSync(UNMOUNT, [folder]);
  await rm(folder, { recursive: true, force: true });
});

/** Fills the disk to its last byte. Returns the path of the file that does. */
async function fillDisk(): Promise<string> {
  const path = join(folder, 'fill');
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(64 * 1024));
  } catch {
    // It is full.
  } finally {
    await file.close();
  }
  return path;
}

/** Starts the service, which must end by itself. */
const start = (role: string, dataDir: string) =>
  run(PROGRAM, ['serve', '--port', '0', '--data-dir', dataDir, '--role', role]).catch(
    (error: { code: unknown; stderr: string }) => error,
  );

test.for(['api', 'worker', 'all'])(
  '%s ends once with the reason on a full disk',
  async (role, context) => {
    if (!canMount) context.skip();
    const data = join(folder, role);
    await mkdir(data);
    const fill = await fillDisk();
    const ended = await start(role, data);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('the disk is full') });
    const left = await readdir(join(data, 'processes')).catch(() => []);
    expect(left.length).toBeLessThan(2);
    await rm(fill);
  },
);

test.for(['api', 'worker', 'all'])(
  '%s ends once with the reason in a read-only folder',
  async (role, context) => {
    if (!canMount) context.skip();
    const data = join(folder, `${role}-read-only`);
    await mkdir(data);
    execFileSync(MOUNT, ['-o', 'remount,ro', folder]);
    try {
      const ended = await start(role, data);
      expect(ended).toMatchObject({
        code: 1,
        stderr: expect.not.stringContaining('another worker'),
      });
      expect(ended.stderr).toMatch(/cannot be written|cannot be created/);
    } finally {
      execFileSync(MOUNT, ['-o', 'remount,rw', folder]);
    }
  },
);

test('a service whose disk other programs fill still gives tokens, reads and deletes', async (context) => {
  if (!canMount) context.skip();
  const data = join(folder, 'running');
  await mkdir(data);
  const credentials = await makeClient(data);
  await using service = await startService(data, { FRAMEPRESS_DISK_FLOOR_MB: '16' }, 'api');
  // PostgreSQL has a disk of its own, and needs no reserve on this one.
  const hasReserve = () =>
    stat(join(data, 'reserve')).then(
      () => true,
      () => false,
    );
  if (!isCluster) await expect.poll(hasReserve).toBe(true);
  const client = new Client(service.url);
  await client.login(credentials);
  const url = 'http://127.0.0.1:8099/hook';
  const made = await client.send('POST', '/v2/webhook_endpoints', { url });
  const fill = await fillDisk();
  // The database gets the reserve.
  if (!isCluster) await expect.poll(hasReserve).toBe(false);
  for (let i = 0; i < 20; i++) {
    const body = { grant_type: 'client_credentials', ...credentials };
    expect((await client.send('POST', '/oauth/token', body)).status).toBe(200);
  }
  expect((await client.send('GET', '/v2/webhook_endpoints')).status).toBe(200);
  const { id } = made.body['webhook_endpoint'] as { id: string };
  expect((await client.send('DELETE', `/v2/webhook_endpoints/${id}`)).status).toBe(204);
  await rm(fill);
  if (!isCluster) await expect.poll(hasReserve).toBe(true);
});

test('uploads stop at the floor, and all other requests are served', async (context) => {
  if (!canMount) context.skip();
  const data = join(folder, 'uploading');
  await mkdir(data);
  const credentials = await makeClient(data);
  await using service = await startService(data, { FRAMEPRESS_DISK_FLOOR_MB: '16' }, 'api');
  const client = new Client(service.url);
  await client.login(credentials);
  const image = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#a03060' },
  })
    .png()
    .toBuffer();
  const upload = async (name: string) => {
    const form = new FormData();
    // A decoder ignores what is behind an image.
    form.set('file', new Blob([Uint8Array.from(image), new Uint8Array(4 * 2 ** 20)]), name);
    return client.send('POST', '/v2/uploads', form);
  };
  const answers = [await upload('first.png')];
  while (answers.at(-1)?.status === 201 && answers.length < 40)
    answers.push(await upload(`${answers.length}.png`));
  expect(answers[0]?.status).toBe(201);
  expect(answers.at(-1)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  const { bavail, bsize } = await statfs(folder);
  expect(bavail * bsize).toBeGreaterThan(8 * 2 ** 20);
  expect((await client.send('GET', '/v2/uploads')).status).toBe(200);
  const body = { grant_type: 'client_credentials', ...credentials };
  expect((await client.send('POST', '/oauth/token', body)).status).toBe(200);
  for (const { body: made } of answers.slice(0, -1)) {
    const { id } = made['upload'] as { id: string };
    expect((await client.send('DELETE', `/v2/uploads/${id}`)).status).toBe(204);
  }
  await expect.poll(async () => (await upload('again.png')).status).toBe(201);
});
