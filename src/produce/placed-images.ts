import { AppError, type Fault } from '../base/index.ts';
import type { CheckedMapping, ImageEntry } from '../mapping/index.ts';
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

/** An image of the mapping and the place that it fills. */
export type PlacedImage = {
  image: IngestedImage;
  editable: string;
  fit: Fit;
  /** Of its entry in the mapping. */
  pointer: string;
};

type PlacedImagesRequest = {
  template: Template;
  mapping: CheckedMapping;
  /** By their pointers in the mapping. */
  inputs: readonly (readonly [string, LocatedInput])[];
  /** For `crop_strategy: "smart"`. */
  points: FocalPoints;
};

/** Returns the mapping's images with the places that they fill; `smart` crops have their focal points. */
export async function placedImages(
  { template, mapping, inputs, points }: PlacedImagesRequest,
  signal?: AbortSignal,
): Promise<PlacedImage[]> {
  const placed: PlacedImage[] = [];
  for (const [pointer, image] of inputs) {
    const { kind, editable } = image;
    if (kind !== 'image' || editable === undefined) continue;
    const { width = 0, height = 0 } = template.editables[editable] ?? {};
    const entry = mapping.resources[editable] as ImageEntry | undefined;
    const scale = template.imageScales.get(editable) ?? 1;
    const place = { ...placeSize({ width, height }, scale), editable };
    const { transform = {} } = entry ?? {};
    const strategy: CropStrategy =
      transform.crop_strategy === 'smart'
        ? { strategy: 'cover', ...(await focalPointOf(image, place, points, signal)) }
        : strategyOf(transform);
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

function strategyOf(transform: NonNullable<ImageEntry['transform']>): CropStrategy {
  const { crop_strategy: strategy = 'cover', focal_x, focal_y, background } = transform;
  if (strategy === 'manual') {
    const { crop_x = 0, crop_y = 0, crop_width = 0, crop_height = 0 } = transform;
    return { strategy, crop: { x: crop_x, y: crop_y, width: crop_width, height: crop_height } };
  }
  if (strategy === 'contain') return { strategy, ...(background !== undefined && { background }) };
  if (strategy === 'fill') return { strategy };
  return {
    strategy: 'cover',
    ...(focal_x !== undefined && { focalX: focal_x }),
    ...(focal_y !== undefined && { focalY: focal_y }),
  };
}
