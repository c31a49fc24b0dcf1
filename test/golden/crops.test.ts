import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { produce } from '../../src/produce/index.ts';
import { ingestImage } from '../../src/media/image/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { compareWithGolden, type Difference } from '../support/difference.ts';
import { writePhotoPackage } from '../support/package.ts';
import { removeFolder } from '../support/folder.ts';

/*
 * One image in one place with each crop strategy, compared with frames that a person has checked.
 * GOLDEN=write redraws them.
 */
const GOLDEN = fileURLToPath(new URL('./crops.png', import.meta.url));
const SIDE = 120;
const SOURCE = { width: 480, height: 270 };
const SQUARE = 30;

const TRANSFORMS: object[] = [
  {},
  { focal_x: 0 },
  { crop_strategy: 'cover', focal_x: 0.8, focal_y: 0.2 },
  { crop_strategy: 'contain' },
  { crop_strategy: 'contain', background: '204080' },
  { crop_strategy: 'fill' },
  { crop_strategy: 'manual', crop_x: 60, crop_y: 30, crop_width: 90, crop_height: 90 },
  { crop_strategy: 'manual', crop_x: 0, crop_y: 180, crop_width: 480, crop_height: 90 },
  { crop_strategy: 'smart' },
];

/** A checkered image with distinct squares and one salient spot. */
function source(): Buffer {
  const pixels = Buffer.alloc(SOURCE.width * SOURCE.height * 3);
  for (let y = 0; y < SOURCE.height; y++) {
    for (let x = 0; x < SOURCE.width; x++) {
      const [column, row] = [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
      const ground = [50 + column * 4, 110, 130 + row * 8];
      const isBall = (x - 175) ** 2 + (y - 165) ** 2 < 40 ** 2;
      const color = isBall ? [235, 60, 20] : ground.map((v) => v + 20 * ((column + row) % 2));
      pixels.set(color, (y * SOURCE.width + x) * 3);
    }
  }
  return pixels;
}

let folder: string;
let renderer: Renderer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-crops-'));
  renderer = new Renderer();
});
afterAll(async () => {
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

test('each crop strategy gives the checked frame', async () => {
  const path = join(folder, 'source.png');
  await sharp(source(), { raw: { ...SOURCE, channels: 3 } }).png().toFile(path);
  const { path: imagePath, ...image } = await ingestImage({ path, dir: join(folder, 'ingested'), editable: 'photo' });
  const template = await importTemplate(
    await readPackageFile(await writePhotoPackage(join(folder, 'photo.zip'), SIDE, SIDE)),
  );
  const frames: Buffer[] = [];
  for (const [index, transform] of TRANSFORMS.entries()) {
    const entry = { source: { upload_id: 'x' }, transform };
    const ingested = { photo: { kind: 'image' as const, editable: 'photo', fonts: [], source: entry.source, ...image } };
    const work = join(folder, String(index));
    await mkdir(work);
    const mapping = parsed(template, { resources: { photo: entry } });
    const inputs = { ingested, paths: { [image.sha256]: imagePath } };
    const { composition, paths } = await produce({ template, mapping, ...inputs, folder: work });
    const still = join(work, 'still.png');
    await renderer.renderStills({ composition, paths, folder: work, stills: [{ frame: 0, path: still, format: 'png' }] });
    frames.push(await sharp(still).png().toBuffer());
  }
  const gap = 6;
  const side = 3 * SIDE + 4 * gap;
  const drawn = join(folder, 'crops.png');
  await sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
    .composite(
      frames.map((input, i) => ({
        input,
        left: gap + (i % 3) * (SIDE + gap),
        top: gap + Math.floor(i / 3) * (SIDE + gap),
      })),
    )
    .png()
    .toFile(drawn);
  // An edge that moves by one pixel fails.
  const good = ({ mean, worst }: Difference) => mean < 0.2 && worst < 4;
  const { ok, found } = await compareWithGolden(GOLDEN, drawn, 'crops', { good });
  expect(ok, found).toBe(true);
});
