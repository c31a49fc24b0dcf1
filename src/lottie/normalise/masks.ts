import type { Bezier, Layer, Mask } from '../types.ts';

/**
 * Removes `hd: false` from matte sources: Skottie would draw such a source as an ordinary layer.
 */
export function fixMatteSource(layer: Layer): void {
  if (layer.td === 1 && layer.hd === false) delete layer.hd;
}

/** Gives mattes an index: Skottie requires one, but the format does not. */
export function fixMatteIndices(layers: readonly Layer[]): void {
  let next =
    layers.reduce((max, { ind }) => (typeof ind === 'number' && ind > max ? ind : max), 0) + 1;
  for (const layer of layers) {
    if ((layer.td || layer.tt) && typeof layer.ind !== 'number') layer.ind = next++;
  }
}

/** The modes that Skottie does not know; both are exact unless two masks are half transparent. */
const MODES: Readonly<Record<string, string>> = { l: 'a', d: 'i' };

/**
 * Writes the modes lighten and darken as add and intersect. Moves a point of rectangular subtracting masks by a hundredth of a pixel: Skottie ignores such a
 * mask if it is a layer's first and an exact rectangle.
 */
export function fixMasks(layer: Layer): void {
  const masks: unknown = layer.masksProperties;
  if (!Array.isArray(masks)) return;
  for (const mask of masks as (Mask | null)[]) {
    const mode = MODES[mask?.mode ?? ''];
    if (mask && mode) mask.mode = mode;
    const path =
      mask?.mode === 's' && mask.pt?.a !== 1 ? (mask.pt?.k as Bezier | undefined) : undefined;
    if (path && isRectangle(path)) addBentPoint(path);
  }
}

/** Whether a path has four vertices and no curves; the edges may have any angle. */
function isRectangle({ v, i, o }: Bezier): boolean {
  const four = [v, i, o].every(
    (list) =>
      Array.isArray(list) &&
      list.length === 4 &&
      list.every((p) => Array.isArray(p) && p.length >= 2),
  );
  return four && [...i, ...o].every(([x, y]) => x === 0 && y === 0);
}

/**
 * Adds a point 0.01 pixels beside the middle of the first edge, in place, so that the path is no rectangle
 * any more.
 */
function addBentPoint(path: Bezier): void {
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = path.v;
  path.v.splice(1, 0, [(x1 + x2) / 2 + 0.01, (y1 + y2) / 2 + 0.01]);
  path.i.splice(1, 0, [0, 0]);
  path.o.splice(1, 0, [0, 0]);
}
