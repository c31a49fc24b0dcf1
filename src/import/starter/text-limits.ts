import type { Layer, Lottie } from '../../lottie/index.ts';
import { documentsOf, type TextSpace } from '../../template/index.ts';
import type { Shown } from './appearances.ts';
import { type Box, localBox } from './local-box.ts';

/** The place of a point text in the frame, in pixels. `scale`: pixels of the frame for one of the layer. */
type Place = {
  layer: Layer;
  measurement: Shown;
  left: number;
  right: number;
  top: number;
  bottom: number;
  scale: number;
  /** The edges within which its compositions let it show. */
  edges: Box;
  justification: number;
};

/** Larger documents get no limits: each text is compared with each other. */
const MAX_TEXTS = 300;
/** Of the lower of two texts: the part that must be beside the other. */
const BESIDE = 0.25;
/** The part of a text that another one may cover before it counts as a copy, such as a shadow. */
const COPY = 0.6;
/** Of the frame's width. */
const MARGIN = 0.05;
const CHARACTER_WIDTH = 0.55;
const MAX_SIDE = 100_000;

/**
 * Returns a box for the lines of point texts, in pixels of the layer: up to the next texts beside and below, or
 * up to the edges of the frame and of its compositions for letters that an animator moves. Other texts have no limit.
 */
export function textLimits(
  lottie: Lottie,
  shownByLayer: ReadonlyMap<Layer, Shown>,
): Map<Layer, TextSpace> {
  const limits = new Map<Layer, TextSpace>();
  const places = [...shownByLayer].flatMap(
    ([layer, measurement]) => measureText(layer, measurement, lottie) ?? [],
  );
  if (places.length > MAX_TEXTS) return limits;
  for (const place of places) {
    if (isBox(place.layer)) continue;
    const others = places.filter((other) => other !== place && isTogether(place, other));
    const beside = others.filter((other) => isBeside(place, other));
    const tracking = trackingOf(place.layer);
    if (beside.length === 0 && tracking === undefined) continue;
    const { left, right, top, bottom, scale } = place;
    const width = Math.max((right - left) * 1.05, reach(place, beside, lottie.w));
    const height = Math.max(bottom - top, depth(place, others, lottie.h));
    const spread = CHARACTER_WIDTH / (CHARACTER_WIDTH + (tracking ?? 0));
    limits.set(place.layer, {
      width: pixels((width / scale) * spread),
      height: pixels(height / scale),
    });
  }
  return limits;
}

function pixels(value: number): number {
  return Math.max(1, Math.floor(Math.min(value, MAX_SIDE)));
}

function isBox(layer: Layer): boolean {
  return documentsOf(layer).some(({ sz }) => sz !== undefined);
}

/**
 * Measures where a text layer rests in the frame; `scale` is the number of frame pixels for a pixel of the
 * layer. Undefined for text that is rotated, mirrored or too small: it gets no limit.
 */
function measureText(layer: Layer, measurement: Shown, lottie: Lottie): Place | undefined {
  const box = localBox(layer, undefined, lottie);
  const { corners, edges } = measurement.atRest ?? measurement;
  const [a, b] = corners;
  const document = documentsOf(layer)[0];
  if (!box || !document || !a || !b || box[2] - box[0] < 1) return undefined;
  const scale = Math.hypot(b[0] - a[0], b[1] - a[1]) / (box[2] - box[0]);
  const isUpright = Math.abs(b[1] - a[1]) < 0.05 * Math.abs(b[0] - a[0]) && b[0] > a[0];
  if (!isUpright || !(scale > 1e-3)) return undefined;
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    layer,
    measurement,
    scale,
    edges,
    justification: document.j ?? 0,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

function isTogether({ measurement: a }: Place, { measurement: b }: Place): boolean {
  return a.first < b.end && b.first < a.end;
}

/** Whether both texts are on the same height, and do not cover each other. */
function isBeside(a: Place, b: Place): boolean {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (common < BESIDE * Math.min(a.bottom - a.top, b.bottom - b.top)) return false;
  const covered = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return covered < (1 - COPY) * Math.min(a.right - a.left, b.right - b.left);
}

/** The width up to the texts beside it, or to the edges of the frame. A gap is shared by texts that both grow. */
function reach(
  { left, right, edges, justification }: Place,
  beside: readonly Place[],
  width: number,
) {
  const middle = (left + right) / 2;
  const isAfter = (other: Place) => (other.left + other.right) / 2 > middle;
  const stop = beside
    .filter(isAfter)
    .map((other) => (other.justification === 0 ? other.left : (right + other.left) / 2))
    .reduce((min, x) => Math.min(min, x), Math.min(edges[2], width * (1 - MARGIN)));
  const start = beside
    .filter((other) => !isAfter(other))
    .map((other) => (other.justification === 1 ? other.right : (left + other.right) / 2))
    .reduce((max, x) => Math.max(max, x), Math.max(edges[0], width * MARGIN));
  if (justification === 2) return 2 * Math.min(stop - middle, middle - start);
  return justification === 1 ? right - start : stop - left;
}

/** The height from the top of a text down to the next text below it, or to the edge of the frame. */
function depth(
  { left, right, top, bottom, edges }: Place,
  others: readonly Place[],
  height: number,
) {
  const isBelow = (other: Place) =>
    other.top > (top + bottom) / 2 && other.left < right && other.right > left;
  return (
    others
      .filter(isBelow)
      .reduce((min, other) => Math.min(min, other.top), Math.min(edges[3], height * (1 - MARGIN))) -
    top
  );
}

/** The largest tracking of animators, which is in pixels, in ems; undefined if no animator moves letters. */
function trackingOf(layer: Layer): number | undefined {
  const animators = Array.isArray(layer.t?.a) ? layer.t.a : [];
  const size = Math.max(1, documentsOf(layer)[0]?.s ?? 1);
  const moving = animators.filter(
    (animator) => animator?.a?.['t'] !== undefined || animator?.a?.['p'],
  );
  if (moving.length === 0) return undefined;
  const values = moving.flatMap((animator) => numbersIn((animator.a?.['t'] as { k?: unknown })?.k));
  return values.reduce((max, value) => Math.max(max, value / size), 0);
}

/** A number, or the numbers of keyframes. */
function numbersIn(k: unknown): number[] {
  if (!Array.isArray(k)) return typeof k === 'number' && Math.abs(k) < 1e5 ? [k] : [];
  return k.flatMap((key: { s?: unknown } | null) => numbersIn(firstOf(key?.s)));
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : value;
}
