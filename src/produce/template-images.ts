import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { convertImage, type FittedImage, ingestImageBytes } from '../media/image/index.ts';
import type { Template } from '../template/index.ts';
import { digestOf, type Steps } from './steps.ts';

type Converted = { data: Uint8Array; image: FittedImage };

/** Converted images, as long as their template is in memory. Larger images are converted again each time. */
const conversions = new WeakMap<Uint8Array, Promise<Converted>>();
const MAX_KEPT_BYTES = 4 * 2 ** 20;

/** Converts the template's images, except those of the editables in `replaced`; by asset id. */
export async function templateImages(
  template: Template,
  replaced: ReadonlySet<string>,
  steps: Steps,
): Promise<Map<string, FittedImage>> {
  const images = new Map<string, FittedImage>();
  for (const [id, { bytes, label, editable }] of template.images) {
    if (replaced.has(editable ?? '')) continue;
    const { facts, folder } = await steps.run(['own image', digestOf(bytes)], async (dir) => {
      await mkdir(dir, { recursive: true });
      const { path, ...image } = await templateImage(bytes, label, dir);
      return { ...image, file: basename(path) };
    });
    const { file, ...image } = facts;
    images.set(id, { ...image, path: join(folder, file) });
  }
  return images;
}

async function templateImage(
  bytes: Uint8Array,
  label: string,
  folder: string,
): Promise<FittedImage> {
  const earlier = await conversions.get(bytes)?.catch(() => undefined);
  if (earlier) {
    const path = join(folder, basename(earlier.image.path));
    await writeFile(path, earlier.data);
    return { ...earlier.image, path };
  }
  const work = convert(bytes, label, folder);
  conversions.set(bytes, work);
  const { data, image } = await work;
  if (data.length > MAX_KEPT_BYTES) conversions.delete(bytes);
  return image;
}

async function convert(bytes: Uint8Array, label: string, folder: string): Promise<Converted> {
  const source = await ingestImageBytes({ bytes, dir: join(folder, 'own'), what: label });
  const image = await convertImage(source, folder, label);
  await rm(source.path);
  return { data: await readFile(image.path), image };
}
