import { open, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import {
  neededFiles,
  type PackageChoice,
  readPackageFile,
  type TemplatePackage,
} from '../import/index.ts';
import { ZipWriter } from '../zip/index.ts';

/** A template as one file to upload, and its name for messages. */
export type PackedTemplate = { path: string; label: string; source: TemplatePackage };

/**
 * Returns one file with everything that a template needs: the file itself, or a ZIP in `folder` for a folder,
 * for a .json with files, and for a template.json beside the package. `choice` is not packed.
 */
export async function packTemplate(
  path: string,
  choice: PackageChoice,
  folder: string,
): Promise<PackedTemplate> {
  const { animation, theme } = choice;
  const source = await readPackageFile(path, { animation, theme });
  const label = basename(path);
  const isFolder = (await stat(path)).isDirectory();
  const isComplete = source.isArchive && !source.isTemplateJsonBeside;
  const isBare = !source.isArchive && source.files.size === 0 && source.templateJson === undefined;
  if (!isFolder && (isComplete || isBare)) return { path, label, source };
  const files = new Map(neededFiles(source));
  if (!source.isArchive && !isFolder) files.set('data.json', source.animation);
  if (source.templateJson) files.set(`${source.base}template.json`, source.templateJson);
  const stem = isFolder ? label : label.slice(0, label.length - extname(label).length);
  const packed = join(folder, 'package.zip');
  await using file = await open(packed, 'w');
  const zip = new ZipWriter(file);
  for (const [name, bytes] of files) await zip.add(name, bytes);
  await zip.end();
  const extension = files.has('manifest.json') ? '.lottie' : '.zip';
  return { path: packed, label: stem + extension, source };
}
