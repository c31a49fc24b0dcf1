import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopbackServer, startServer } from '../../src/media/testing/loopback-server.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writePhotoPackage } from '../support/package.ts';
import {
  makeClient,
  type RunningService,
  startService as startFramepress,
} from '../support/service.ts';
import { HEIGHT, imageRows, type Row, WIDTH } from './image-files.ts';
import { refusedFiles } from './refused-images.ts';

/** The images and their pixels in a frame after all steps: fetched, checked, scaled, drawn. */

let folder: string;
let service: RunningService;
let server: LoopbackServer;
let client: Client;
let versionId: string;
let rows: Row[];
const served = new Map<string, Buffer>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-images-'));
  server = await startServer((request, response) => {
    // A generic content type, as many stores send it.
    response.setHeader('content-type', 'application/octet-stream');
    response.end(served.get(new URL(request.url ?? '', 'http://host').pathname));
  });
  service = await startFramepress(join(folder, 'data'), {});
  client = await new Client(service.url).login(await makeClient(join(folder, 'data')));
  const version = await client.addTemplate(
    await writePhotoPackage(join(folder, 'photo.zip'), WIDTH, HEIGHT),
  );
  versionId = String(version['id']);
  rows = await imageRows(folder);
});

afterAll(async () => {
  await service?.stop();
  await server?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** Returns the template's frame with this file as its image. */
async function still(file: Buffer, transform?: Json) {
  const path = `/${served.size}`;
  served.set(path, file);
  const source = { remote_url: server.url(`${path}?signature=swordfish`) };
  const mapping = {
    template_style_version_id: versionId,
    resources: { photo: { source, ...(transform && { transform }) } },
  };
  return { url: server.url(path), ...(await client.still({ mapping, at: 0 })) };
}

const PLACES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

test('every kind of image shows its colors at their positions', async () => {
  const wrong: string[] = [];
  for (const { name, make, seen, tolerance } of rows) {
    const { response, bytes } = await still(await make());
    if (response.status !== 200) {
      wrong.push(`${name}: ${bytes.toString()}`);
      continue;
    }
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const found = PLACES.map(([x, y]) => {
      const at =
        (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
      return [...data.subarray(at, at + 3)];
    });
    const apart = seen.flatMap((color, i) =>
      color.map((v, c) => Math.abs(v - (found[i]?.[c] ?? 999))),
    );
    if (Math.max(...apart) > tolerance)
      wrong.push(`${name}: ${JSON.stringify(found)} for ${JSON.stringify(seen)}`);
  }
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(60);
}, 300_000);

test('files that are not images are refused with their type', async () => {
  for (const [what, file] of await refusedFiles(folder)) {
    const { response, bytes, url } = await still(file);
    expect(response.status, what).toBe(422);
    const problem = JSON.parse(bytes.toString()) as Json;
    expect(problem['errors'], what).toEqual([
      {
        code: 'asset_not_media',
        message: `Expected an image for ${url} but received ${what}.`,
        pointer: '/mapping/resources/photo/source/remote_url',
        editable: 'photo',
        url,
        hint: expect.stringContaining('JPEG, PNG, WebP'),
        retryable: false,
      },
    ]);
  }
});

test('a crop outside of the image is reported with the upright size', async () => {
  const row = rows.find(({ name }) => name === 'JPEG, EXIF orientation 6');
  const file = await (row as Row).make();
  const crop = { crop_strategy: 'manual', crop_x: 0, crop_y: 0, crop_width: WIDTH };
  const { response, bytes, url } = await still(file, { ...crop, crop_height: HEIGHT + 1 });
  expect(response.status).toBe(422);
  expect(JSON.parse(bytes.toString())['errors']).toEqual([
    {
      code: 'crop_invalid',
      message: `Expected a crop inside of the 120×80 pixels of ${url} but received 120×81 pixels at 0, 0.`,
      pointer: '/mapping/resources/photo/transform',
      editable: 'photo',
      url,
      hint: expect.stringContaining('120'),
      retryable: false,
    },
  ]);
  expect((await still(file, { ...crop, crop_height: HEIGHT })).response.status).toBe(200);
});
