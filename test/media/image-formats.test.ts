import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { HEIGHT, imageRows, QUICK_IMAGES, type Row, WIDTH } from './image-files.ts';
import { refusedFiles } from './refused-images.ts';
import { type ImageService, openImageService, wronglyShown } from './shown-images.ts';

const opened = new AsyncDisposableStack();
let folder: string;
let service: ImageService;
let rows: Row[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-images-'));
  opened.defer(() => removeFolder(folder));
  service = opened.use(await openImageService(folder));
  rows = await imageRows(folder);
});

afterAll(() => opened.disposeAsync());

const still = (file: Buffer, transform?: Json) => service.still(file, transform);

test('images of each format show their colors at their positions', async () => {
  const chosen = rows.filter(({ name }) => QUICK_IMAGES.includes(name));
  expect(chosen).toHaveLength(QUICK_IMAGES.length);
  expect(await wronglyShown(service, chosen)).toEqual([]);
});

test('files that are not images are refused with their type', async () => {
  for (const [what, file] of await refusedFiles(folder)) {
    const { response, bytes, url } = await still(file);
    expect(response.status, what).toBe(422);
    const problem = JSON.parse(bytes.toString()) as Json;
    expect(problem['errors'], what).toMatchObject([
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
  expect(JSON.parse(bytes.toString())['errors']).toMatchObject([
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
