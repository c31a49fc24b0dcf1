import { apply, IDENTITY, type Matrix, multiply } from './matrix.ts';
import { innerFrame } from './time.ts';
import { type Asset, LAYER, type Layer, type Lottie, type Transform } from './types.ts';
import { numberAt, positionAt, vectorAt } from './value.ts';
import { precompOf, precompsById } from './walk.ts';

/** A layer's position, opacity and visibility at one moment. */
export type Appearance = {
  layer: Layer;
  /** Transforms the layer's own coordinates to the frame's. */
  matrix: Matrix;
  /** 0–1, multiplied by the opacity of the precomps around the layer. */
  opacity: number;
  /** Whether the layer's centre lies in the frame and its scale is not zero. */
  visible: boolean;
  /** The layers of its composition. */
  list: readonly Layer[];
  /** The frame in its composition. */
  frame: number;
  /** The layer that shows its composition; undefined in the outermost composition. */
  outer: Appearance | undefined;
};

/**
 * Returns a function that lists, for a frame, every layer between its in- and out-point. The frame
 * is the composition's own frame number, not counted from the in-point. A matte source counts as
 * shown; masks and effects are ignored. The cost of a call grows linearly with the number of placed
 * layers, however they are nested.
 */
export function appearancesOf(lottie: Lottie): (frame: number) => Appearance[] {
  const precomps = precompsById(lottie);
  const assets = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
  const parents = parentFinder();
  const transforms = transformsOf();
  return (frame) => {
    const appearances: Appearance[] = [];
    const enter = (layers: readonly Layer[], at: number, outer: Appearance | undefined) => {
      const parentOf = parents(layers);
      const { matrix: base, opacity } = outer ?? { matrix: IDENTITY, opacity: 1 };
      const matrixOf = matricesAt(base, parentOf, (above) => transforms(above, at));
      for (const layer of layers) {
        if (at < layer.ip || at >= layer.op || (layer.hd === true && layer.td !== 1)) continue;
        const matrix = matrixOf(layer);
        const layerOpacity = opacity * clamp01(numberAt(layer.ks?.o, at, 100) / 100);
        const visible = layerOpacity > 0 && inFrame(matrix, centre(layer, assets), lottie);
        const appearance = {
          layer,
          matrix,
          opacity: layerOpacity,
          visible,
          list: layers,
          frame: at,
          outer,
        };
        appearances.push(appearance);
        const inner = precompOf(layer, precomps);
        if (inner && layerOpacity > 0)
          enter(inner.layers, innerFrame(layer, at, lottie.fr), appearance);
      }
    };
    enter(lottie.layers, frame, undefined);
    return appearances;
  };
}

type ParentOf = (layer: Layer) => Layer | undefined;

/** Finds parents in a list of layers; each list is indexed once. */
function parentFinder(): (layers: readonly Layer[]) => ParentOf {
  const cache = new Map<readonly Layer[], ParentOf>();
  return (layers) => {
    const cachedParentOf = cache.get(layers);
    if (cachedParentOf) return cachedParentOf;
    const byIndex = new Map(layers.flatMap((l) => (l.ind === undefined ? [] : [[l.ind, l]])));
    const parentOf: ParentOf = ({ parent }) =>
      parent === undefined ? undefined : byIndex.get(parent);
    cache.set(layers, parentOf);
    return parentOf;
  };
}

/**
 * The matrices of a list's layers at one moment. Each is computed once, however many layers it is a
 * parent of.
 */
function matricesAt(
  outer: Matrix,
  parentOf: ParentOf,
  transformOf: (layer: Layer) => Matrix,
): (layer: Layer) => Matrix {
  const matrices = new Map<Layer, Matrix>();
  return (layer) => {
    const chain: Layer[] = [];
    let above: Layer | undefined = layer;
    // Chains may be as long as the document; parsing has rejected cycles.
    for (; above && !matrices.has(above); above = parentOf(above)) chain.push(above);
    let matrix = (above && matrices.get(above)) ?? outer;
    for (const link of chain.reverse()) {
      matrix = multiply(matrix, transformOf(link));
      matrices.set(link, matrix);
    }
    return matrix;
  };
}

/**
 * Returns the matrices of layers' own transforms. Most transforms do not move, so their matrices
 * are computed once.
 */
function transformsOf(): (layer: Layer, frame: number) => Matrix {
  const matrices = new Map<Layer, Matrix | 'moves'>();
  return (layer, frame) => {
    const cachedMatrix = matrices.get(layer);
    if (cachedMatrix !== undefined && cachedMatrix !== 'moves') return cachedMatrix;
    const matrix = transformMatrix(layer.ks, frame);
    if (cachedMatrix === undefined) matrices.set(layer, isStill(layer.ks) ? matrix : 'moves');
    return matrix;
  };
}

function isStill({ a, p, s, r, rz }: Transform = {}): boolean {
  return [a, p, s, r ?? rz].every((property) => {
    const k: unknown = property === undefined ? 0 : 'k' in property ? property.k : undefined;
    return typeof (Array.isArray(k) ? k[0] : k) === 'number';
  });
}

/** Returns the matrix of a transform at a frame, without its skew. */
export function transformMatrix(ks: Transform | undefined, frame: number): Matrix {
  const [ax = 0, ay = 0] = vectorAt(ks?.a, frame, [0, 0]);
  const [px = 0, py = 0] = positionAt(ks?.p, frame);
  const [sx = 100, sy = 100] = vectorAt(ks?.s, frame, [100, 100]);
  const turn = (numberAt(ks?.r ?? ks?.rz, frame, 0) * Math.PI) / 180;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const placed = multiply([1, 0, 0, 1, px, py], [cos, sin, -sin, cos, 0, 0]);
  return multiply(multiply(placed, [sx / 100, 0, 0, sy / 100, 0, 0]), [1, 0, 0, 1, -ax, -ay]);
}

/** Whether the middle of the layer's content is in the frame, and the layer has an area. */
function inFrame(matrix: Matrix, middle: [number, number], { w, h }: Lottie): boolean {
  if (Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-6) return false;
  const [x, y] = apply(matrix, ...middle);
  return x >= 0 && y >= 0 && x <= w && y <= h;
}

/** The middle of a layer's content in its own pixels; the origin for shapes and layers without content. */
function centre(layer: Layer, assets: ReadonlyMap<string, Asset>): [number, number] {
  if (layer.ty === LAYER.text) {
    const document = layer.t?.d?.k?.[0]?.s;
    const [width = 0, height = 0] = document?.sz ?? [];
    const [left = 0, top = 0] = document?.ps ?? [];
    return [left + width / 2, top + height / 2];
  }
  if (layer.ty === LAYER.solid) return [(layer.sw ?? 0) / 2, (layer.sh ?? 0) / 2];
  if (layer.ty === LAYER.precomp) return [(layer.w ?? 0) / 2, (layer.h ?? 0) / 2];
  if (layer.ty === LAYER.shape || layer.refId === undefined) return [0, 0];
  const { w = 0, h = 0 } = assets.get(layer.refId) ?? {};
  return [w / 2, h / 2];
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
