import type { Crop, Rectangle, Size } from './crop.ts';

/** Each corner by its horizontal and vertical direction from the center. */
export type Corner = { x: -1 | 1; y: -1 | 1 };

/** The smallest part, as a share of the largest part that fits into the file. */
const MIN_SHARE = 0.04;

/** Returns the largest centered rectangle of a file that has the shape of the place. */
export function largestPart(file: Size, place: Size): Rectangle {
  const scale = Math.min(file.width / place.width, file.height / place.height);
  return partAround(
    { x: file.width / 2, y: file.height / 2 },
    { width: place.width * scale, height: place.height * scale },
    file,
  );
}

/** Returns the cover crop whose shown part is moved by a distance in pixels of the file. */
export function moveFocus(
  crop: Crop & { strategy: 'cover' },
  part: Rectangle,
  by: { x: number; y: number },
  file: Size,
): Crop & { strategy: 'cover' } {
  const along = (start: number, length: number, total: number, distance: number) => {
    const newStart = Math.min(total - length, Math.max(0, start + distance));
    return share((newStart + length / 2) / total);
  };
  const isFree = { x: part.width < file.width, y: part.height < file.height };
  return {
    strategy: 'cover',
    focalX: isFree.x ? along(part.x, part.width, file.width, by.x) : crop.focalX,
    focalY: isFree.y ? along(part.y, part.height, file.height, by.y) : crop.focalY,
  };
}

/** Returns a rectangle moved by a distance, inside of the file. */
export function movePart(part: Rectangle, by: { x: number; y: number }, file: Size): Rectangle {
  const x = Math.min(file.width - part.width, Math.max(0, Math.round(part.x + by.x)));
  const y = Math.min(file.height - part.height, Math.max(0, Math.round(part.y + by.y)));
  return { ...part, x, y };
}

/**
 * Returns a rectangle one of whose corners was dragged by a distance. The opposite corner stays, and
 * the rectangle keeps the shape of the place.
 */
export function dragCorner(
  part: Rectangle,
  corner: Corner,
  by: { x: number; y: number },
  { file, place }: { file: Size; place: Size },
): Rectangle {
  const fixed = {
    x: corner.x === 1 ? part.x : part.x + part.width,
    y: corner.y === 1 ? part.y : part.y + part.height,
  };
  const room = {
    width: corner.x === 1 ? file.width - fixed.x : fixed.x,
    height: corner.y === 1 ? file.height - fixed.y : fixed.y,
  };
  const size = Math.max(
    (part.width + corner.x * by.x) / place.width,
    (part.height + corner.y * by.y) / place.height,
  );
  const max = Math.min(room.width / place.width, room.height / place.height);
  const scale = Math.min(max, Math.max(Math.min(max, minScale(file, place)), size));
  const width = Math.max(1, Math.min(room.width, Math.round(place.width * scale)));
  const height = Math.max(1, Math.min(room.height, Math.round(place.height * scale)));
  return {
    x: corner.x === 1 ? fixed.x : fixed.x - width,
    y: corner.y === 1 ? fixed.y : fixed.y - height,
    width,
    height,
  };
}

/** Returns the zoom of a rectangle: 0 is the largest part, 1 the smallest. */
export function zoomOf(part: Rectangle, { file, place }: { file: Size; place: Size }): number {
  const largest = Math.min(file.width / place.width, file.height / place.height);
  const scale = Math.min(largest, part.width / place.width, part.height / place.height);
  const zoom = Math.log(scale / largest) / Math.log(MIN_SHARE);
  return Math.min(1, Math.max(0, zoom));
}

/** Returns the rectangle with a zoom and the same center, moved into the file where needed. */
export function zoomTo(
  part: Rectangle,
  zoom: number,
  { file, place }: { file: Size; place: Size },
): Rectangle {
  const largest = Math.min(file.width / place.width, file.height / place.height);
  const scale = largest * MIN_SHARE ** Math.min(1, Math.max(0, zoom));
  const center = { x: part.x + part.width / 2, y: part.y + part.height / 2 };
  return partAround(center, { width: place.width * scale, height: place.height * scale }, file);
}

/** Returns the rectangle scaled around its center. */
export function scaleAround(
  part: Rectangle,
  factor: number,
  sizes: { file: Size; place: Size },
): Rectangle {
  const zoom = zoomOf(part, sizes) + Math.log(factor) / Math.log(MIN_SHARE);
  return zoomTo(part, zoom, sizes);
}

/** Returns the crop of a file after a quarter turn clockwise. The shape of the place stays. */
export function turnedCrop(crop: Crop): Crop {
  if (crop.strategy === 'manual') return { strategy: 'cover', focalX: 0.5, focalY: 0.5 };
  if (crop.strategy !== 'cover') return crop;
  return { ...crop, focalX: share(1 - crop.focalY), focalY: crop.focalX };
}

/** Returns the scale of the smallest part, in pixels of the file for each pixel of the place. */
function minScale(file: Size, place: Size): number {
  return MIN_SHARE * Math.min(file.width / place.width, file.height / place.height);
}

/**
 * Returns the rectangle with a center and size, in whole pixels, moved into the file. A size beyond
 * the file is cut to it.
 */
function partAround(center: { x: number; y: number }, size: Size, file: Size): Rectangle {
  const width = Math.min(file.width, Math.max(1, Math.round(size.width)));
  const height = Math.min(file.height, Math.max(1, Math.round(size.height)));
  const start = { x: center.x - width / 2, y: center.y - height / 2 };
  // A move by 0 rounds and clamps.
  return movePart({ ...start, width, height }, { x: 0, y: 0 }, file);
}

/** Three decimals are less than a pixel of what is shown, and stay readable in the mapping. */
function share(value: number): number {
  return Math.round(value * 1000) / 1000;
}
