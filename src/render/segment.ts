import type { Composition } from '../compose/index.ts';
import { canonical, isPrecomp, type Lottie, prune, repeatedFrames } from '../lottie/index.ts';
import { around, type Range, shownAt, type Timeline } from '../output/index.ts';
import { type Encoding, type Frame, segmentArgs } from '../raster/index.ts';
import { sha256 } from '../system/index.ts';

/**
 * Raised whenever the same composition gives different pixels, so that older cached segments are
 * not reused.
 */
export const COMPOSITOR_VERSION = 3;
/** Decoded images that an animation holds in memory: about 24 of 1920×1080. */
const MAX_IMAGE_BYTES = 200e6;

/** A part of a video, with a document that draws only this part. */
export type Segment = Range & {
  lottie: Lottie;
  /** The time of each frame, or `as before` for a repetition. */
  frames: readonly Frame[];
};

/** The versions of programs and libraries that influence the bytes, in addition to the composition. */
export type Engine = { ffmpeg: string; skia: string };

/** Extracts a segment from the composition. */
export function segmentOf({ lottie }: Composition, timeline: Timeline, range: Range): Segment {
  const { first, last } = around(timeline, range);
  const pruned = canonical(prune(lottie, first, last));
  const times = Array.from({ length: range.count }, (_, n) => shownAt(timeline, range.first + n));
  const repeated = repeatedFrames(pruned, times);
  const frames = times.map((time, n): Frame => (repeated.has(n) ? 'as before' : time));
  return { ...range, lottie: pruned, frames };
}

type SegmentContent = {
  segment: Segment;
  composition: Composition;
  timeline: Timeline;
  encoding: Encoding;
  engine: Engine;
};

/** The digest of a segment; equal digests mean equal bytes. */
export function digestOf({
  segment,
  composition,
  timeline,
  encoding,
  engine,
}: SegmentContent): string {
  const { lottie, first, count } = segment;
  const files = shownFiles(segment, composition).map(({ name, digest }) => [name, digest]);
  const { step } = timeline;
  return sha256(
    JSON.stringify([
      COMPOSITOR_VERSION,
      { ...engine, architecture: process.arch },
      { from: timeline.first, step, first, count },
      segmentArgs(encoding),
      files,
      lottie,
    ]),
  );
}

/** Returns the files of the composition that a segment shows. */
export function shownFiles(
  { lottie }: Segment,
  { files }: Pick<Composition, 'files'>,
): Composition['files'] {
  const names = new Set(lottie.assets?.map((asset) => (isPrecomp(asset) ? '' : asset.p)));
  return files.filter(({ name }) => names.has(name));
}

/**
 * Splits a segment into documents that draw its frames one after another, each with no more images than memory should
 * hold. `lottie` is already pruned to the range and canonical: a segment of one part is drawn from the document of its
 * digest.
 */
export function splitByImages(
  lottie: Lottie,
  timeline: Timeline,
  { first, count }: Range,
): (Range & { lottie: Lottie })[] {
  if (count === 1 || imageBytes(lottie) <= MAX_IMAGE_BYTES) return [{ first, count, lottie }];
  const half = Math.ceil(count / 2);
  const ranges = [
    { first, count: half },
    { first: first + half, count: count - half },
  ];
  return ranges.flatMap((range) => {
    const { first: from, last } = around(timeline, range);
    return splitByImages(canonical(prune(lottie, from, last)), timeline, range);
  });
}

/** The bytes of all decoded images (four for each pixel). */
function imageBytes({ assets = [] }: Lottie): number {
  return assets.reduce(
    (sum, asset) => sum + (isPrecomp(asset) ? 0 : (asset.w ?? 0) * (asset.h ?? 0) * 4),
    0,
  );
}
