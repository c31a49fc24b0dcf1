import { AppError } from '../base/index.ts';
import { innerFrame } from './time.ts';
import type { Layer, Lottie } from './types.ts';
import { precompOf, precompsById } from './walk.ts';

/** When a layer shows: each moment in frames of the composition it is written in, and in its own. */
export type LayerTime = { outer: number; own: number };

/** Moments looked at, over all frames and layers. */
const MOST_LOOKS = 50_000_000;

/**
 * The moments at which the wanted layers show in `frames` (counted from the in-point), through
 * precomps and their time maps, in the order of the frames; one that is in several places has them
 * all. Throws `lottie_too_large` for layers in very many places.
 */
export function layerTimes(
  lottie: Lottie,
  wanted: (layer: Layer) => boolean,
  frames: Iterable<number>,
): Map<Layer, LayerTime[]> {
  const precomps = precompsById(lottie);
  const known = new Map<readonly Layer[], Layer[]>();
  /** The layers of a list that are wanted, or lead to one that is. */
  const leading = (layers: readonly Layer[]): Layer[] => {
    const before = known.get(layers);
    if (before) return before;
    const found = layers.filter((layer) => {
      if (layer.hd === true && layer.td !== 1) return false;
      const inner = precompOf(layer, precomps);
      return wanted(layer) || (inner !== undefined && leading(inner.layers).length > 0);
    });
    known.set(layers, found);
    return found;
  };
  const times = new Map<Layer, LayerTime[]>();
  let looks = 0;
  const enter = (layers: readonly Layer[], at: number) => {
    for (const layer of leading(layers)) {
      looks += 1;
      if (looks > MOST_LOOKS) throw tooMany();
      if (at < layer.ip || at >= layer.op) continue;
      const own = innerFrame(layer, at, lottie.fr);
      const inner = precompOf(layer, precomps);
      if (inner) enter(inner.layers, own);
      else {
        const moments = times.get(layer);
        if (moments) moments.push({ outer: at, own });
        else times.set(layer, [{ outer: at, own }]);
      }
    }
  };
  for (const frame of frames) enter(lottie.layers, lottie.ip + frame);
  return times;
}

function tooMany(): AppError {
  return new AppError(
    'lottie_too_large',
    `Expected at most ${MOST_LOOKS} showings of video layers but the animation has more.`,
    { hint: 'Use precomps with video in fewer places, or make the animation shorter.' },
  );
}
