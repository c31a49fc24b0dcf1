import {
  type Appearance,
  appearancesOf,
  apply,
  frameCount,
  type Layer,
  type Lottie,
  placedLayers,
} from '../../lottie/index.ts';
import { type Box, localBox } from './local-box.ts';

/** When and where a layer shows. Frames count from the in-point. */
export type Shown = {
  first: number;
  /** The frame after the last one that shows it. */
  end: number;
  /** The frame that shows most of it, and its corners in this frame. */
  best: number;
  corners: [x: number, y: number][];
  /** Its corners where it rests; undefined if it always moves. */
  rest?: [x: number, y: number][];
  /** The largest part of the frame that it covers, from 0 to 1. */
  share: number;
};

const MAX_SAMPLES = 120;
/** Maximum number of looks at layers over all samples. */
const MAX_LOOKS = 400_000;

/** Measures the given layers at up to 120 evenly spaced frames. A layer that never shows has no entry. */
export function measureShown(lottie: Lottie, layers: ReadonlySet<Layer>): Map<Layer, Shown> {
  const count = frameCount(lottie);
  const samples = Math.max(
    1,
    Math.min(count, MAX_SAMPLES, Math.floor(MAX_LOOKS / Math.max(1, placedLayers(lottie)))),
  );
  const assets = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
  const boxes = new Map(
    [...layers].map((layer) => [layer, localBox(layer, assets.get(layer.refId ?? ''), lottie)]),
  );
  const at = appearancesOf(lottie);
  const shown = new Map<Layer, Shown>();
  const before = new Map<Layer, [number, number][]>();
  const rows = Array.from({ length: samples }, (_, i) => Math.floor((i * count) / samples));
  for (const [index, frame] of rows.entries()) {
    for (const appearance of at(lottie.ip + frame)) {
      const box = boxes.get(appearance.layer);
      if (!box || appearance.opacity < 0.02) continue;
      const corners = cornersOf(appearance, box);
      const share = coverage(corners, appearance, box, lottie) * appearance.opacity;
      if (share <= 0) continue;
      const end = rows[index + 1] ?? count;
      const rests = isSame(corners, before.get(appearance.layer));
      before.set(appearance.layer, corners);
      note(shown, appearance.layer, { first: frame, end, best: frame, corners, share }, rests);
    }
  }
  return shown;
}

function note(shown: Map<Layer, Shown>, layer: Layer, now: Shown, rests: boolean | undefined) {
  const known = shown.get(layer);
  if (!known) {
    shown.set(layer, now);
    return;
  }
  const { end, best, corners, share } = now;
  known.end = end;
  if (rests) known.rest = corners;
  if (share > known.share * 1.001) Object.assign(known, { best, corners, share });
}

function isSame(a: readonly [number, number][], b: readonly [number, number][] | undefined) {
  return b?.every(([x, y], i) => Math.hypot(x - (a[i]?.[0] ?? 0), y - (a[i]?.[1] ?? 0)) < 0.5);
}

function cornersOf({ matrix }: Appearance, [left, top, right, bottom]: Box): [number, number][] {
  return [
    apply(matrix, left, top),
    apply(matrix, right, top),
    apply(matrix, right, bottom),
    apply(matrix, left, bottom),
  ];
}

/** Returns the part of the frame below a transformed box: its own area, at most that of its visible bounds. */
function coverage(
  corners: readonly [number, number][],
  { matrix }: Appearance,
  [left, top, right, bottom]: Box,
  { w, h }: Lottie,
): number {
  const span = (values: number[], max: number) =>
    Math.min(max, Math.max(...values)) - Math.max(0, Math.min(...values));
  const width = span(
    corners.map(([x]) => x),
    w,
  );
  const height = span(
    corners.map(([, y]) => y),
    h,
  );
  if (!(width > 0 && height > 0)) return 0;
  const own =
    Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) * (right - left) * (bottom - top);
  return Math.min(own, width * height) / (w * h) || 0;
}
