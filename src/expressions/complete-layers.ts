import { allLayers, LAYER, type Layer, type Lottie } from '../lottie/index.ts';
import { findExpressions } from './find-expressions.ts';

/**
 * Returns the document with the fields that lottie-web reads of each layer and that some exporters leave
 * out. Without them it stops at the layer, and no expression of the document is evaluated.
 */
export function completeLayers(lottie: Lottie): Lottie {
  const complete = structuredClone(lottie);
  const expressionLayers = new Set(findExpressions(complete).map(({ layer }) => layer));
  for (const { layer } of allLayers(complete)) {
    completeText(layer);
    completeRotation(layer);
    // A layer of an audio editable may have no file.
    if (layer.ty === LAYER.audio && !expressionLayers.has(layer)) Object.assign(layer, silent());
  }
  return complete;
}

function completeText({ t: text }: Layer): void {
  const options = text as { a?: unknown; m?: unknown; p?: unknown } | null | undefined;
  if (typeof options !== 'object' || options === null) return;
  const { a, m, p } = options;
  const hasAnchor = typeof (m as { a?: unknown } | null | undefined)?.a === 'object';
  if (!Array.isArray(a)) options.a = [];
  options.p = p ?? {};
  if (!hasAnchor) options.m = { g: 1, a: still([0, 0]) };
}

/** A layer that turns in space has all of its rotations. */
function completeRotation({ ks }: Layer): void {
  const transform = ks as Record<string, unknown> | null | undefined;
  if (!transform || !['rx', 'ry', 'rz', 'or'].some((key) => key in transform)) return;
  const { r = still(0) } = transform;
  for (const key of ['rx', 'ry']) transform[key] ??= still(0);
  transform['rz'] ??= r;
  transform['or'] ??= still([0, 0, 0]);
}

function silent(): Partial<Layer> {
  const ks = { o: still(100), r: still(0), p: still([0, 0, 0]), a: still([0, 0, 0]) };
  return { ty: LAYER.null, ks: { ...ks, s: still([100, 100, 100]) } };
}

const still = <T>(k: T) => ({ a: 0 as const, k });
