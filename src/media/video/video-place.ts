import { assert } from '../../base/index.ts';

export type Size = { width: number; height: number };
export type Rectangle = Size & { x: number; y: number };

/** How a video is fitted into its place; `manual` rectangles are pixels of the upright source. */
export type VideoCrop =
  | { strategy: 'cover'; focalX?: number; focalY?: number }
  | { strategy: 'contain' }
  | { strategy: 'fill' }
  | { strategy: 'manual'; x: number; y: number; width: number; height: number };

/** Which part of a source is shown where, and at how many pixels. */
export type VideoPlace = {
  /** In pixels of the upright source. */
  region: Rectangle;
  /** In pixels of the box that is filled. */
  place: Rectangle;
  /** Of the finished image, in whole pixels. */
  image: Size;
};

/**
 * `scale` is how much larger than the box it is shown at its largest. The image has no more pixels than
 * its region of the source, unless it `isEnlarged`: what is decoded once may be enlarged with care.
 */
export function placeVideo(
  source: Size,
  box: Size,
  crop: VideoCrop,
  scale: number,
  isEnlarged = false,
): VideoPlace {
  assert(box.width > 0 && box.height > 0, 'a box has a size');
  const whole = { x: 0, y: 0, ...source };
  const region = regionOf(whole, box, crop);
  const place = crop.strategy === 'contain' ? inside(region, box) : { x: 0, y: 0, ...box };
  const wanted = { width: place.width * scale, height: place.height * scale };
  // Both sides shrink alike, so that the image keeps the shape of its place.
  const has = Math.max(region.width / wanted.width, region.height / wanted.height);
  const max = isEnlarged ? 1 : Math.min(1, has);
  const image = {
    width: Math.max(1, Math.round(wanted.width * max)),
    height: Math.max(1, Math.round(wanted.height * max)),
  };
  return { region, place, image };
}

function regionOf(whole: Rectangle, box: Size, crop: VideoCrop): Rectangle {
  if (crop.strategy === 'fill' || crop.strategy === 'contain') return whole;
  if (crop.strategy === 'manual') return covering(crop, box, 0.5, 0.5);
  return covering(whole, box, crop.focalX ?? 0.5, crop.focalY ?? 0.5);
}

/** The largest part of `area` in the shape of the box, its middle as near the focal point as can be. */
function covering(area: Rectangle, box: Size, focalX: number, focalY: number): Rectangle {
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

function inside(region: Size, box: Size): Rectangle {
  const scale = Math.min(box.width / region.width, box.height / region.height);
  const [width, height] = [region.width * scale, region.height * scale];
  return { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height };
}
