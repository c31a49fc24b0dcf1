import {
  type Appearance,
  appearancesOf,
  apply,
  frameCount,
  type Layer,
  type Lottie,
  type Matrix,
  placedLayers,
  precompsById,
} from '../lottie/index.ts';
import { type BoundDocument, documentsOf, type TextSpace, targetsOf } from '../template/index.ts';
import type { FoundEditable } from './find-editables.ts';

/** Frames at which texts are measured, in addition to the stills. */
const SAMPLES = 32;
/** Maximum number of layers to measure, over all samples. A larger document gets no text spaces. */
const MAX_MEASURED_LAYERS = 500_000;
/** Longer samples are not headings. */
const MAX_SAMPLE_CHARACTERS = 500;
/** The largest space to an edge of the frame, as a share of the frame's shorter side. */
const MARGIN = 0.05;
/** Largest step between two frames, in pixels, of a text that rests. */
const MAX_JITTER_PIXELS = 0.02;
/** Largest distance between two places of a text that never rests, as a share of the shorter side. */
const MAX_DRIFT = 0.05;

/** A place of a text: its matrix, the areas that it is in, and whether it rests there. */
export type Position = { areas: Area[]; matrix: Matrix; rests: boolean };
/** The frame, or the area of a precomp. `matrix` is that of the text within it. */
type Area = { matrix: Matrix; width: number; height: number; margin: number };

/**
 * Gives each editable point text a space (`room`): the area up to the edges of the frame and of its precomps in
 * the places where the text rests. Returns the smallest space of each editable. Text that `template.json`
 * limits, text with animators that move letters, and text on paths or in 3D have none.
 */
export function addTextSpaces(
  lottie: Lottie,
  stillFrames: readonly number[],
  foundEditables: readonly FoundEditable[],
): Map<string, TextSpace> {
  const limited = new Set(
    foundEditables.flatMap(({ name, json }) =>
      json.box !== undefined || json.max_width !== undefined ? [name] : [],
    ),
  );
  const layers = new Map<Layer, string>();
  for (const target of targetsOf(lottie)) {
    if (target.type !== 'text') continue;
    // A file from outside may contain fields of this name.
    for (const document of documentsOf(target.layer)) delete document.room;
    const name = target.layer.t?.d.sid;
    if (name !== undefined && !limited.has(name) && isPoint(target.layer))
      layers.set(target.layer, name);
  }
  const textSpaces = new Map<string, TextSpace>();
  for (const [layer, positions] of positionsOf(lottie, stillFrames, layers)) {
    const name = layers.get(layer) ?? '';
    const places = restingOf(positions, lottie);
    for (const document of documentsOf(layer)) {
      const room = textSpaceIn(places, document.j);
      if (!room) continue;
      document.room = room;
      textSpaces.set(name, smaller(textSpaces.get(name), room));
    }
  }
  return textSpaces;
}

/** Values of an animator that move letters. */
const MOVES = ['p', 'a', 's', 'r', 'rx', 'ry', 'sk', 'sa', 't', 'ls'];

function isPoint(layer: Layer): boolean {
  const { t, ddd } = layer;
  const isMoved = (t?.a ?? []).some((animator) =>
    MOVES.some((key) => animator?.a?.[key] !== undefined),
  );
  if (isMoved || t?.p?.['m'] !== undefined || ddd === 1) return false;
  return documentsOf(layer).every(isHeading);
}

/** Resizing text has limits of its own, and justified lines would be stretched to the space. */
function isHeading({ sz, rs = 0, j = 0, t = '' }: BoundDocument): boolean {
  return sz === undefined && rs === 0 && j < 3 && t.length <= MAX_SAMPLE_CHARACTERS;
}

/** The layers to find: a map or a set. */
type ReadonlySetLike<T> = Pick<ReadonlySet<T>, 'has' | 'size'>;

/**
 * Samples where the layers appear: in the stills and in evenly spaced frames. A layer with several
 * appearances in a frame has several positions. Empty if the samples would take too long.
 */
