import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserName, openBrowser } from '../support/browser.ts';
import { bucketFiles } from '../support/bucket-files.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import type { StoredFiles } from '../support/stored-files.ts';
import { makeBuckets, type StoreServer, s3Variables, startS3 } from '../support/stores.ts';
import { shown, signedIn } from './studio-page.ts';

const BYTES = 300_000;

/** The files of a service that redirects to its store, in a browser. */
export function redirectedFilesTests(name: BrowserName): void {
  let folder: string;
  let s3: StoreServer;
  let bucket: Awaited<ReturnType<typeof withCors>>;
  let service: RunningService;
  let client: Client;
  let session: Json;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-studio-redirected-'));
    s3 = await startS3();
    await makeBuckets(s3.url, 'videos');
    bucket = await withCors(s3.url);
    const data = join(folder, 'data');
    const variables = { ...s3Variables(bucket.url), FRAMEPRESS_STORAGE: 's3://videos/all' };
    service = await startService(data, { ...variables, FILES: 'redirect' });
    client = await new Client(service.url).login(await makeClient(data));
    const file = await writePackage(join(folder, 'small.zip'), smallLottie(30));
    const { id } = await client.addTemplate(file);
    const { body } = await client.send('POST', '/v2/render_sessions', {
      title: 'Large',
      render: 'final',
      mapping: { template_style_version_id: id, missing: 'example', resources: {} },
    });
    expect(body).toHaveProperty('render_session');
    session = await client.waitFor(String((body['render_session'] as Json)['id']));
    await enlarge(bucketFiles(variables), session);
  });

  afterAll(async () => {
    await service?.stop();
    bucket?.close();
    await s3?.[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  test(`the studio in ${name} plays a video of the store, and reads it`, async () => {
    await using browser = await openBrowser(name);
    const studio = { dataDir: join(folder, 'data'), url: service.url };
    // The page reads the video as soon as it opens.
    bucket.seen.length = 0;
    const page = await signedIn(browser, studio, { to: `/renders/${session['id']}` });
    const video = await shown(page, 'video');
    await expect
      .poll(() => video.evaluate((node) => (node as unknown as { duration: number }).duration))
      .toBe(1);
    expect(bucket.seen).toContainEqual(expect.stringContaining('X-Amz-Signature='));
    // As a player of streams does it.
    const bytes = await page.evaluate(
      async (url) => (await (await fetch(url)).arrayBuffer()).byteLength,
      String(session['video_url']),
    );
    expect(bytes).toBeGreaterThan(BYTES);
    expect(page.problems).toEqual([]);
  });
}

/** An S3 server whose buckets have the CORS rule of docs/scaling.md. Swift does not know the call that sets one. */
async function withCors(url: string) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') seen.push(request.url ?? '');
    const { method, headers, url: path } = request;
    const onward = send(new URL(path ?? '', url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        'access-control-allow-origin': '*',
      });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Paths that were read. */
    seen,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Appends a box that players skip, because the API sends small files by itself. */
async function enlarge(files: StoredFiles, session: Json): Promise<void> {
  const keys = await files.keys(`sessions/${session['id']}`);
  const key = keys.find((one) => one.endsWith('/video.mp4')) ?? '';
  const box = Buffer.alloc(BYTES);
  box.writeUInt32BE(BYTES);
  box.write('free', 4);
  await files.write(key, Buffer.concat([await files.read(key), box]));
}
