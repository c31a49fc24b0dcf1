import { valuesOf } from './normalise/properties.ts';
import { prune } from './prune.ts';
import { frameCount } from './time.ts';
import type { Layer, Lottie } from './types.ts';
import { precompOf, precompsById } from './walk.ts';

/**
 * The layers that can be seen in at least one frame of the video: not hidden, within the times of
 * the precomps around them, and not always transparent or of size 0. Sources of mattes count if a
 * shown layer uses them.
 */
export function shownLayers(lottie: Lottie): ReadonlySet<Layer> {
  const visible = prune(lottie, 0, frameCount(lottie) - 1);
  const precomps = precompsById(visible);
  const visibleLayers = new Set<Layer>();
  const visitedIds = new Set<string>();
  const enter = (layers: readonly Layer[]) => {
    for (const layer of layers) {
      if (!hasContent(layer)) continue;
      visibleLayers.add(layer);
      const inner = precompOf(layer, precomps);
      if (!inner || visitedIds.has(inner.id)) continue;
      visitedIds.add(inner.id);
      enter(inner.layers);
    }
  };
  enter(visible.layers);
  return visibleLayers;
}

/** Whether the opacity and the scale of a layer are ever other than 0. */
function hasContent({ ks }: Layer): boolean {
  if (valuesOf(ks?.o, [100]).every(([opacity = 0]) => opacity <= 0)) return false;
  return valuesOf(ks?.s, [100, 100]).some(([x = 0, y = x]) => x !== 0 && y !== 0);
}
