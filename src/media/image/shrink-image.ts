import { decoding, openImage } from './image-decoder.ts';

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
