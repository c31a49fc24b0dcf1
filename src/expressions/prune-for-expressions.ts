import { allLayers, isPrecomp, LAYER, type Layer, type Lottie } from '../lottie/index.ts';
import { literals, readsByIndex } from './find-dependents.ts';
import { type ExpressionNode, findExpressions } from './find-expressions.ts';

/**
 * Returns a copy of a document with only the layers that its expressions need: their own, those that
 * they name, and the parents of these. The others are replaced by empty layers, so that
 * positions in the list stay the same.
 */
export function pruneForExpressions(
  lottie: Lottie,
  keptNodes: readonly ExpressionNode['node'][],
): Lottie {
  const nodes = new Set(keptNodes);
  const expressions = findExpressions(lottie).filter(({ node }) => nodes.has(node));
  const needsAll = expressions.some(({ node }) => readsByIndex(node.x));
  const names = new Set(expressions.flatMap(({ node }) => literals(node.x)));
  const expressionLayers = new Set(expressions.map(({ layer }) => layer));
  const isNeeded = (layer: Layer) =>
    needsAll || expressionLayers.has(layer) || (layer.nm !== undefined && names.has(layer.nm));
  const neededLayers = new Set<Layer>();
  for (const { layer } of allLayers(lottie)) if (isNeeded(layer)) neededLayers.add(layer);
  const precomps = new Map((lottie.assets ?? []).filter(isPrecomp).map((a) => [a.id, a]));
  for (const list of [lottie.layers, ...[...precomps.values()].map(({ layers }) => layers)])
    addParents(list, neededLayers);
  const keepsPrecomp = ({ ty, refId = '' }: Layer) => ty === LAYER.precomp && precomps.has(refId);
  const pruned = (layers: readonly Layer[]) =>
    layers.map((layer) =>
      neededLayers.has(layer)
        ? withoutMatte(layer)
        : keepsPrecomp(layer)
          ? timingOnly(layer)
          : emptyLayer(layer),
    );
  const { chars, slots, meta, ...otherFields } = lottie;
  return structuredClone({
    ...otherFields,
    layers: pruned(lottie.layers),
    assets: (lottie.assets ?? []).map((asset) =>
      isPrecomp(asset) ? { ...asset, layers: pruned(asset.layers) } : asset,
    ),
    ...(chars === undefined ? {} : { chars: [] }),
  });
}

/** Adds the parents of the needed layers of one composition, in place: their transforms move the layers. */
function addParents(layers: readonly Layer[], neededLayers: Set<Layer>): void {
  const byIndex = new Map(layers.map((layer) => [layer.ind, layer]));
  for (const layer of layers) {
    if (!neededLayers.has(layer)) continue;
    let parent = layer.parent === undefined ? undefined : byIndex.get(layer.parent);
    for (; parent && !neededLayers.has(parent); parent = byIndex.get(parent.parent ?? -1)) {
      neededLayers.add(parent);
      if (parent.parent === undefined) break;
    }
  }
}

/** The layer that a matte refers to may have become an empty one, which lottie-web cannot use. */
function withoutMatte(layer: Layer): Layer {
  const { tt: _matte, tp: _source, td: _isSource, ...otherFields } = layer;
  return otherFields;
}

/** Keeps the layer's timing, because expressions may read layers inside it; removes what only draws. */
function timingOnly(layer: Layer): Layer {
  const {
    shapes: _shapes,
    ef: _ef,
    masksProperties: _masks,
    hasMask: _hasMask,
    ...otherFields
  } = layer;
  return withoutMatte(otherFields);
}

/** A null with the layer's name, index and times, so that names and indexes still find the others. */
function emptyLayer({ nm, ind, ip, op, st, sr }: Layer): Layer {
  const still = (k: number | number[]) => ({ a: 0, k });
  return {
    ty: LAYER.null,
    ...(nm === undefined ? {} : { nm }),
    ...(ind === undefined ? {} : { ind }),
    ip,
    op,
    ...(st === undefined ? {} : { st }),
    ...(sr === undefined ? {} : { sr }),
    ks: {
      o: still(100),
      r: still(0),
      p: still([0, 0, 0]),
      a: still([0, 0, 0]),
      s: still([100, 100, 100]),
    } as NonNullable<Layer['ks']>,
  };
}
