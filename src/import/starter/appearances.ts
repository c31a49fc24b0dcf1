import {
  type Appearance,
  appearancesOf,
  apply,
  frameCount,
  type Layer,
  type Lottie,
  placedLayers,
} from '../../lottie/index.ts';
import { edgesFinder } from './edges.ts';
import { type Box, localBox, movedBoxes } from './local-box.ts';

/** When and where a layer shows. Frames count from the in-point. */
export type Shown = {
  first: number;
  /** The frame after the last one that shows it. */
  end: number;
  /** The frame that shows most of it, and its corners in this frame. */
  best: number;
  corners: [x: number, y: number][];
  /** Left, top, right and bottom of the part of the frame in which its compositions let it show. */
  edges: Box;
  /** Its corners and the edges where it rests; undefined if it always moves. */
  atRest?: Pick<Shown, 'corners' | 'edges'>;
  /** The largest part of the frame that it covers, from 0 to 1. */
  share: number;
};

const MAX_SAMPLES = 120;
/** Maximum number of looks at layers over all samples. */
const MAX_MEASURED_LAYERS = 400_000;

/** Measures the given layers at up to 120 evenly spaced frames. A layer that never shows has no entry. */
export function measureShown(lottie: Lottie, layers: ReadonlySet<Layer>): Map<Layer, Shown> {
  const count = frameCount(lottie);
  const samples = Math.max(
    1,
    Math.min(
      count,
      MAX_SAMPLES,
      Math.floor(MAX_MEASURED_LAYERS / Math.max(1, placedLayers(lottie))),
    ),
  );
  const shownByLayer = new Map<Layer, Shown>();
  const previousCorners = new Map<Layer, [number, number][]>();
  const rows = sampledFrames(lottie, samples);
  const placesIn = placesFinder(lottie, layers);
  for (const [index, frame] of rows.entries()) {
    for (const { layer, corners, edges, share } of placesIn(frame)) {
      const end = rows[index + 1] ?? count;
      const rests = isSame(corners, previousCorners.get(layer));
      previousCorners.set(layer, corners);
      const measurement = { first: frame, end, best: frame, corners, edges, share };
      addMeasurement(shownByLayer, layer, measurement, rests);
    }
  }
  return shownByLayer;
}

/** Where a layer shows in a frame; see `Shown`. */
export type ShownPlace = { layer: Layer } & Pick<Shown, 'corners' | 'edges' | 'share'>;

/** Returns a function that finds where the given layers show in a frame, counted from the in-point. */
export function placesFinder(
  lottie: Lottie,
  layers: ReadonlySet<Layer>,
): (frame: number) => Generator<ShownPlace> {
  const assets = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
  const boxes = new Map(
    [...layers].map((layer) => [layer, localBox(layer, assets.get(layer.refId ?? ''), lottie)]),
  );
  const at = appearancesOf(lottie);
  const edgesOf = edgesFinder(lottie);
  return function* placesIn(frame) {
    const edgesIn = edgesOf();
    for (const appearance of at(lottie.ip + frame)) {
      const { layer } = appearance;
      const edges = edgesIn(appearance);
      const visible = { edges, w: lottie.w, h: lottie.h };
      const box = boxes.get(layer);
      if (!box || appearance.opacity < 0.02) continue;
      let corners: Shown['corners'] = [];
      let share = 0;
      for (const place of movedBoxes(layer, box, lottie.ip + frame)) {
        const movedCorners = cornersOf(appearance, place);
        const covered = coverage(movedCorners, appearance, place, visible) * appearance.opacity;
        if (covered <= share) continue;
        share = covered;
        corners = movedCorners;
      }
      if (share > 0) yield { layer, corners, edges, share };
    }
  };
}

/**
 * Joins a layer's measurement in one frame with the earlier ones. `rests`: the layer is where it was in the
 * frame sampled before. A later frame becomes the best only if its share is more than 0.1 % larger.
 */
function addMeasurement(
  shownByLayer: Map<Layer, Shown>,
  layer: Layer,
  measurement: Shown,
  rests: boolean | undefined,
) {
  const previousMeasurement = shownByLayer.get(layer);
  if (!previousMeasurement) {
    shownByLayer.set(layer, measurement);
    return;
  }
  const { end, best, corners, edges, share } = measurement;
  previousMeasurement.end = end;
  if (rests) previousMeasurement.atRest = { corners, edges };
  if (share > previousMeasurement.share * 1.001)
    Object.assign(previousMeasurement, { best, corners, edges, share });
}

function isSame(a: readonly [number, number][], b: readonly [number, number][] | undefined) {
  return b?.every(([x, y], i) => Math.hypot(x - (a[i]?.[0] ?? 0), y - (a[i]?.[1] ?? 0)) < 0.5);
}

/** The corners of a box in the frame, clockwise from the top left of the layer. */
function cornersOf({ matrix }: Appearance, [left, top, right, bottom]: Box): [number, number][] {
  return [
    apply(matrix, left, top),
    apply(matrix, right, top),
    apply(matrix, right, bottom),
    apply(matrix, left, bottom),
  ];
}

/** Returns evenly spaced frames, and one of each layer of the frame that shows only between two of them. */
function sampledFrames(lottie: Lottie, samples: number): number[] {
  const count = frameCount(lottie);
  const rows = Array.from({ length: samples }, (_, i) => Math.floor((i * count) / samples));
  const short = lottie.layers.slice(0, MAX_SAMPLES).flatMap(({ ip, op }) => {
    const [first, end] = [Math.max(0, ip - lottie.ip), Math.min(count, op - lottie.ip)];
    const isSampled = rows.some((frame) => frame >= first && frame < end);
    return isSampled || !(end > first) ? [] : [Math.floor((first + end) / 2)];
  });
  return [...new Set([...rows, ...short])].sort((a, b) => a - b);
}

/** Returns the part of the frame below a transformed box: its own area, at most that of its visible bounds. */
function coverage(
  corners: readonly [number, number][],
  { matrix }: Appearance,
  [left, top, right, bottom]: Box,
  { edges, w, h }: { edges: Box; w: number; h: number },
): number {
  const span = (values: number[], min: number, max: number) =>
    Math.min(max, Math.max(...values)) - Math.max(min, Math.min(...values));
  const width = span(
    corners.map(([x]) => x),
    edges[0],
    edges[2],
  );
  const height = span(
    corners.map(([, y]) => y),
    edges[1],
    edges[3],
  );
  if (!(width > 0 && height > 0)) return 0;
  const layerArea =
    Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) * (right - left) * (bottom - top);
  return Math.min(layerArea, width * height) / (w * h) || 0;
}
