import { copyFile, link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AssetPaths, type Composition, pathOfAsset } from '../compose/index.ts';

/**
 * Puts a composition's files into `folder`/resources for a rasteriser, and returns that path. Files
 * are linked, or copied if the file system has no links.
 */
export async function layOutFiles(
  files: Composition['files'],
  paths: AssetPaths,
  folder: string,
): Promise<string> {
  const resourceDir = join(folder, 'resources');
  await mkdir(resourceDir, { recursive: true });
  for (const { digest, name } of files) {
    const from = pathOfAsset(paths, digest);
    const to = join(resourceDir, name);
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      await copyFile(from, to);
    });
  }
  return resourceDir;
}
