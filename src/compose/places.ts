import {
  appearancesOf,
  apply,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type Matrix,
} from '../lottie/index.ts';
import { boundName, documentsOf, type Template, targetsOf } from '../template/index.ts';
import { boundsOfShapes, type Rectangle } from './texts/shape-bounds.ts';

/** Lottie ends lines with a carriage return or an end of text. */
const LINE_END = /\r\n|[\r\n]|\p{Cc}/u;

type Corner = [x: number, y: number];

/** The corners of the area of an editable in pixels of the video, clockwise around the layer. */
export type Place = { editable: string; corners: [Corner, Corner, Corner, Corner] };

type Bound = { names: readonly string[]; area: (frame: number) => Rectangle | undefined };

/** What the template alone determines: the bound layers, and their areas. */
type Known = { bound: Map<Layer, Bound>; at: ReturnType<typeof appearancesOf> };
const cache = new WeakMap<Lottie, Known>();

/** Maximum of areas in a result. */
const MAX_PLACES = 1000;

/**
 * Returns where the editables that fill layers show in a frame, counted from the in-point: topmost
 * first. The area of point text is estimated from its example.
 */
export function placesAt(
  { lottie, editables }: Pick<Template, 'lottie' | 'editables'>,
  frame: number,
): Place[] {
  const cachedPlaces = cache.get(lottie) ?? {
    bound: boundLayers(lottie, editables),
    at: appearancesOf(lottie),
  };
  cache.set(lottie, cachedPlaces);
  const places: Place[] = [];
  const time = lottie.ip + frame;
  for (const { layer, matrix, opacity } of cachedPlaces.at(time)) {
    const bound = opacity > 0 ? cachedPlaces.bound.get(layer) : undefined;
    const area = bound?.area(time);
    if (!bound || !area) continue;
    const corners = cornersOf(area, matrix);
    if (!isInFrame(corners, lottie)) continue;
    for (const editable of bound.names) places.push({ editable, corners });
    if (places.length >= MAX_PLACES) break;
  }
  return places.slice(0, MAX_PLACES);
}

/**
 * The layers that editables fill, with the names of these editables and the area of the layer in its own
 * pixels by frame. Audio has no area, and a font fills no layer.
 */
function boundLayers(lottie: Lottie, editables: Template['editables']): Known['bound'] {
  const names = new Map<Layer, Set<string>>();
  for (const target of targetsOf(lottie)) {
    const name = target.type === 'audio' || target.type === 'font' ? undefined : boundName(target);
    if (name === undefined || !Object.hasOwn(editables, name)) continue;
    const layerNames = names.get(target.layer) ?? new Set();
    names.set(target.layer, layerNames.add(name));
  }
  const sizes = new Map(
    (lottie.assets ?? []).flatMap((a) => (isPrecomp(a) ? [] : [[a.id, a] as const])),
  );
  const areaOf = (layer: Layer): Bound['area'] => {
    const { ty, refId = '', sw = 0, sh = 0, w = lottie.w, h = lottie.h } = layer;
    if (ty === LAYER.text) return () => textArea(layer, editables);
    if (ty === LAYER.shape) return (frame) => boundsOfShapes(layer.shapes ?? [], frame);
    if (ty === LAYER.solid) return () => [0, 0, sw, sh];
    if (ty === LAYER.precomp) return () => [0, 0, w, h];
    const file = sizes.get(refId);
    return () => [0, 0, file?.w || lottie.w, file?.h || lottie.h];
  };
  return new Map(
    [...names].map(([layer, layerNames]) => [
      layer,
      { names: [...layerNames], area: areaOf(layer) },
    ]),
  );
}

/** Widths of letters and their heights above and below the baseline, as shares of the size. */
const LETTER = { width: 0.55, above: 0.85, below: 0.3 };

/**
 * The area of the sample text, in pixels of the layer: its own text box, else the box or width of the
 * editable, else an estimate by the number of letters.
 */
function textArea(layer: Layer, editables: Template['editables']): Rectangle | undefined {
  const [document] = documentsOf(layer);
  if (!document) return undefined;
  const { sz, ps, s = 0, t = '', j = 0, lh = s * 1.2 } = document;
  if (sz) {
    const [left = 0, top = 0] = ps ?? [];
    return [left, top, left + (sz[0] ?? 0), top + (sz[1] ?? 0)];
  }
  const { box, max_width: maxWidth } = editables[layer.t?.d.sid ?? ''] ?? {};
  const lines = t.split(LINE_END);
  // A text may have more lines than a function has arguments.
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 1);
  const width = box?.width ?? maxWidth ?? longest * s * LETTER.width;
  const left = j === 1 ? -width : j === 2 ? -width / 2 : 0;
  const top = -s * LETTER.above;
  const height = box?.height ?? (lines.length - 1) * lh + s * (LETTER.above + LETTER.below);
  return [left, top, left + width, top + height];
}

/**
 * The corners of a rectangle in the video, rounded to tenths of a pixel: top left, top right, bottom right,
 * bottom left.
 */
function cornersOf([left, top, right, bottom]: Rectangle, matrix: Matrix): Place['corners'] {
  const at = (x: number, y: number): Corner => {
    const [px, py] = apply(matrix, x, y);
    return [Math.round(px * 10) / 10, Math.round(py * 10) / 10];
  };
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
}

/** Whether the area has a size, and its bounds touch the frame. */
function isInFrame(corners: Place['corners'], { w, h }: Lottie): boolean {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return right - left >= 1 && bottom - top >= 1 && right > 0 && left < w && bottom > 0 && top < h;
}
