import { AppError, type Fault } from '../base/index.ts';
import { entryOf, hexOf, type ParsedCrop, type ParsedMapping } from '../mapping/index.ts';
import {
  type CropStrategy,
  type Fit,
  type FocalPoints,
  focalPointOf,
  type IngestedImage,
  placeSize,
} from '../media/image/index.ts';
import type { Template } from '../template/index.ts';
import type { LocatedInput } from './ingest-inputs.ts';
import type { Steps } from './steps.ts';

/** An image of the mapping and the place that it fills. */
export type PlacedImage = {
  image: IngestedImage;
  editable: string;
  fit: Fit;
  /** The pointer of its entry in the mapping. */
  pointer: string;
};

type PlacedImagesRequest = {
  template: Template;
  mapping: ParsedMapping;
  /** The inputs by their pointers in the mapping. */
  inputs: readonly (readonly [string, LocatedInput])[];
  /** The largest scale at which each editable shows. */
  scales: Template['imageScales'];
  /** For `crop_strategy: "smart"`. */
  points: FocalPoints;
  steps: Steps;
};

/** Returns the mapping's images with the places that they fill; `smart` crops have their focal points. */
export async function placedImages(
  { template, mapping, inputs, scales, points, steps }: PlacedImagesRequest,
  signal?: AbortSignal,
): Promise<PlacedImage[]> {
  const placed: PlacedImage[] = [];
  for (const [pointer, image] of inputs) {
    const { kind, editable } = image;
    if (kind !== 'image' || editable === undefined) continue;
    const { width = 0, height = 0 } = template.editables[editable] ?? {};
    const { crop } = entryOf(mapping, editable, 'image') ?? {};
    const scale = scales.get(editable) ?? 1;
    const place = { ...placeSize({ width, height }, scale), editable };
    const focusOf = async () => {
      const key = ['focus', image.sha256, place.width, place.height];
      return (await steps.run(key, () => focalPointOf(image, place, points, signal))).facts;
    };
    const strategy: CropStrategy =
      crop?.strategy === 'smart'
        ? { strategy: 'cover', ...(await focusOf()) }
        : crop
          ? strategyOf(crop)
          : { strategy: 'cover' };
    placed.push({ image, editable, fit: { ...place, ...strategy }, pointer });
  }
  return placed;
}

/** Calls `work` for each image. Throws one AppError with the faults of all crops that do not fit. */
export async function eachImage(
  images: readonly PlacedImage[],
  work: (image: PlacedImage) => Promise<void>,
): Promise<void> {
  const faults: Fault[] = [];
  for (const image of images) {
    try {
      await work(image);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'crop_invalid') throw error;
      const pointer = `/mapping${image.pointer}/transform`;
      faults.push(...error.faults.map((f) => ({ ...f, pointer })));
    }
  }
  if (faults.length > 0) throw AppError.fromFaults(faults);
}

/** The crop in the form of the image module. A smart crop is resolved before. */
function strategyOf(crop: Exclude<ParsedCrop, { strategy: 'smart' }>): CropStrategy {
  const { strategy } = crop;
  if (strategy === 'manual') {
    const { x, y, width, height } = crop;
    return { strategy, crop: { x, y, width, height } };
  }
  if (strategy !== 'contain') return crop;
  return { strategy, ...(crop.background && { background: hexOf(crop.background) }) };
}
