import type { Corner, DraftContent, Place } from './draft.ts';

type Shown = Pick<DraftContent, 'start' | 'end' | 'places'>;

/** A content that fades or moves in is not seen well at its first and last moments. */
const EDGE_SHARE = 0.2;

/**
 * Returns the corners of a content at a time, between those of the two nearest samples. Undefined while
 * it is not shown.
 */
export function cornersAt({ start, end, places }: Shown, time: number): Corner[] | undefined {
  if (time < start || time >= end) return undefined;
  const nextIndex = places.findIndex((place) => place.time >= time);
  const next = places[nextIndex < 0 ? places.length - 1 : nextIndex];
  if (!next) return undefined;
  const previous = nextIndex > 0 ? places[nextIndex - 1] : undefined;
  if (!previous || next.time <= previous.time) return [...next.corners];
  const share = (time - previous.time) / (next.time - previous.time);
  return next.corners.map((corner, index) => between(previous.corners[index], corner, share));
}

function between(from: Corner | undefined, to: Corner, share: number): Corner {
  const [x, y] = from ?? to;
  return [x + (to[0] - x) * share, y + (to[1] - y) * share];
}

/** Returns whether a point is within a polygon. */
export function isInside(corners: readonly Corner[], [x, y]: Corner): boolean {
  let isWithin = false;
  for (const [index, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1];
    const isCrossed = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    if (isCrossed) isWithin = !isWithin;
  }
  return isWithin;
}

/** Returns the area of a polygon in pixels. */
export function areaOf(corners: readonly Corner[]): number {
  let sum = 0;
  for (const [index, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1];
    sum += x1 * y2 - x2 * y1;
  }
  return Math.abs(sum) / 2;
}

/**
 * Returns the contents under a point at a time, the smallest first: a large one behind them would take
 * every click otherwise.
 */
export function contentsAt<Content extends Shown>(
  contents: readonly Content[],
  time: number,
  point: Corner,
): Content[] {
  return contents
    .flatMap((content) => {
      const corners = cornersAt(content, time);
      return corners && isInside(corners, point) ? [{ content, area: areaOf(corners) }] : [];
    })
    .toSorted((a, b) => a.area - b.area)
    .map(({ content }) => content);
}

/**
 * Returns the time at which contents are seen well: the present one if they are, else the still that
 * shows them, else the middle of their time.
 */
export function timeToSee(
  contents: readonly Pick<DraftContent, 'start' | 'end'>[],
  present: number,
  stillTimes: readonly number[],
): number {
  const shownContents = contents.filter(({ start, end }) => end > start);
  if (shownContents.length === 0) return present;
  const isSeen = (time: number) =>
    shownContents.some(({ start, end }) => {
      const edge = Math.min(0.5, (end - start) * EDGE_SHARE);
      return time >= start + (start > 0 ? edge : 0) && time < end - edge;
    });
  if (isSeen(present)) return present;
  const stillTime = stillTimes.find(isSeen);
  if (stillTime !== undefined) return stillTime;
  const [first = { start: 0, end: 0 }] = shownContents;
  return (first.start + first.end) / 2;
}

/** A rectangle in pixels. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** Returns the smallest upright rectangle around corners. */
export function boxOf(corners: readonly Corner[]): Box {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/**
 * Returns where the name of a marked box covers no other content: above it, below it, or within it. `height` and
 * `width` are those of the name, in pixels of the frame. Boxes around the marked one do not count.
 */
export function placeOfName(
  box: Box,
  others: readonly Box[],
  { width, height, frameHeight }: { width: number; height: number; frameHeight: number },
): 'above' | 'below' | 'within' {
  const isAround = (other: Box) =>
    other.left <= box.left &&
    other.right >= box.right &&
    other.top <= box.top &&
    other.bottom >= box.bottom;
  const isFree = (top: number) =>
    top >= 0 &&
    top + height <= frameHeight &&
    others.every(
      (other) =>
        isAround(other) ||
        other.bottom <= top ||
        other.top >= top + height ||
        other.left >= box.left + width ||
        other.right <= box.left,
    );
  if (isFree(box.top - height)) return 'above';
  return isFree(box.bottom) ? 'below' : 'within';
}

/** Returns the smallest upright rectangle around places, as shares of the frame, cut at its edges. */
export function boundsOf(
  { corners }: Pick<Place, 'corners'>,
  { width, height }: { width: number; height: number },
): { x: number; y: number; width: number; height: number } | undefined {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const xs = corners.map(([x]) => clamp(x / width));
  const ys = corners.map(([, y]) => clamp(y / height));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = { width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  return size.width > 0 && size.height > 0 ? { x: left, y: top, ...size } : undefined;
}
