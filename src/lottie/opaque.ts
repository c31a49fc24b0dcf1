import {
  type Asset,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type Property,
  type Shape,
  type Transform,
} from './types.ts';
import { precompOf, precompsById } from './walk.ts';

/** Start and end in frames of a composition's own time. */
type Span = readonly [number, number];
type Size = { w: number; h: number };
/** Left, top, right and bottom. */
type Rect = readonly [number, number, number, number];

const TOLERANCE = 0.01;
/** Precomps nested deeper than this are not examined. */
const MAX_DEPTH = 8;

/**
 * Returns whether opaque layers cover the whole frame at every time. Such a layer covers the frame
 * alone, does not move, is neither masked nor blended, and has one opaque color, an opaque gradient
 * or a JPEG. The result true is certain. The result false may be wrong: for example, an image with
 * an alpha channel may have no transparent pixel, which is not checked.
 */
export function isOpaque(lottie: Lottie): boolean {
  const precomps = precompsById(lottie);
  const assets = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
  const covering = (layers: readonly Layer[], size: Size, depth: number): Span[] =>
    layers.filter(isPlain).flatMap((layer): Span[] => {
      if (layer.ty === LAYER.precomp) return within(layer, size, depth);
      return coversFrame(layer, size, assets) ? [[layer.ip, layer.op]] : [];
    });
  const within = (layer: Layer, size: Size, depth: number): Span[] => {
    const inner = precompOf(layer, precomps);
    const { w = 0, h = 0, st = 0, sr = 1, tm, ip, op } = layer;
    if (!inner || depth === MAX_DEPTH || !(sr > 0)) return [];
    if (!contains(placed([0, 0, w, h], layer.ks), size)) return [];
    const spans = covering(inner.layers, { w, h }, depth + 1);
    // A time map may show any time of the precomp.
    if (tm !== undefined) return isWhole(spans, [-1e6, 1e6]) ? [[ip, op]] : [];
    return spans
      .map(([from, to]): Span => [Math.max(ip, st + from * sr), Math.min(op, st + to * sr)])
      .filter(([from, to]) => from < to);
  };
  return isWhole(covering(lottie.layers, lottie, 0), [lottie.ip, lottie.op]);
}

/** Returns whether spans cover a whole span without a gap. */
function isWhole(spans: readonly Span[], [start, end]: Span): boolean {
  let reached = start;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (from > reached) return false;
    reached = Math.max(reached, to);
  }
  // Only the beginning of the last frame is drawn, so the spans may end a little earlier.
  return reached >= end - TOLERANCE;
}

/**
 * Returns whether a layer is drawn with full opacity, and has no matte, mask, effect, layer style,
 * blend mode or parent.
 */
function isPlain(layer: Layer): boolean {
  const { hd, td, tt, tp, bm = 0, ddd = 0, parent, masksProperties = [], ef = [], sy = [] } = layer;
  const isCut = td === 1 || (tt ?? 0) !== 0 || tp !== undefined || masksProperties.length > 0;
  const isModified = bm !== 0 || ddd !== 0 || ef.length > 0 || sy.length > 0;
  return (
    hd !== true && !isCut && !isModified && parent === undefined && still(layer.ks?.o, 100) === 100
  );
}

/** Whether the layer alone paints every pixel of `size` opaquely. False if that is not certain. */
function coversFrame(layer: Layer, size: Size, assets: ReadonlyMap<string, Asset>): boolean {
  if (layer.ty === LAYER.solid)
    return (
      /^#[\da-f]{6}$/i.test(layer.sc ?? '') &&
      contains(placed([0, 0, layer.sw ?? 0, layer.sh ?? 0], layer.ks), size)
    );
  if (layer.ty === LAYER.image) {
    const asset = assets.get(layer.refId ?? '');
    if (!asset || isPrecomp(asset) || !/\.jpe?g$/i.test(asset.p ?? '')) return false;
    return contains(placed([0, 0, asset.w ?? 0, asset.h ?? 0], layer.ks), size);
  }
  return (
    layer.ty === LAYER.shape &&
    rectsOf(layer.shapes ?? []).some((rect) => contains(placed(rect, layer.ks), size))
  );
}

