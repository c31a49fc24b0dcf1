import { defined } from '../../base/index.ts';
import {
  allLayers,
  apply,
  type Layer,
  type Lottie,
  largestScale,
  type Matrix,
  precompsById,
} from '../../lottie/index.ts';
import {
  type CaptionArea,
  type CaptionLayer,
  documentsOf,
  type ImportWarning,
  lineCount,
  type TemplateCaptions,
} from '../../template/index.ts';
import { type Position, positionsOf, restingOf, spaceAbove, textSpaceIn } from '../text-spaces.ts';
import { boxIn, safeAreaIn } from './captions-area.ts';
import type { CaptionsJson } from './captions-json.ts';
import { captionsWarning } from './captions-warning.ts';

/**
 * Measures the layers for captions in the animation as it is drawn. Undefined: the template says nothing about
 * captions. A layer in which no captions can be drawn gets a mark that leads to no place.
 */
export function measureCaptions(
  lottie: Lottie,
  json: CaptionsJson | undefined,
  stillFrames: readonly number[],
): { captions?: TemplateCaptions; warnings: ImportWarning[] } {
  const marked = allLayers(lottie).filter(({ layer }) => layer.captions !== undefined);
  if (marked.length === 0 && !json) return { warnings: [] };
  const warnings: ImportWarning[] = [];
  const positions = positionsOf(lottie, stillFrames, new Set(marked.map(({ layer }) => layer)));
  const visibilityOf = placesInTime(lottie);
  const layers: CaptionLayer[] = [];
  let first: { path: string; box: CaptionArea } | undefined;
  for (const { layer, path } of marked) {
    const visibility = visibilityOf(layer);
    layer.captions = visibility === 'yes' ? layers.length : NOWHERE;
    warnings.push(...lookWarnings(layer, path));
    if (visibility !== 'yes') {
      warnings.push(captionsWarning({ reason: visibility, path }));
      continue;
    }
    const positionsOfLayer = positions.get(layer) ?? [];
    const resting = restingOf(positionsOfLayer, lottie);
    const places = resting.length > 0 ? resting : positionsOfLayer;
    const place = measured(layer, places, lottie);
    layers.push(place);
    first ??= { path, box: boundsOf(place.area, places[0]?.matrix) };
  }
  const { box, safe_area, lines, align, position, style, ...motions } = json || {};
  const frameBox = layers.length === 0 && box ? boxIn(box, lottie) : undefined;
  const safeArea =
    layers.length === 0 && safe_area
      ? safeAreaIn({ ...NO_SIDES, ...safe_area }, lottie)
      : undefined;
  const settings = defined({ lines, align, position, style, in: motions.in, out: motions.out });
  const shownBox = first?.box ?? frameBox;
  return {
    captions: {
      layers,
      ...defined({ box: frameBox, safeArea }),
      ...settings,
      description: {
        layer: first?.path.slice(0, MAX_PATH).toWellFormed() ?? null,
        box: shownBox ? roundedBox(shownBox) : null,
        ...settings,
      },
    },
    warnings,
  };
}

const NOWHERE = -1;
const NO_SIDES = { sides: undefined, top: undefined, bottom: undefined };
const MAX_PATH = 1000;

/** What captions do not take over from a layer. */
function lookWarnings(layer: Layer, path: string): ImportWarning[] {
  const { t } = layer;
  const looks = new Set(documentsOf(layer).map((look) => JSON.stringify({ ...look, t: '' })));
  return [
    ...((t?.a ?? []).length > 0 ? [captionsWarning({ reason: 'animators', path })] : []),
    ...(t?.p?.['m'] === undefined ? [] : [captionsWarning({ reason: 'path', path })]),
    ...(looks.size > 1 ? [captionsWarning({ reason: 'keyframes', path })] : []),
  ];
}

/**
 * Returns a function that says whether a layer shows at some time, in compositions whose times are as fast as
 * that of the video or a multiple of it.
 */
