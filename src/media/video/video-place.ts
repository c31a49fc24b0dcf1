import { assert } from '../../base/index.ts';

export type VideoSize = { width: number; height: number };
export type Rectangle = VideoSize & { x: number; y: number };

/** How a video is fitted into its place. A `manual` rectangle is in pixels of the upright source. */
export type VideoCrop =
  | { strategy: 'cover'; focalX?: number; focalY?: number }
  | { strategy: 'contain' }
  | { strategy: 'fill' }
  | { strategy: 'manual'; x: number; y: number; width: number; height: number };

/** The visible part of a source, its position in the box, and its size in pixels. */
export type VideoPlace = {
  /** The visible part, in pixels of the upright source. */
  region: Rectangle;
  /** The position, in pixels of the box. */
  place: Rectangle;
  /** Size of the decoded image, in whole pixels. */
  image: VideoSize;
};

type VideoFit = {
  source: VideoSize;
  box: VideoSize;
  crop: VideoCrop;
  scale: number;
  isEnlarged?: boolean | undefined;
};

/**
 * Returns the place of a video in a box. `scale` is the maximum scale of the box in the animation.
 * The image has at most the pixels of its source region. With `isEnlarged` it is enlarged here, for
 * images that are decoded only once.
 */
export function placeVideo({ source, box, crop, scale, isEnlarged = false }: VideoFit): VideoPlace {
  assert(box.width > 0 && box.height > 0, 'a box has a size');
  const sourceArea = { x: 0, y: 0, ...source };
  const region = regionOf(sourceArea, box, crop);
  const place = crop.strategy === 'contain' ? containRegion(region, box) : { x: 0, y: 0, ...box };
  const targetSize = { width: place.width * scale, height: place.height * scale };
  // Both sides shrink by the same factor, so that the image has the aspect ratio of its place.
  const has = Math.max(region.width / targetSize.width, region.height / targetSize.height);
  const max = isEnlarged ? 1 : Math.min(1, has);
  const image = {
    width: Math.max(1, Math.round(targetSize.width * max)),
    height: Math.max(1, Math.round(targetSize.height * max)),
  };
  return { region, place, image };
}

/** Returns the part of the source that the box shows. */
function regionOf(sourceArea: Rectangle, box: VideoSize, crop: VideoCrop): Rectangle {
  if (crop.strategy === 'fill' || crop.strategy === 'contain') return sourceArea;
  if (crop.strategy === 'manual') return coverRegion(crop, box, 0.5, 0.5);
  return coverRegion(sourceArea, box, crop.focalX ?? 0.5, crop.focalY ?? 0.5);
}

/**
 * Returns the largest part of `area` with the box's aspect ratio, centered as near the focal point
 * as possible.
 */
function coverRegion(area: Rectangle, box: VideoSize, focalX: number, focalY: number): Rectangle {
  const scale = Math.min(area.width / box.width, area.height / box.height);
  const [width, height] = [box.width * scale, box.height * scale];
  const from = (start: number, length: number, part: number, focal: number) =>
    start + Math.min(length - part, Math.max(0, length * focal - part / 2));
  return {
    x: from(area.x, area.width, width, focalX),
    y: from(area.y, area.height, height, focalY),
    width,
    height,
  };
}

/** Returns the largest rectangle in the box with the region's aspect ratio, in the middle. */
function containRegion(region: VideoSize, box: VideoSize): Rectangle {
  const scale = Math.min(box.width / region.width, box.height / region.height);
  const [width, height] = [region.width * scale, region.height * scale];
  return { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height };
}
