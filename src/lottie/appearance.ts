import { apply, IDENTITY, type Matrix, multiply } from './matrix.ts';
import { innerFrame } from './time.ts';
import { LAYER, type Layer, type Lottie, type PrecompAsset, type Transform } from './types.ts';
import { numberAt, positionAt, vectorAt } from './value.ts';
import { precompOf, precompsById } from './walk.ts';

/** How a layer shows at one moment. */
export type Appearance = {
  layer: Layer;
  /** From the layer's own coordinates to the frame. */
  matrix: Matrix;
  /** 0–1, with that of the precomps around it. */
  opacity: number;
  /** Whether any of its layer's centre region lies in the frame and has a size. */
  visible: boolean;
};

/**
 * Every layer that is between its in- and out-point at `frame` (a composition's own frame number,
 * not counted from the in-point). A matte source counts as shown; masks and effects do not count.
 */
export function appearancesAt(lottie: Lottie, frame: number): Appearance[] {
  const precomps = precompsById(lottie);
  const found: Appearance[] = [];
  const enter = (layers: Layer[], at: number, outer: Matrix, opacity: number) => {
    const byIndex = new Map(layers.filter((l) => l.ind !== undefined).map((l) => [l.ind, l]));
    for (const layer of layers) {
      if (at < layer.ip || at >= layer.op || (layer.hd === true && layer.td !== 1)) continue;
      const matrix = multiply(outer, layerMatrix(layer, byIndex, at));
      const own = opacity * clamp01(numberAt(layer.ks?.o, at, 100) / 100);
      found.push({
        layer,
        matrix,
        opacity: own,
        visible: own > 0 && inFrame(layer, matrix, lottie),
      });
      const inner = precompOf(layer, precomps);
      if (inner && own > 0) enter(inner.layers, innerFrame(layer, at, lottie.fr), matrix, own);
    }
  };
  enter(lottie.layers, frame, IDENTITY, 1);
  return found;
}

function layerMatrix(layer: Layer, byIndex: Map<number | undefined, Layer>, frame: number): Matrix {
  let matrix = transformMatrix(layer.ks, frame);
  let parent = layer.parent === undefined ? undefined : byIndex.get(layer.parent);
  while (parent) {
    matrix = multiply(transformMatrix(parent.ks, frame), matrix);
    parent = parent.parent === undefined ? undefined : byIndex.get(parent.parent);
  }
  return matrix;
}

function transformMatrix(ks: Transform | undefined, frame: number): Matrix {
  const [ax = 0, ay = 0] = vectorAt(ks?.a, frame, [0, 0]);
  const [px = 0, py = 0] = positionAt(ks?.p, frame);
  const [sx = 100, sy = 100] = vectorAt(ks?.s, frame, [100, 100]);
  const turn = (numberAt(ks?.r ?? ks?.rz, frame, 0) * Math.PI) / 180;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const placed = multiply([1, 0, 0, 1, px, py], [cos, sin, -sin, cos, 0, 0]);
  return multiply(multiply(placed, [sx / 100, 0, 0, sy / 100, 0, 0]), [1, 0, 0, 1, -ax, -ay]);
}

function inFrame(layer: Layer, matrix: Matrix, lottie: Lottie): boolean {
  if (Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-6) return false;
  const [x, y] = apply(matrix, ...centre(layer, lottie.assets));
  return x >= 0 && y >= 0 && x <= lottie.w && y <= lottie.h;
}

function centre(layer: Layer, assets: Lottie['assets']): [number, number] {
  if (layer.ty === LAYER.text) {
    const document = layer.t?.d?.k?.[0]?.s;
    const [width = 0, height = 0] = document?.sz ?? [];
    const [left = 0, top = 0] = document?.ps ?? [];
    return [left + width / 2, top + height / 2];
  }
  if (layer.ty === LAYER.solid) return [(layer.sw ?? 0) / 2, (layer.sh ?? 0) / 2];
  if (layer.ty === LAYER.precomp) return [(layer.w ?? 0) / 2, (layer.h ?? 0) / 2];
  if (layer.ty === LAYER.shape || layer.refId === undefined) return [0, 0];
  const asset = assets?.find((a) => a.id === layer.refId) as PrecompAsset | undefined;
  return [(asset?.w ?? 0) / 2, (asset?.h ?? 0) / 2];
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