/** Rectangles that are completely filled, in the coordinates of the list's container. */
function rectsOf(shapes: readonly Shape[]): Rect[] {
  const visibleShapes = shapes.filter(({ hd }) => hd !== true);
  // Other elements, such as trim paths, may change the rectangles.
  if (!visibleShapes.every(({ ty }) => ['gr', 'rc', 'fl', 'gf', 'tr', 'st', 'gs'].includes(ty)))
    return [];
  // A fill applies to all paths above it. Where several paths overlap, it may leave holes.
  const isFilled =
    visibleShapes.slice(visibleShapes.findIndex(({ ty }) => ty === 'rc')).some(isOpaqueFill) &&
    pathCount(visibleShapes) === 1;
  const transform = visibleShapes.find(({ ty }) => ty === 'tr') as Transform | undefined;
  if (still(transform?.o, 100) !== 100) return [];
  const rects = visibleShapes.flatMap((shape): (Rect | undefined)[] => {
    if (shape.ty === 'gr') return rectsOf(shape.it ?? []);
    return shape.ty === 'rc' && isFilled ? [rectOf(shape)] : [];
  });
  return rects.flatMap((rect) => {
    const placedRect = placed(rect, transform);
    return placedRect ? [placedRect] : [];
  });
}

/** The number of rectangles in the shapes, also in groups. */
function pathCount(shapes: readonly Shape[]): number {
  return shapes.reduce(
    (sum, { ty, it }) => sum + (ty === 'gr' ? pathCount(it ?? []) : Number(ty === 'rc')),
    0,
  );
}

/**
 * The rectangle of a shape; undefined for one with round corners. An unknown position gives NaN, which
 * covers nothing.
 */
function rectOf({ p, s, r }: Shape): Rect | undefined {
  const [x = Number.NaN, y = Number.NaN] = pair(p);
  const [w = 0, h = 0] = pair(s);
  return still(r, 0) === 0 ? [x - w / 2, y - h / 2, x + w / 2, y + h / 2] : undefined;
}

/** Whether a fill is opaque at all times. False if it is not certain. */
function isOpaqueFill(shape: Shape): boolean {
  if ((shape.ty !== 'fl' && shape.ty !== 'gf') || still(shape.o, 100) !== 100) return false;
  if (((shape['bm'] as number | undefined) ?? 0) !== 0) return false;
  if (shape.ty === 'fl') {
    const color = shape.c?.k;
    return (
      isStill(shape.c) && Array.isArray(color) && ((color[3] as number | undefined) ?? 1) === 1
    );
  }
  const { p, k } = (shape['g'] ?? {}) as { p?: number; k?: Property<number[]> };
  // A color has four numbers. More numbers are opacity stops.
  return isStill(k) && Array.isArray(k?.k) && k.k.length === (p ?? 0) * 4;
}

/** Returns a rectangle after a transform; undefined if the transform is animated or rotates. */
function placed(rect: Rect | undefined, transform: Transform | undefined): Rect | undefined {
  const { a, p, s, r, rz, rx, ry, sk } = transform ?? {};
  const turns = [r, rz, rx, ry, sk].some((property) => still(property, 0) !== 0);
  if (!rect || turns || (p !== undefined && !('k' in p))) return undefined;
  const [ax = 0, ay = 0] = pair(a);
  const [px = 0, py = 0] = pair(p);
  const [sx = 100, sy = 100] = s === undefined ? [100, 100] : pair(s);
  const x = (value: number) => px + ((value - ax) * sx) / 100;
  const y = (value: number) => py + ((value - ay) * sy) / 100;
  return sx > 0 && sy > 0 ? [x(rect[0]), y(rect[1]), x(rect[2]), y(rect[3])] : undefined;
}

/** Whether the rectangle covers the whole area, up to rounding. */
function contains(rect: Rect | undefined, { w, h }: Size): boolean {
  if (!rect) return false;
  const [left, top, right, bottom] = rect;
  return left <= TOLERANCE && top <= TOLERANCE && right >= w - TOLERANCE && bottom >= h - TOLERANCE;
}

/**
 * Returns whether a property has a single numeric value that no keyframe, expression or slot
 * changes.
 */
function isStill(property: unknown): property is { k: number | number[] } {
  const { k, x, sid } = (property ?? {}) as Property<unknown>;
  const values = Array.isArray(k) ? k : [k];
  return x === undefined && sid === undefined && values.every((v) => typeof v === 'number');
}

/** Returns the value of a number that does not change; NaN for any other value. */
function still(property: unknown, absent: number): number {
  if (property === undefined) return absent;
  if (!isStill(property)) return Number.NaN;
  const [value = Number.NaN] = [property.k].flat();
  return value;
}

/**
 * Returns the first two components of a vector that does not change; NaN for any other value, an
 * empty list for a missing property.
 */
function pair(property: unknown): number[] {
  if (property === undefined) return [];
  return isStill(property) ? [property.k].flat().slice(0, 2) : [Number.NaN, Number.NaN];
}
