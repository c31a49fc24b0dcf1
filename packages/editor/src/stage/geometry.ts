export type Point = readonly [x: number, y: number];
export type Size = { width: number; height: number };
/** Where an editable is in a frame, in pixels of the video. */
export type Place = { readonly editable: string; readonly corners: readonly Point[] };

/**
 * Returns the pixel of the video at a point of its box, which shows the whole video as
 * `object-fit: contain` does; undefined beside the video.
 */
export function videoPoint([x, y]: Point, box: Size, video: Size): Point | undefined {
  const scale = Math.min(box.width / video.width, box.height / video.height);
  const left = (box.width - video.width * scale) / 2;
  const top = (box.height - video.height * scale) / 2;
  const point = [(x - left) / scale, (y - top) / scale] as const;
  const isInside =
    point[0] >= 0 && point[1] >= 0 && point[0] < video.width && point[1] < video.height;
  return isInside ? point : undefined;
}

/** Returns whether a point is in a polygon, whose sides may cross. */
export function isInside([x, y]: Point, corners: readonly Point[]): boolean {
  let inside = false;
  for (const [at, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[(at + 1) % corners.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/**
 * Returns the place of the topmost editable at a point, of those that the form shows. Several editables
 * may fill one layer, such as a text and its color: `rankOf` says which of them a click means, the
 * smallest first. It returns undefined for an editable without a field.
 */
export function placeAt<Found extends Place>(
  point: Point,
  places: readonly Found[],
  rankOf: (name: string) => number | undefined,
): Found | undefined {
  const hits = places.flatMap((place) => {
    const rank = rankOf(place.editable);
    return rank !== undefined && isInside(point, place.corners) ? [{ place, rank }] : [];
  });
  const [topmost] = hits;
  const hitsOfLayer = hits.filter(({ place }) => isSameArea(place, topmost?.place));
  return hitsOfLayer.toSorted((hit, other) => hit.rank - other.rank)[0]?.place;
}

function isSameArea({ corners }: Place, other: Place | undefined): boolean {
  return JSON.stringify(corners) === JSON.stringify(other?.corners);
}

/** Returns seconds as minutes and seconds: `0:07`, with tenths when asked for. */
export function clockTime(seconds: number, hasTenths = false): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const secondsText = String(Math.floor(tenths / 10) % 60).padStart(2, '0');
  return `${minutes}:${secondsText}${hasTenths ? `.${tenths % 10}` : ''}`;
}
