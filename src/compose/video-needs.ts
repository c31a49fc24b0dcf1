import {
  appearancesOf,
  exactFps,
  type FileAsset,
  frameCount,
  isPrecomp,
  LAYER,
  type Lottie,
  largestScale,
  layerTimes,
} from '../lottie/index.ts';
import type { Template } from '../template/index.ts';

/** The frames and size that the layers of one video need. */
export type VideoRequirement = {
  assetId: string;
  /** The editable that fills it; undefined for the template's own video. */
  editable: string | undefined;
  /** Pixels of the composition. */
  width: number;
  height: number;
  /** The maximum scale at which it shows on screen. */
  scale: number;
  /** The times that are shown, in seconds of the video's own time; ascending. */
  seconds: number[];
};

/** Number of frames at which scales are sampled, over the whole length. */
const MAX_SAMPLES = 120;
/** A larger scale adds no visible detail; at a smaller one the video is only a dot. */
const SCALES = { min: 1 / 32, max: 2 };

/**
 * The requirements of every video that shows in `frames` (default: all), in the order of the
 * assets.
 */
export function videoRequirements(
  { lottie }: Pick<Template, 'lottie'>,
  frames?: readonly number[],
): VideoRequirement[] {
  const allFrames = Array.from({ length: frameCount(lottie) }, (_, frame) => frame);
  const times = layerTimes(lottie, (layer) => layer.ty === LAYER.video, frames ?? allFrames);
  if (times.size === 0) return [];
  const fps = exactFps(lottie.fr);
  const seconds = new Map<string, Set<number>>();
  for (const [{ refId = '' }, moments] of times) {
    const assetSeconds = seconds.get(refId) ?? new Set();
    seconds.set(refId, assetSeconds);
    for (const { inner } of moments) assetSeconds.add(Math.round((inner / fps) * 1e6) / 1e6);
  }
  // Scales are sampled over all frames, so that a still is as sharp as the video.
  const scales = largestScales(lottie, LAYER.video);
  return (lottie.assets ?? []).flatMap((asset): VideoRequirement[] => {
    const assetSeconds = seconds.get(asset.id);
    if (isPrecomp(asset) || !assetSeconds) return [];
    return [
      {
        assetId: asset.id,
        editable: (asset as FileAsset).sid,
        width: asset.w || lottie.w,
        height: asset.h || lottie.h,
        scale: Math.min(SCALES.max, Math.max(SCALES.min, scales.get(asset.id) ?? 1)),
        seconds: [...assetSeconds].sort((a, b) => a - b),
      },
    ];
  });
}

/** Returns the largest scale at which images show, by editable. Images that never show are left out. */
export function imageScales(lottie: Lottie): ReadonlyMap<string, number> {
  const scales = largestScales(lottie, LAYER.image);
  const scalesByEditable = new Map<string, number>();
  for (const asset of lottie.assets ?? []) {
    const scale = scales.get(asset.id) ?? 0;
    const { sid } = asset as FileAsset;
    if (isPrecomp(asset) || sid === undefined || scale <= 0) continue;
    scalesByEditable.set(
      sid,
      Math.max(scalesByEditable.get(sid) ?? 0, Math.min(scale, Number.MAX_VALUE)),
    );
  }
  return scalesByEditable;
}

/** Returns the largest scale of the layers of a type, by asset, at moments of the whole length. */
function largestScales(lottie: Lottie, type: number): Map<string, number> {
  const scales = new Map<string, number>();
  const appearancesAt = appearancesOf(lottie);
  const count = frameCount(lottie);
  const step = Math.max(1, count / MAX_SAMPLES);
  for (let frame = 0; frame < count; frame += step) {
    for (const { layer, matrix } of appearancesAt(lottie.ip + Math.floor(frame))) {
      if (layer.ty !== type || layer.refId === undefined) continue;
      scales.set(layer.refId, Math.max(scales.get(layer.refId) ?? 0, largestScale(matrix)));
    }
  }
  return scales;
}
