import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { isCluster, WORKERS } from './test-services.ts';

/** The rasterisers of a service, or of the workers of a cluster: they begin as many segments at once. */
const RASTERISERS = (isCluster ? 1 : availableParallelism()) * WORKERS;

/**
 * Returns the variables of a service whose segments `holdSegments` can hold. Its `ffmpeg` is a script: while a
 * folder beside the data folder exists, each encoder of a segment waits for a file in it, which it removes.
 */
export async function holdableSegments(dataDir: string): Promise<Record<string, string>> {
  const { PATH = '' } = process.env;
  const programs = `${dataDir}-programs`;
  mkdirSync(programs, { recursive: true });
  const script = `#!/bin/sh
held='${heldFolder(dataDir)}'
case " $* " in *' rawvideo '*' pipe:1 ')
  until ! [ -d "$held" ] || for one in "$held"/*; do rm "$one" 2>/dev/null && break; false; done; do
    sleep 0.05
  done ;;
esac
exec '${await pathOf('ffmpeg', PATH)}' "$@"
`;
  writeFileSync(join(programs, 'ffmpeg'), script, { mode: 0o755 });
  return { PATH: `${programs}${delimiter}${PATH}` };
}

/**
 * Lets a service draw `count` segments and no more until the returned function is called. Default: one with each
 * rasteriser, which are the first ones of a video.
 */
export function holdSegments(dataDir: string, count = RASTERISERS): () => void {
  const held = heldFolder(dataDir);
  const next = `${held}-next`;
  mkdirSync(next);
  for (let segment = 0; segment < count; segment++) writeFileSync(join(next, `${segment}`), '');
  renameSync(next, held);
  return () => rmSync(held, { recursive: true, force: true });
}

function heldFolder(dataDir: string): string {
  return `${dataDir}-held`;
}

/** Returns the file of a program in the search path. */
async function pathOf(name: string, searchPath: string): Promise<string> {
  for (const folder of searchPath.split(delimiter)) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new Error(`No ${name} in ${searchPath}`);
}
