import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { isCluster, WORKERS } from './test-services.ts';

/** Resumes when it is called or disposed. */
type Held = (() => void) & Disposable;

/** The rasterisers of a service, or of the workers of a cluster: they begin as many segments at once. */
const RASTERISERS = (isCluster ? 1 : availableParallelism()) * WORKERS;

/**
 * Returns the variables of a service whose segments `holdSegments` can hold. Its `ffmpeg` is a script: while a
 * folder beside the data folder exists, each encoder of a segment waits until it can remove a file in it. Each
 * rasteriser, which is the parent of its encoders, removes one file only: otherwise a quick one could leave
 * none for the first segment of a video.
 */
export async function holdableSegments(dataDir: string): Promise<Record<string, string>> {
  const { PATH = '' } = process.env;
  const programs = `${dataDir}-programs`;
  mkdirSync(programs, { recursive: true });
  const script = `#!/bin/sh
held='${heldFolder(dataDir)}'
pass() {
  [ -d "$held/$PPID" ] && return 1
  for one in "$held"/pass-*; do
    rm "$one" 2>/dev/null && mkdir -p "$held/$PPID" && return 0
  done
  return 1
}
case " $* " in *' rawvideo '*' pipe:1 ')
  until ! [ -d "$held" ] || pass; do sleep 0.05; done ;;
esac
exec '${await pathOf('ffmpeg', PATH)}' "$@"
`;
  writeFileSync(join(programs, 'ffmpeg'), script, { mode: 0o755 });
  return { PATH: `${programs}${delimiter}${PATH}` };
}

/**
 * Lets a service draw one segment with each rasteriser, among them the first one of a video, and no more until
 * the result is called or disposed; at most `count` segments.
 */
export function holdSegments(dataDir: string, count = RASTERISERS): Held {
  const held = heldFolder(dataDir);
  const next = `${held}-next`;
  mkdirSync(next);
  for (let segment = 0; segment < count; segment++)
    writeFileSync(join(next, `pass-${segment}`), '');
  renameSync(next, held);
  const resume = () => rmSync(held, { recursive: true, force: true });
  return Object.assign(resume, { [Symbol.dispose]: resume });
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
