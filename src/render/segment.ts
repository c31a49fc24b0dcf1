import { sha256 } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import { canonical, isPrecomp, type Lottie, prune } from '../lottie/index.ts';
import { type Encoding, segmentArgs } from './encoder.ts';
import type { Range } from './plan.ts';

/** Raised whenever the same composition gives other pixels: segments of before are not taken any more. */
export const COMPOSITOR_VERSION = 1;
/** Of decoded pictures, which an animation keeps: about 24 of 1920×1080. */
const MOST_PICTURE_BYTES = 200e6;

/** A part of a video, with the document that draws it and no more than it. */
export type Segment = Range & {
  /** From the video's start. */
  startFrame: number;
  lottie: Lottie;
  /** Equal digests are equal bytes. */
  digest: string;
};

/** What of the machine is in the bytes, beside the composition: programs and libraries with their versions. */
export type Engine = { ffmpeg: string; skia: string };

/** Cuts a segment out of the composition. */
export function segmentOf(
  composition: Composition,
  range: Range,
  startFrame: number,
  encoding: Encoding,
  engine: Engine,
): Segment {
  const { first, count } = range;
  const lottie = canonical(prune(composition.lottie, first, first + count - 1));
  const names = new Set(lottie.assets?.map((asset) => (isPrecomp(asset) ? '' : asset.p)));
  const files = composition.files.flatMap(({ name, digest }) =>
    names.has(name) ? [[name, digest]] : [],
  );
  const { width, height } = encoding;
  const digest = sha256(
    JSON.stringify([
      COMPOSITOR_VERSION,
      { ...engine, architecture: process.arch },
      { first, count, startFrame, width, height },
      segmentArgs(encoding),
      files,
      lottie,
    ]),
  );
  return { ...range, startFrame, lottie, digest };
}

/** Documents that draw the segment's frames one after another, each with no more pictures than memory should hold. */
export function partsOf(lottie: Lottie, { first, count }: Range): (Range & { lottie: Lottie })[] {
  const document = canonical(prune(lottie, first, first + count - 1));
  if (count === 1 || pictureBytes(document) <= MOST_PICTURE_BYTES)
    return [{ first, count, lottie: document }];
  const half = Math.ceil(count / 2);
  return [
    ...partsOf(document, { first, count: half }),
    ...partsOf(document, { first: first + half, count: count - half }),
  ];
}

function pictureBytes({ assets = [] }: Lottie): number {
  return assets.reduce(
    (sum, asset) => sum + (isPrecomp(asset) ? 0 : (asset.w ?? 0) * (asset.h ?? 0) * 4),
    0,
  );
}