function placesInTime(lottie: Lottie): (layer: Layer) => 'yes' | 'hidden' | 'time map' {
  const precomps = precompsById(lottie);
  const lists = new Map<readonly Layer[], { isDirect: boolean }>([
    [lottie.layers, { isDirect: true }],
  ]);
  const enter = (list: readonly Layer[], isDirect: boolean) => {
    for (const layer of list) {
      const inner = layer.refId === undefined ? undefined : precomps.get(layer.refId);
      if (!inner || isHidden(layer)) continue;
      const isInnerDirect = isDirect && layer.tm === undefined && (layer.sr ?? 1) > 0;
      const knownList = lists.get(inner.layers);
      if (knownList && (knownList.isDirect || !isInnerDirect)) continue;
      lists.set(inner.layers, { isDirect: isInnerDirect });
      enter(inner.layers, isInnerDirect);
    }
  };
  enter(lottie.layers, true);
  return (layer) => {
    if (isHidden(layer) || isTransparent(layer)) return 'hidden';
    const places = [...lists].filter(([list]) => list.includes(layer));
    if (places.length === 0) return 'hidden';
    return places.some(([, { isDirect }]) => isDirect) ? 'yes' : 'time map';
  };
}

function isHidden({ hd, ip, op }: Layer): boolean {
  return hd === true || !(ip < op);
}

function isTransparent({ ks }: Layer): boolean {
  return ks?.o?.k === 0;
}

/** A text that fills less of its box hangs from its top, as it is drawn. */
const MIN_FILLED = 0.4;
const BASELINE = 0.8;

function measured(layer: Layer, places: readonly Position[], lottie: Lottie): CaptionLayer {
  const [document = {}] = documentsOf(layer);
  const { sz, ps, s: size = 20, lh = size * 1.2, j = 0, vj } = document;
  const sampleLines = lineCount(document);
  const matrix = places[0]?.matrix;
  const scale = limited(Math.max(...places.map((place) => largestScale(place.matrix)), 0)) || 1;
  const [width = 0, height = 0] = sz ?? [];
  if (width > 0) {
    const [left = 0, top = 0] = ps ?? [];
    const area = { left, top, width, height: Math.max(height, lh) };
    const isSparse = sampleLines * lh < MIN_FILLED * area.height;
    const ownPosition =
      vj === 1 || vj === 4 ? 'middle' : vj === 2 || vj === 5 ? 'bottom' : undefined;
    const position = ownPosition ?? (isSparse ? 'top' : positionIn(center(area), matrix, lottie));
    return { area, isPoint: false, position, scale };
  }
  const space = textSpaceIn(places, j) ?? { width: lottie.w * 0.8, height: lh * 3 };
  const above = places.reduce(
    (least, { areas }) => Math.min(least, ...areas.map(spaceAbove)),
    places.length > 0 ? Number.POSITIVE_INFINITY : lh * 3,
  );
  const free = Math.max(limited(above), size * BASELINE);
  const left = j === 1 ? -space.width : j === 2 ? -space.width / 2 : 0;
  const area = { left, top: -free, width: space.width, height: free + Math.max(space.height, 1) };
  return { area, isPoint: true, position: positionIn([0, 0], matrix, lottie), scale };
}

/** Layers with nearly no size have nearly endless room. */
function limited(value: number): number {
  return Math.min(value, 1e6);
}

function center({ left, top, width, height }: CaptionArea): [number, number] {
  return [left + width / 2, top + height / 2];
}

/** Parts of the height of the video. */
const [UPPER, LOWER] = [0.4, 0.6];

function positionIn(
  [x, y]: readonly [number, number],
  matrix: Matrix | undefined,
  { h }: Lottie,
): CaptionLayer['position'] {
  if (!matrix) return 'bottom';
  const [, inFrame] = apply(matrix, x, y);
  return inFrame < h * UPPER ? 'top' : inFrame > h * LOWER ? 'bottom' : 'middle';
}

/** The bounds in the frame of an area of a layer. */
function boundsOf(
  { left, top, width, height }: CaptionArea,
  matrix: Matrix = [1, 0, 0, 1, 0, 0],
): CaptionArea {
  const corners = [left, left + width].flatMap((x) =>
    [top, top + height].map((y) => apply(matrix, x, y)),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { left: x, top: y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function roundedBox({ left, top, width, height }: CaptionArea) {
  const rounded = (pixels: number) => Math.round(pixels * 10) / 10;
  return { x: rounded(left), y: rounded(top), width: rounded(width), height: rounded(height) };
}
