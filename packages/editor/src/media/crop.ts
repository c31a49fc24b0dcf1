export type Size = { width: number; height: number };
export type Rectangle = Size & { x: number; y: number };

/** How an image or a video fills its place. A manual rectangle is in pixels of the upright file. */
export type Crop =
  | { strategy: 'cover'; focalX: number; focalY: number }
  | { strategy: 'smart' }
  | { strategy: 'contain'; background?: string }
  | { strategy: 'fill' }
  | ({ strategy: 'manual' } & Rectangle);

export type CropStrategy = Crop['strategy'];

type Transform = Readonly<Record<string, unknown>>;

const CROP_FIELDS = new Set([
  ...['crop_strategy', 'focal_x', 'focal_y', 'background'],
  ...['crop_x', 'crop_y', 'crop_width', 'crop_height'],
]);
const CENTER = 0.5;

/** The options of each strategy that has some. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  cover: ['focal_x', 'focal_y'],
  contain: ['background'],
  manual: ['crop_x', 'crop_y', 'crop_width', 'crop_height'],
};

/** As in the service: an entry with another strategy, or an option of another, has no defaults. */
function withDefaults(transform: Transform, defaults: Transform): Transform {
  const strategy = String(defaults['crop_strategy'] ?? 'cover');
  const isSame = (transform['crop_strategy'] ?? strategy) === strategy;
  const others = Object.keys(OPTIONS).filter((owner) => owner !== strategy);
  const isOther = others.some((owner) =>
    OPTIONS[owner]?.some((field) => transform[field] !== undefined),
  );
  return isSame && !isOther ? { ...defaults, ...transform } : transform;
}

/** Returns the crop of an entry with this transform, in an editable with these defaults. */
export function cropOf(entryTransform: Transform = {}, defaults: Transform = {}): Crop {
  const transform = withDefaults(entryTransform, defaults);
  const number = (field: string, fallback: number) => {
    const value = transform[field];
    return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
  };
  const { crop_strategy: strategy, background } = transform as Record<string, unknown>;
  if (strategy === 'smart' || strategy === 'fill') return { strategy };
  if (strategy === 'contain') {
    return typeof background === 'string' ? { strategy, background } : { strategy };
  }
  if (strategy === 'manual') {
    const [width, height] = [number('crop_width', 1), number('crop_height', 1)];
    return { strategy, x: number('crop_x', 0), y: number('crop_y', 0), width, height };
  }
  return {
    strategy: 'cover',
    focalX: number('focal_x', CENTER),
    focalY: number('focal_y', CENTER),
  };
}

/** Returns a transform with this crop, and its other fields unchanged. A default crop needs no fields. */
export function withCrop(
  transform: Transform | undefined,
  crop: Crop,
  defaults: Transform = {},
): Record<string, unknown> {
  const others = Object.entries(transform ?? {}).filter(([field]) => !CROP_FIELDS.has(field));
  const defaultCrop = cropOf({}, defaults);
  const isDefault = JSON.stringify(defaultCrop) === JSON.stringify(crop);
  return { ...Object.fromEntries(others), ...(isDefault ? {} : cropFields(crop)) };
}

/** Returns the fields of a transform for a crop, with all fields of its kind. */
function cropFields(crop: Crop): Record<string, unknown> {
  switch (crop.strategy) {
    case 'cover': {
      const { focalX, focalY } = crop;
      return { crop_strategy: 'cover', focal_x: focalX, focal_y: focalY };
    }
    case 'contain': {
      const { background } = crop;
      return { crop_strategy: 'contain', ...(background !== undefined && { background }) };
    }
    case 'manual': {
      const { x, y, width, height } = crop;
      return {
        crop_strategy: 'manual',
        crop_x: x,
        crop_y: y,
        crop_width: width,
        crop_height: height,
      };
    }
    case 'smart':
    case 'fill':
      return { crop_strategy: crop.strategy };
  }
}

/**
 * Returns the part of a file that the place shows, in whole pixels of the file, as the renderer rounds
 * them. A smart crop is shown as the centered part, because only the service knows its point.
 */
export function shownPart(file: Size, place: Size, crop: Crop): Rectangle {
  const wholeFile = { x: 0, y: 0, ...file };
  if (crop.strategy === 'contain' || crop.strategy === 'fill') return wholeFile;
  if (crop.strategy === 'manual') return coveringPart(crop, place, CENTER, CENTER);
  if (crop.strategy === 'smart') return coveringPart(wholeFile, place, CENTER, CENTER);
  return coveringPart(wholeFile, place, crop.focalX, crop.focalY);
}

/**
 * Returns the part of `from` that covers the place, in pixels of the file. A focal point of 0 to 1
 * is its center where the edges permit. The order of the rounding is that of the renderer.
 */
function coveringPart(from: Rectangle, place: Size, focalX: number, focalY: number): Rectangle {
  const scale = Math.max(place.width / from.width, place.height / from.height);
  const side = (length: number, shownLength: number, focal: number) => {
    if (scale < 1) {
      const part = Math.min(length, Math.round(shownLength / scale));
      return [cutStart(length, part, focal), part] as const;
    }
    // Enlarged: the renderer cuts after it has scaled.
    const scaled = Math.max(shownLength, Math.round(length * scale));
    const ratio = scaled / length;
    const part = Math.min(length, Math.max(1, Math.round(shownLength / ratio)));
    const start = Math.round(cutStart(scaled, shownLength, focal) / ratio);
    return [Math.min(start, length - part), part] as const;
  };
  const [x, width] = side(from.width, place.width, focalX);
  const [y, height] = side(from.height, place.height, focalY);
  return { x: from.x + x, y: from.y + y, width, height };
}

/**
 * Returns where a part of `shownLength` starts on a side, in whole pixels, around the focal point.
 */
function cutStart(length: number, shownLength: number, focal: number): number {
  return Math.round(Math.min(length - shownLength, Math.max(0, length * focal - shownLength / 2)));
}

/** Returns whether the shown part has fewer pixels than its place, which may look soft. */
export function isSoft(file: Size, place: Size, crop: Crop): boolean {
  const part = shownPart(file, place, crop);
  const scale =
    crop.strategy === 'contain'
      ? Math.min(place.width / part.width, place.height / part.height)
      : Math.max(place.width / part.width, place.height / part.height);
  return scale > 1.25;
}
