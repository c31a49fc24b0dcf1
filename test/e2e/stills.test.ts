import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { difference } from '../support/difference.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { frameOf } from '../support/pixels.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { isCluster } from '../support/test-services.ts';

const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let service: SharedService;
let images: Awaited<ReturnType<typeof serveImages>>;
let client: Client;
let versionId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-stills-'));
  images = await serveImages();
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const version = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie(), {
      version: 1,
      stillcuts: { start: 0, end: 0.9 },
    }),
  );
  versionId = String(version['id']);
});

afterAll(async () => {
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const mapping = (changes: Json = {}, resources: Json = {}): Json => ({
  template_style_version_id: versionId,
  resources: {
    t_01: { source: { text: 'Zoë' } },
    c_01: { source: { color: 'a03060' } },
    [LOGO]: { source: { remote_url: images.url('/good.jpg') } },
    ...resources,
  },
  ...changes,
});

/** Returns `code pointer` of each fault. */
const reported = ({ errors }: Json) =>
  (errors as { code: string; pointer?: string }[]).map((e) => `${e.code} ${e.pointer ?? ''}`);

describe('a still', () => {
  test('shows the same frame as the video', async () => {
    const { body } = await client.send('POST', '/v2/render_sessions', {
      title: 'x',
      render: 'final',
      mapping: mapping(),
    });
    const session = await client.waitFor(String((body['render_session'] as Json)['id']));
    const video = join(folder, 'video.mp4');
    await writeFile(
      video,
      Buffer.from(await (await fetch(String(session['video_url']))).arrayBuffer()),
    );
    for (const [frameRequest, frame] of [
      [{ at: 0.5 }, 15],
      [{ stillcut: 'end' }, 27],
    ] as const) {
      const { response, bytes } = await client.still({ mapping: mapping(), ...frameRequest });
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 180 });
      expect((await difference(bytes, await frameOf(video, frame))).mean).toBeLessThan(2);
      expect((await difference(bytes, await frameOf(video, frame - 6))).mean).toBeGreaterThan(2);
    }
  });

  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
  ])('is returned as %s at the requested width', async (format, type) => {
    const { response, bytes } = await client.still({
      mapping: mapping(),
      stillcut: 'start',
      width: 161,
      format,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 161, height: 91 });
  });

  test.each<[string, Json, string]>([
    ['no moment', {}, 'invalid_request '],
    ['two moments', { at: 0, stillcut: 'end' }, 'invalid_request /stillcut'],
    ['a time before the start', { at: -0.1 }, 'invalid_request /at'],
    ['the end', { at: 1 }, 'invalid_request /at'],
    ['a time that is a text', { at: '0' }, 'invalid_request /at'],
    ['an unknown stillcut', { stillcut: 'ends' }, 'invalid_request /stillcut'],
    ['the name of a prototype', { stillcut: 'constructor' }, 'invalid_request /stillcut'],
    ['no width', { at: 0, width: 0 }, 'invalid_request /width'],
    ['half a pixel', { at: 0, width: 10.5 }, 'invalid_request /width'],
    ['too much width', { at: 0, width: 8193 }, 'invalid_request /width'],
    ['another format', { at: 0, format: 'gif' }, 'invalid_request /format'],
    ['an unknown field', { at: 0, height: 9 }, 'invalid_request /height'],
    [
      'a bad entry',
      { at: 0, mapping: { resources: { c_01: { source: { color: 'x' } } }, missing: 'example' } },
      'color_invalid /mapping/resources/c_01/source',
    ],
    [
      'a file that is not an image',
      {
        at: 0,
        mapping: {
          resources: { [LOGO]: { source: { upload_id: 'up_none' } } },
          missing: 'example',
        },
      },
      'upload_unknown /mapping/resources/(Footage)~1USER~1logo_01.png/source/upload_id',
    ],
  ])('with %s is refused', async (_, body, fault) => {
    const whole = { ...body, mapping: { ...mapping(), ...(body['mapping'] as Json | undefined) } };
    const { response, bytes } = await client.still(whole);
    expect(response.status, bytes.toString()).toBe(422);
    const problem = JSON.parse(bytes.toString()) as Json;
    expect(reported(problem)).toEqual([fault]);
    if (body['stillcut'] === 'ends')
      expect(problem['errors']).toMatchObject([{ hint: 'Did you mean "end"?' }]);
  });

  test('reports an image that cannot be fetched', async () => {
    const bad = mapping({}, { [LOGO]: { source: { remote_url: images.url('/page.jpg') } } });
    const { response, bytes } = await client.still({ mapping: bad, at: 0 });
    expect(response.status).toBe(422);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      code: 'asset_not_media',
      errors: [
        {
          editable: LOGO,
          pointer: '/mapping/resources/(Footage)~1USER~1logo_01.png/source/remote_url',
        },
      ],
    });
  });
});

// The processes of a cluster have folders of their own below the data folder.
test.skipIf(isCluster)('docs/architecture.md lists what the data folder holds', async () => {
  const page = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
  const [, table = ''] = /```text\ndata\/\n(.*?)```/s.exec(page) ?? [];
  const listed = [...table.matchAll(/^ {2}([\w.-]+)/gm)].map(([, name]) => name);
  // SQLite has files of its own beside the database, and `/readyz` writes and removes one.
  const names = (await readdir(service.dataDir)).filter(
    (name) => !/-(wal|shm|journal)$|^\.ready$/.test(name),
  );
  expect(listed).toEqual(expect.arrayContaining(names));
});
