import { decoding, openImage } from './image-decoder.ts';
import { imageSource } from './image-source.ts';
import type { IngestedImage } from './ingest-image.ts';

/** Writes a smaller copy of a JPEG or PNG image to the path `to`. An image is never enlarged. */
export async function shrinkImage(
  path: string,
  { width, to }: { width: number; to: string },
  signal?: AbortSignal,
): Promise<void> {
  await decoding('the image', {}, signal, async () => {
    const image = (await openImage(path)).resize({ width, withoutEnlargement: true });
    const encoded = path.endsWith('.png')
      ? image.png({ compressionLevel: 3 })
      : image.jpeg({ quality: 80 });
    await encoded.toFile(to);
  });
}

const THUMBNAIL_QUALITY = 82;

/** Writes a small upright copy of an image in sRGB as WebP to the path `to`. It is never enlarged. */
export async function writeThumbnail(
  image: Pick<IngestedImage, 'path' | 'contentType' | 'width' | 'height'>,
  { width, what, to }: { width: number; what: string; to: string },
  signal?: AbortSignal,
): Promise<void> {
  const scale = Math.min(1, width / image.width);
  const size = { width: image.width * scale, height: image.height * scale };
  await decoding(what, {}, signal, async () => {
    const opened = await openImage(await imageSource(image, size, what, signal));
    const small = opened.resize({ width, withoutEnlargement: true }).toColourspace('srgb');
    await small.webp({ quality: THUMBNAIL_QUALITY }).toFile(to);
  });
}