export function positionsOf(
  lottie: Lottie,
  stillFrames: readonly number[],
  layers: ReadonlySetLike<Layer>,
): Map<Layer, Position[]> {
  const positions = new Map<Layer, Position[]>();
  if (layers.size === 0) return positions;
  const count = frameCount(lottie);
  const even = Array.from({ length: SAMPLES }, (_, i) => Math.floor(((i + 0.5) * count) / SAMPLES));
  const frames = new Set([...stillFrames, ...even]);
  if (2 * frames.size * placedLayers(lottie) > MAX_MEASURED_LAYERS) return positions;
  const at = appearancesOf(lottie);
  const areasOf = areaFinder(lottie, layers);
  for (const frame of frames) {
    const time = lottie.ip + frame;
    const next = matricesOf(at(time + 1), layers);
    const indices = new Map<Layer, number>();
    const areas = areasOf();
    for (const appearance of at(time)) {
      const inside = areas(appearance);
      const { layer, matrix, opacity } = appearance;
      if (opacity <= 0 || !inside) continue;
      // A precomp may show the layer several times: always in the same order.
      const index = indices.get(layer) ?? 0;
      indices.set(layer, index + 1);
      const rests = isSame(matrix, next.get(layer)?.[index]);
      const layerPositions = positions.get(layer) ?? [];
      positions.set(layer, layerPositions);
      layerPositions.push({ areas: inside, matrix, rests });
    }
  }
  return positions;
}

/**
 * The matrices of the visible appearances of each layer, in the order in which `positionsOf` counts them.
 */
function matricesOf(
  appearances: readonly Appearance[],
  layers: ReadonlySetLike<Layer>,
): Map<Layer, Matrix[]> {
  const visibleAppearances = appearances.filter(
    ({ layer, opacity }) => opacity > 0 && layers.has(layer),
  );
  const groups = Map.groupBy(visibleAppearances, ({ layer }) => layer);
  return new Map(
    [...groups].map(([layer, layerAppearances]) => [
      layer,
      layerAppearances.map(({ matrix }) => matrix),
    ]),
  );
}

function isSame(a: Matrix, b: Matrix | undefined): boolean {
  return (
    b?.every((value, i) => Math.abs(value - (a[i] ?? 0)) <= (i < 4 ? 1e-4 : MAX_JITTER_PIXELS)) ??
    false
  );
}

/** Maximum number of precomps around a text whose edges count, from the innermost outwards. */
const MAX_AROUND = 8;

/** Returns a function that takes the appearances of a frame in turn, and returns the areas around the texts. */
function areaFinder({ w, h, layers, assets }: Lottie, texts: { has: (layer: Layer) => boolean }) {
  const precomps = precompsById({ assets } as Lottie);
  const listOf = new Map<Layer, string | undefined>(layers.map((layer) => [layer, undefined]));
  for (const [id, { layers: inner }] of precomps) for (const layer of inner) listOf.set(layer, id);
  const margin = MARGIN * Math.min(w, h);
  return () => {
    // The layers of a precomp follow its layer, so the last one around a layer is its own.
    const around = new Map<string, { layer: Layer; matrix: Matrix }>();
    return ({ layer, matrix }: Appearance): Area[] | undefined => {
      if (layer.refId !== undefined && precomps.has(layer.refId))
        around.set(layer.refId, { layer, matrix });
      if (!texts.has(layer)) return undefined;
      const areas: Area[] = [{ matrix, width: w, height: h, margin }];
      for (let id = listOf.get(layer); id !== undefined; ) {
        const outer = around.get(id);
        if (!outer || areas.length > MAX_AROUND) break;
        const inner = within(outer.matrix, matrix);
        const { w: width = w, h: height = h } = outer.layer;
        if (inner) areas.push({ matrix: inner, width, height, margin: 0 });
        id = listOf.get(outer.layer);
      }
      return areas;
    };
  };
}

