import type { Composition } from '../compose/index.ts';
import { canonical, isPrecomp, type Lottie, prune, repeatedFrames } from '../lottie/index.ts';
import { around, type Range, shownAt, type Timeline } from '../output/index.ts';
import type { Frame } from '../raster/index.ts';
import { type Encoding, segmentArgs } from '../raster/index.ts';
import { sha256 } from '../system/index.ts';

/** Raised whenever the same composition gives other pixels: segments of before are not taken any more. */
export const COMPOSITOR_VERSION = 2;
/** Of decoded pictures, which an animation keeps: about 24 of 1920×1080. */
const MAX_IMAGE_BYTES = 200e6;

/** A part of a video, with the document that draws it and no more than it. */
export type Segment = Range & {
  lottie: Lottie;
  /** What each frame shows. */
  frames: readonly Frame[];
};

/** What of the machine is in the bytes, beside the composition: programs and libraries with their versions. */
export type Engine = { ffmpeg: string; skia: string };

/** Cuts a segment out of the composition. */
export function segmentOf({ lottie }: Composition, timeline: Timeline, range: Range): Segment {
  const { first, last } = around(timeline, range);
  const pruned = canonical(prune(lottie, first, last));
  const times = Array.from({ length: range.count }, (_, n) => shownAt(timeline, range.first + n));
  const repeated = repeatedFrames(pruned, times);
  const frames = times.map((time, n): Frame => (repeated.has(n) ? 'as before' : time));
  return { ...range, lottie: pruned, frames };
}

/** Equal digests are equal bytes. */
export function digestOf(
  { lottie, first, count }: Segment,
  { files }: Composition,
  timeline: Timeline,
  encoding: Encoding,
  engine: Engine,
): string {
  const names = new Set(lottie.assets?.map((asset) => (isPrecomp(asset) ? '' : asset.p)));
  const shown = files.flatMap(({ name, digest }) => (names.has(name) ? [[name, digest]] : []));
  const { step } = timeline;
  return sha256(
    JSON.stringify([
      COMPOSITOR_VERSION,
      { ...engine, architecture: process.arch },
      { from: timeline.first, step, first, count },
      segmentArgs(encoding),
      shown,
      lottie,
    ]),
  );
}

/** Documents that draw the segment's frames one after another, each with no more pictures than memory should hold. */
export function partsOf(
  lottie: Lottie,
  timeline: Timeline,
  range: Range,
): (Range & { lottie: Lottie })[] {
  const { first, count } = range;
  const { first: from, last } = around(timeline, range);
  const document = canonical(prune(lottie, from, last));
  if (count === 1 || imageBytes(document) <= MAX_IMAGE_BYTES)
    return [{ first, count, lottie: document }];
  const half = Math.ceil(count / 2);
  return [
    ...partsOf(document, timeline, { first, count: half }),
    ...partsOf(document, timeline, { first: first + half, count: count - half }),
  ];
}

function imageBytes({ assets = [] }: Lottie): number {
  return assets.reduce(
    (sum, asset) => sum + (isPrecomp(asset) ? 0 : (asset.w ?? 0) * (asset.h ?? 0) * 4),
    0,
  );
}
