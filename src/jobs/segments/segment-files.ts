import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { forEachAtOnce } from '../../base/index.ts';
import type { PackedFile, PackedSegment } from '../../segments/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { digestOfStream, sha256 } from '../../system/index.ts';

/** The session, account or attempt whose segments are shared. */
export type SegmentScope = string;

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

/** Returns the key of a pack. Its images are stored below the same folder. */
export function packKey(scope: SegmentScope, { pack }: PackedSegment): string {
  return `work/${scope}/${pack.sha256}`;
}

/** Stores a pack and the images that it does not contain. */
export async function storePack(
  store: BlobStore,
  scope: SegmentScope,
  segment: PackedSegment,
): Promise<void> {
  await forEachAtOnce(segment.stored, AT_ONCE, async ({ name, path }) => {
    const key = imageKey(scope, name);
    if (!(await store.stat(key))) await store.putLinked(key, path);
  });
  await store.putLinked(packKey(scope, segment), segment.pack.path);
}

/** Fetches a pack. Returns false when it is not stored any more, or is damaged. */
export async function fetchPack(store: BlobStore, key: string, path: string): Promise<boolean> {
  if (!(await store.fetchTo(key, path))) return false;
  return (await digestOfStream(createReadStream(path))) === basename(key);
}

/** Fetches the images that a pack does not contain. Returns false when one is not stored any more. */
export async function fetchImages(
  store: BlobStore,
  id: string,
  { stored, resources }: { stored: readonly PackedFile[]; resources: string },
): Promise<boolean> {
  const scope = id.slice(0, id.lastIndexOf('/'));
  let complete = true;
  await forEachAtOnce(stored, AT_ONCE, async ({ name }) => {
    if (!(await store.fetchTo(imageKey(scope, name), join(resources, name)))) complete = false;
  });
  return complete;
}

function imageKey(scope: SegmentScope, name: string): string {
  return `work/${scope}/images/${name}`;
}
