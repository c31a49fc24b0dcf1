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
 * for a .json with files, for a template.json beside the package, and for a choice, which is written into
 * template.json.
 */
export async function packTemplate(
  path: string,
  { animation, theme }: PackageChoice,
  folder: string,
): Promise<PackedTemplate> {
  const choice = {
    ...(animation !== undefined && { animation }),
    ...(theme !== undefined && { theme }),
  };
  const source = await readPackageFile(path, choice);
  const label = basename(path);
  const isFolder = (await stat(path)).isDirectory();
  const isComplete = source.isArchive && !source.isTemplateJsonBeside;
  const isBare = !source.isArchive && source.files.size === 0 && source.templateJson === undefined;
  if (!isFolder && Object.keys(choice).length === 0 && (isComplete || isBare))
    return { path, label, source };
  const files = new Map(neededFiles(source));
  if (!source.isArchive && !isFolder) files.set('data.json', source.animation);
  if (source.templateJson !== undefined || Object.keys(choice).length > 0) {
    const json: unknown = JSON.parse(
      new TextDecoder().decode(source.templateJson) || '{"version":1}',
    );
    files.set(
      `${source.base}template.json`,
      Buffer.from(JSON.stringify({ ...(json as object), ...choice }, undefined, 2)),
    );
  }
  const stem = isFolder ? label : label.slice(0, label.length - extname(label).length);
  const packed = join(folder, 'package.zip');
  await using file = await open(packed, 'w');
  const zip = new ZipWriter(file);
  for (const [name, bytes] of files) await zip.add(name, bytes);
  await zip.end();
  const extension = files.has('manifest.json') ? '.lottie' : '.zip';
  return { path: packed, label: stem + extension, source };
}
