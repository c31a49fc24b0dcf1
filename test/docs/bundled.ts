import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { zipFiles } from '../support/decoded.ts';
import { ROOT } from './pages.ts';

/** Writes the bundled template birthday with another template.json. */
export async function writeTemplate(path: string, templateJson: string): Promise<void> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path));
  for (const { name, bytes } of await zipFiles(join(ROOT, 'templates/dist/birthday.lottie')))
    zip.addBuffer(name === 'template.json' ? Buffer.from(templateJson) : bytes, name);
  zip.end();
  await written;
}
