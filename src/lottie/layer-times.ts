import { AppError, say } from '../base/index.ts';
import { innerFrame } from './time.ts';
import type { Layer, Lottie } from './types.ts';
import { precompOf, precompsById } from './walk.ts';

/**
 * A moment at which a layer shows, in frames: `outer` in the time of the composition that contains
 * the layer, `inner` in the layer's own time.
 */
export type LayerTime = { outer: number; inner: number };

/**
 * Maximum sum of the shown frames of all wanted layers and of the precomps that contain them. An
 * hour at 60 frames/s has 216,000 frames.
 */
const MAX_SHOWINGS = 4_000_000;

/**
 * Returns the moments at which the wanted layers show in `frames` (counted from the in-point,
 * ascending), also in precomps with time maps. For each place of a layer, the moments ascend; a
 * layer in several places has the moments of all its places. Throws `lottie_too_large` for layers
 * in too many places.
 */
export function layerTimes(
  lottie: Lottie,
  isWanted: (layer: Layer) => boolean,
  frames: readonly number[],
): Map<Layer, LayerTime[]> {
  const precomps = precompsById(lottie);
  const cache = new Map<readonly Layer[], Layer[]>();
  /** The wanted layers of a list, and the precomp layers that contain wanted layers. */
  const leading = (layers: readonly Layer[]): Layer[] => {
    const cachedLayers = cache.get(layers);
    if (cachedLayers) return cachedLayers;
    const wantedLayers = layers.filter((layer) => {
      if (layer.hd === true && layer.td !== 1) return false;
      const inner = precompOf(layer, precomps);
      return isWanted(layer) || (inner !== undefined && leading(inner.layers).length > 0);
    });
    cache.set(layers, wantedLayers);
    return wantedLayers;
  };
  const times = new Map<Layer, LayerTime[]>();
  let showings = 0;
  const enter = (layers: readonly Layer[], moments: readonly number[]) => {
    for (const layer of leading(layers)) {
      const [from, to] = [firstFrom(moments, layer.ip), firstFrom(moments, layer.op)];
      if (from >= to) continue;
      showings += to - from;
      if (showings > MAX_SHOWINGS) throw tooMany();
      const visibleMoments = moments.slice(from, to);
      const inner = precompOf(layer, precomps);
      if (inner) {
        const within = visibleMoments.map((at) => innerFrame(layer, at, lottie.fr));
        // A time map may run backwards.
        enter(inner.layers, layer.tm === undefined ? within : within.sort((a, b) => a - b));
        continue;
      }
      const ownTimes = times.get(layer) ?? [];
      times.set(layer, ownTimes);
      for (const outer of visibleMoments)
        ownTimes.push({ outer, inner: innerFrame(layer, outer, lottie.fr) });
    }
  };
  enter(
    lottie.layers,
    frames.map((frame) => lottie.ip + frame),
  );
  return times;
}

/** The index of the first of ascending moments that is not before `at`. */
function firstFrom(moments: readonly number[], at: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tooMany(): AppError {
  return new AppError(
    'lottie_too_large',
    say`The video layers of the animation show too many frames in total (limit: ${MAX_SHOWINGS}).`,
    { hint: 'Use precomps with videos in fewer places, or make the animation shorter.' },
  );
}
