import {
  type Appearance,
  apply,
  type Layer,
  type Lottie,
  type Matrix,
  precompsById,
} from '../../lottie/index.ts';
import type { Box } from './local-box.ts';

/** Maximum number of precomps around a layer whose edges count, from the innermost outwards. */
const MAX_AROUND = 8;

/**
 * Returns a function that begins a frame. Its result takes the appearances of the frame in turn, and returns the
 * bounds of the part of the frame in which a layer can show: the frame within the edges of its precomps.
 */
export function edgesFinder({
  w,
  h,
  layers,
  assets,
}: Lottie): () => (appearance: Appearance) => Box {
  const precomps = precompsById({ assets } as Lottie);
  const listOf = new Map<Layer, string | undefined>(layers.map((layer) => [layer, undefined]));
  for (const [id, { layers: inner }] of precomps) for (const layer of inner) listOf.set(layer, id);
  return () => {
    // The layers of a precomp follow its layer, so the last one around a layer is its own.
    const around = new Map<string, { layer: Layer; bounds: Box }>();
    return ({ layer, matrix }) => {
      if (layer.refId !== undefined && precomps.has(layer.refId))
        around.set(layer.refId, { layer, bounds: boundsOf(matrix, layer.w ?? w, layer.h ?? h) });
      let edges: Box = [0, 0, w, h];
      let id = listOf.get(layer);
      for (let count = 0; id !== undefined && count < MAX_AROUND; count++) {
        const outer = around.get(id);
        if (!outer) break;
        edges = common(edges, outer.bounds);
        id = listOf.get(outer.layer);
      }
      return edges;
    };
  };
}

/** The upright box (left, top, right, bottom) around a rectangle that the matrix transforms. */
function boundsOf(matrix: Matrix, width: number, height: number): Box {
  const corners = [
    apply(matrix, 0, 0),
    apply(matrix, width, 0),
    apply(matrix, 0, height),
    apply(matrix, width, height),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function common(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
