import { prune } from './prune.ts';
import { standing } from './still.ts';
import { LAYER, type Lottie } from './types.ts';
import { eachObject } from './walk.ts';

/** Two documents that, drawn one over the other, draw what the whole does. */
export type Split = { background: Lottie; rest: Lottie };

/**
 * Parts the lowest layers, where they stand still during the frames `first` to `last` (counted from the
 * in-point), from those above them; undefined where there is nothing to part, or no way without
 * another picture.
 */
export function splitBackground(lottie: Lottie, first: number, last: number): Split | undefined {
  const { layers } = lottie;
  const isStill = standing(lottie, first, last);
  let from = layers.findLastIndex((layer) => !isStill(layer)) + 1;
  // The source of a matte stands above the layer that it cuts.
  while (layers[from]?.tt) from += 1;
  if (from === 0 || from >= layers.length || layers.some(reachesFar) || blends(lottie)) return;
  const showing = (isShown: (index: number) => boolean) => {
    const shown = layers.map((layer, index) => (isShown(index) ? layer : { ...layer, hd: true }));
    return prune({ ...lottie, layers: shown }, first, last);
  };
  const split = { background: showing((i) => i >= from), rest: showing((i) => i < from) };
  const isEmpty = (part: Lottie) => part.layers.every(({ ty }) => ty === LAYER.null);
  return isEmpty(split.background) || isEmpty(split.rest) ? undefined : split;
}

/** Looks at a layer by its index, wherever it stands, or through a camera. */
function reachesFar({ tp, ef, ddd }: Lottie['layers'][number]): boolean {
  return tp !== undefined || ddd === 1 || (ef?.length ?? 0) > 0;
}

/** What is blended is first drawn apart from what lies below all of it. */
function blends(lottie: Lottie): boolean {
  let found = false;
  eachObject(lottie, ({ bm }) => {
    found ||= bm !== undefined && bm !== 0;
  });
  return found;
}
