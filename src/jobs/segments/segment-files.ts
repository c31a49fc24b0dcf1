import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { forEachAtOnce } from '../../base/index.ts';
import type { PackedFile, PackedSegment } from '../../render/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { digestOfStream, sha256 } from '../../system/index.ts';

/** The session, account or attempt whose segments are shared. */
export type SegmentScope = string;

/** Contains a folder for each day with the packs and images of that day. */
export const WORK = 'work';
/** Images that are stored or fetched at the same time. */
const AT_ONCE = 8;

/** Returns the id of a segment: the folder of its stored files, below `segments`. */
export function segmentId(scope: SegmentScope, { outputs }: PackedSegment): string {
  const digests = outputs.map(({ digest }) => digest);
  return `${scope}/${digests.length === 1 ? digests[0] : sha256(digests.join())}`;
}

/** Returns the key of a segment's file in one encoding. */
export function segmentKey(id: string, output: number): string {
  return `segments/${id}/${output}`;
}

/**
 * Returns the key of a pack. Its images are stored below the same folder. Each day has its own folders, because a
 * scope that is always in use would keep its images for ever.
 */
export function packKey(scope: SegmentScope, { pack }: PackedSegment, nowMs: number): string {
  return `${WORK}/${new Date(nowMs).toISOString().slice(0, 10)}/${scope}/${pack.sha256}`;
}

/** Stores a pack at its key, and the images that it does not contain. */
export async function storePack(
  store: BlobStore,
  key: string,
  { stored: resourceFiles, pack }: PackedSegment,
): Promise<void> {
  await forEachAtOnce(resourceFiles, AT_ONCE, async ({ name, path }) => {
    const image = imageKey(key, name);
    if (!(await store.stat(image))) await store.putLinked(image, path);
  });
  await store.putLinked(key, pack.path);
}

/** Fetches a pack. Returns false when it is not stored any more, or is damaged. */
export async function fetchPack(store: BlobStore, key: string, path: string): Promise<boolean> {
  if (!(await store.fetchTo(key, path))) return false;
  return (await digestOfStream(createReadStream(path))) === basename(key);
}

/** Fetches the images that a pack does not contain. Returns false when one is not stored any more. */
export async function fetchImages(
  store: BlobStore,
  pack: string,
  { stored: resourceFiles, resources }: { stored: readonly PackedFile[]; resources: string },
): Promise<boolean> {
  let complete = true;
  await forEachAtOnce(resourceFiles, AT_ONCE, async ({ name }) => {
    if (!(await store.fetchTo(imageKey(pack, name), join(resources, name)))) complete = false;
  });
  return complete;
}

function imageKey(pack: string, name: string): string {
  return `${dirname(pack)}/images/${name}`;
}
