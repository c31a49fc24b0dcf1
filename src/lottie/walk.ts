import { isPrecomp, LAYER, type Layer, type Lottie, type PrecompAsset } from './types.ts';

/** A layer, its precomp and its path for error messages. */
export type PlacedLayer = {
  layer: Layer;
  /** Layer names from the outermost composition, joined with ` > `. */
  path: string;
  /** The precomp it is written in; undefined in the outermost composition. */
  precomp: PrecompAsset | undefined;
};

export function precompsById(lottie: Lottie): Map<string, PrecompAsset> {
  return new Map((lottie.assets ?? []).filter(isPrecomp).map((asset) => [asset.id, asset]));
}

/** The precomp that a layer shows, if it is a precomp layer. */
export function precompOf(
  layer: Layer,
  precomps: ReadonlyMap<string, PrecompAsset>,
): PrecompAsset | undefined {
  return layer.ty === LAYER.precomp && layer.refId !== undefined
    ? precomps.get(layer.refId)
    : undefined;
}

/** The path of a layer below `parent`; a layer without a name is identified by its index. */
export function layerPath(parent: string, layer: Layer): string {
  const name = layer.nm ?? `layer ${layer.ind ?? '?'}`;
  return parent === '' ? name : `${parent} > ${name}`;
}

/** Every reachable layer of the document, once, with its first path. */
export function allLayers(lottie: Lottie): PlacedLayer[] {
  const precomps = precompsById(lottie);
  const placed: PlacedLayer[] = [];
  const visitedIds = new Set<string>();
  const enter = (layers: Layer[], parent: string, precomp: PrecompAsset | undefined) => {
    for (const layer of layers) {
      const path = layerPath(parent, layer);
      placed.push({ layer, path, precomp });
      const inner = precompOf(layer, precomps);
      if (inner && !visitedIds.has(inner.id)) {
        visitedIds.add(inner.id);
        enter(inner.layers, path, inner);
      }
    }
  };
  enter(lottie.layers, '', undefined);
  return placed;
}

/**
 * The number of layers after every precomp is expanded in all its places. Parsing has limited it.
 */
export function placedLayers(lottie: Lottie): number {
  const precomps = precompsById(lottie);
  const countsById = new Map<string, number>();
  const count = (layers: readonly Layer[]): number =>
    layers.reduce((sum, layer) => {
      const inner = precompOf(layer, precomps);
      if (!inner) return sum + 1;
      const within = countsById.get(inner.id) ?? count(inner.layers);
      countsById.set(inner.id, within);
      return sum + 1 + within;
    }, 0);
  return count(lottie.layers);
}

/**
 * Calls `visit` for every object within a value, outer objects first. Lists of numbers are skipped.
 */
export function eachObject(
  value: unknown,
  visit: (object: Readonly<Record<string, unknown>>) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (typeof value[0] !== 'number') for (const part of value) eachObject(part, visit);
    return;
  }
  visit(value as Record<string, unknown>);
  for (const part of Object.values(value)) eachObject(part, visit);
}
