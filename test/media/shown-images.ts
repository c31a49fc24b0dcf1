import { join } from 'node:path';
import sharp from 'sharp';
import { type LoopbackServer, startServer } from '../../src/media/testing/loopback-server.ts';
import { Client, type Json } from '../support/client.ts';
import { writePhotoPackage } from '../support/package.ts';
import { sharedService } from '../support/shared-service.ts';
import { HEIGHT, type Row, WIDTH } from './image-files.ts';

/** A service that draws images after all steps: fetched, checked, scaled, drawn. */
export type ImageService = AsyncDisposable & {
  /** Returns the template's frame with a file as its image, and the file's URL. */
  still(
    file: Buffer,
    transform?: Json,
  ): Promise<{ url: string; response: Response; bytes: Buffer }>;
};

export async function openImageService(folder: string): Promise<ImageService> {
  const served = new Map<string, Buffer>();
  const server: LoopbackServer = await startServer((request, response) => {
    // A generic content type, as many stores send it.
    response.setHeader('content-type', 'application/octet-stream');
    response.end(served.get(new URL(request.url ?? '', 'http://host').pathname));
  });
  const { url, credentials } = await sharedService();
  const client = await new Client(url).login(credentials);
  const pack = await writePhotoPackage(join(folder, 'photo.zip'), WIDTH, HEIGHT);
  const { id } = await client.addTemplate(pack);
  return {
    still: async (file, transform) => {
      const path = `/${served.size}`;
      served.set(path, file);
      const source = { remote_url: server.url(`${path}?signature=swordfish`) };
      const resources = { photo: { source, ...(transform && { transform }) } };
      const mapping = { template_style_version_id: id, resources };
      return { url: server.url(path), ...(await client.still({ mapping, at: 0 })) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const PLACES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** Returns the images that do not show their colors at their positions. */
export async function wronglyShown(
  { still }: ImageService,
  rows: readonly Row[],
): Promise<string[]> {
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
  return wrong;
}
