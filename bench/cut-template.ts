import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import { readPackageFile } from '../src/import/index.ts';

export const BIRTHDAY = fileURLToPath(
  new URL('../templates/dist/birthday.lottie', import.meta.url),
);

type Lottie = Record<string, unknown> & { layers: Record<string, unknown>[] };

/** Writes a template's first frames to `folder` as a new template, after `change`. */
export async function cutTemplate(
  source: string,
  folder: string,
  frames: number,
  change: (lottie: Lottie) => void = () => undefined,
): Promise<string> {
  const { animation, files } = await readPackageFile(source);
  const lottie = JSON.parse(Buffer.from(animation).toString()) as Lottie;
  change(lottie);
  const path = join(folder, `${frames}.zip`);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify({ ...lottie, op: frames })), 'data.json');
  const media = [...files].filter(([name]) => !name.endsWith('.json'));
  for (const [name, bytes] of media) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
