import { randomInt } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf } from '../support/place.ts';
import { probe } from '../support/probe.ts';
import { makeClient, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

/** A cluster notices after ten seconds that all its processes were lost. */
const TIMES = isCluster ? 4 : 20;
const FRAMES = 75;

let folder: string;
let images: Awaited<ReturnType<typeof serveImages>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-crash-'));
  images = await serveImages();
});

afterAll(async () => {
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

test(`a session finishes although the service is killed ${TIMES} times at random moments`, {
  timeout: 300_000,
}, async () => {
  const dataDir = join(folder, 'data');
  const credentials = await makeClient(dataDir);
  let service = await startService(dataDir);
  try {
    const version = await (await new Client(service.url).login(credentials)).addTemplate(
      await writePackage(join(folder, 'small.zip'), smallLottie(FRAMES)),
    );
    for (let round = 1; round <= TIMES; round++) {
      const before = await new Client(service.url).login(credentials);
      const { body } = await before.send('POST', '/v2/render_sessions', {
        title: `round ${round}`,
        render: 'preview',
        mapping: {
          template_style_version_id: version['id'],
          missing: 'example',
          resources: {
            '(Footage)/USER/logo_01.png': { source: { remote_url: images.url('/good.jpg') } },
          },
        },
      });
      const id = String((body['render_session'] as Json)['id']);
      const delay = randomInt(0, 900);
      await pause(delay);
      await service.crash();

      service = await startService(dataDir);
      const after = await new Client(service.url).login(credentials);
      const done = await after.waitFor(id);
      expect(done, `killed after ${delay} ms`).toMatchObject({
        status: 'preview_rendered',
        render_progress: 100,
        errors: [],
      });
      const path = join(folder, 'video.mp4');
      await writeFile(
        path,
        Buffer.from(await (await fetch(String(done['video_url']))).arrayBuffer()),
      );
      // All files that the playlists name exist.
      const probed = await Promise.all([path, String(done['hls_url'])].map((one) => probe(one)));
      const whole = { nb_read_frames: String(FRAMES) };
      expect(probed, `killed after ${delay} ms`).toMatchObject([whole, whole]);
    }
    while ((await entriesOf(dataDir, 'work')).length > 0) await pause(20);
  } finally {
    await service.stop();
  }
});

test('a stopped service returns a running session to the queue, and the next start finishes it', async () => {
  const dataDir = join(folder, 'drain');
  const credentials = await makeClient(dataDir);
  const first = await startService(dataDir);
  const client = await new Client(first.url).login(credentials);
  const version = await client.addTemplate(
    await writePackage(join(folder, 'long.zip'), smallLottie(450)),
  );
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'drained',
    render: 'preview',
    mapping: { template_style_version_id: version['id'], missing: 'example', resources: {} },
  });
  const id = String((body['render_session'] as Json)['id']);
  const show = async () =>
    (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;
  while ((await show())['phase'] !== 'rendering') await pause(20);
  expect(await first.stop()).toBe(0);

  await using second = await startService(dataDir);
  const again = await new Client(second.url).login(credentials);
  const seen: unknown[] = [];
  expect(await again.waitFor(id, ({ status }) => seen.push(status))).toMatchObject({
    status: 'preview_rendered',
    errors: [],
  });
  expect(seen[0]).toBe('preview_rendering');
});