/** The matrix from the inner coordinates to the outer; undefined if the outer area has no size. */
function within(outer: Matrix, inner: Matrix): Matrix | undefined {
  const [a, b, c, d, e, f] = outer;
  const size = a * d - b * c;
  if (Math.abs(size) < 1e-9) return undefined;
  const vector = (x: number, y: number) =>
    [(d * x - c * y) / size, (a * y - b * x) / size] as const;
  const [g, h, i, j, k, l] = inner;
  return [...vector(g, h), ...vector(i, j), ...vector(k - e, l - f)];
}

/**
 * The places where the text rests. Text that never rests, but moves only a little, rests everywhere; text
 * that crosses the frame has no place.
 */
export function restingOf(positions: readonly Position[], { w, h }: Lottie): readonly Position[] {
  const inside = positions.filter(({ areas }) => areas.every(holdsOrigin));
  const resting = inside.filter(({ rests }) => rests);
  if (resting.length > 0) return resting;
  const spread = (index: 4 | 5) => {
    const [low, high] = inside.reduce(
      ([min, max], { matrix }) => [Math.min(min, matrix[index]), Math.max(max, matrix[index])],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    return high - low;
  };
  const isCalm = Math.max(spread(4), spread(5)) <= MAX_DRIFT * Math.min(w, h);
  return isCalm ? inside : [];
}

/** Whether the origin of the text is within the area. A matrix without area has no space. */
function holdsOrigin({ matrix: [a, b, c, d, x, y], width, height }: Area): boolean {
  const hasSize = Math.abs(a * d - b * c) > 1e-6;
  return hasSize && x >= 0 && y >= 0 && x <= width && y <= height;
}

/** The space of a text with this justification that holds in all places, in pixels of the layer. */
export function textSpaceIn(places: readonly Position[], justification = 0): TextSpace | undefined {
  let space: TextSpace | undefined;
  for (const { areas } of places)
    for (const area of areas) space = smaller(space, spaceOf(area, justification));
  return space && { width: rounded(space.width), height: rounded(space.height) };
}

/**
 * How far the text can grow from its origin within an area, in pixels of the layer: to the side where its
 * lines end, and downwards. Centered text grows to both sides.
 */
function spaceOf({ matrix, width, height, margin }: Area, justification: number): TextSpace {
  const area = [width, height] as const;
  const [left, right, down] = [
    reach(matrix, [-1, 0], area),
    reach(matrix, [1, 0], area),
    reach(matrix, [0, 1], area),
  ];
  const [space, below] = [
    margin / Math.hypot(matrix[0], matrix[1]),
    margin / Math.hypot(matrix[2], matrix[3]),
  ];
  // On the side where its lines end, the text keeps the margin of the side where they begin.
  const wide =
    justification === 2
      ? 2 * (Math.min(left, right) - space)
      : justification === 1
        ? left - Math.min(right, space)
        : right - Math.min(left, space);
  return { width: wide, height: down - below };
}

/** How far the text can grow upwards from its origin within an area, in pixels of the layer. */
export function spaceAbove({ matrix, width, height, margin }: Area): number {
  const space = margin / Math.hypot(matrix[2], matrix[3]);
  return reach(matrix, [0, -1], [width, height]) - space;
}

/** How far the text can run in a direction of its layer until it leaves the area, in pixels of the layer. */
function reach(matrix: Matrix, [x, y]: readonly [number, number], area: readonly number[]): number {
  const start = apply(matrix, 0, 0);
  const end = apply(matrix, x, y);
  return area.reduce((nearest, size, axis) => {
    const [from, step] = [start[axis] ?? 0, (end[axis] ?? 0) - (start[axis] ?? 0)];
    if (Math.abs(step) < 1e-9) return nearest;
    return Math.min(nearest, (step > 0 ? size - from : -from) / step);
  }, 1e6);
}

/** The lesser width and the lesser height, which may come from different spaces. */
function smaller(a: TextSpace | undefined, b: TextSpace): TextSpace {
  if (!a) return b;
  return { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
}

/** To tenths of a pixel, at least 1. */
function rounded(pixels: number): number {
  return Math.max(1, Math.round(pixels * 10) / 10);
}
