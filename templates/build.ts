/** Writes the bundled templates as dotLottie packages into `templates/dist/`. */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import type { TemplateSource } from './builder/index.ts';
import { FONT_FILES } from './fonts.ts';
import { TEMPLATES } from './index.ts';
import { encodeAac } from './music/encode.ts';

/** A fixed date: the same sources give the same bytes. */
const MADE = new Date(2026, 0, 1);

export async function pack(template: TemplateSource, path: string): Promise<void> {
  const { name, animation, images, audioSources, fonts, templateJson } = template;
  const zip = new ZipFile();
  const add = (file: string, content: Buffer | string) =>
    zip.addBuffer(Buffer.from(content as string), file, { mtime: MADE, mode: 0o100644 });
  add(
    'manifest.json',
    JSON.stringify({ version: '2', generator: 'Framepress', animations: [{ id: name }] }),
  );
  add(`a/${name}.json`, JSON.stringify(animation));
  if (templateJson) add('template.json', JSON.stringify(templateJson, null, 2));
  for (const [file, draw] of Object.entries(images)) add(`i/${file}`, draw());
  for (const [file, play] of Object.entries(audioSources))
    add(`audio/${file}`, await encodeAac(play()));
  for (const font of fonts) {
    const source = FONT_FILES[font];
    if (source === undefined)
      throw new Error(`${name} wants ${font}, which fonts.ts does not have.`);
    add(`f/${font}.ttf`, await readFile(fileURLToPath(import.meta.resolve(source))));
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
}

if (import.meta.main) {
  const dist = fileURLToPath(new URL('dist/', import.meta.url));
  await mkdir(dist, { recursive: true });
  for (const template of TEMPLATES) await pack(template, `${dist}${template.name}.lottie`);
}
