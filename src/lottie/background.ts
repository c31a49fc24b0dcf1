import { prune } from './prune.ts';
import { stillLayersIn } from './still.ts';
import { LAYER, type Lottie } from './types.ts';
import { eachObject } from './walk.ts';

/**
 * Two documents that together draw the same as the whole document: `foreground` is drawn over
 * `background`.
 */
export type Split = { background: Lottie; foreground: Lottie };

/**
 * Splits a document into the lowest layers that are static during the frames `first` to `last`
 * (counted from the in-point), and the layers above them. Undefined if either part is empty, or if
 * drawing the parts separately would change the image.
 */
export function splitBackground(lottie: Lottie, first: number, last: number): Split | undefined {
  const { layers } = lottie;
  const isStill = stillLayersIn(lottie, first, last);
  let from = layers.findLastIndex((layer) => !isStill(layer)) + 1;
  // The source of a matte stands above the layer that it cuts, so both stay in `foreground`.
  while (layers[from]?.tt) from += 1;
  if (from === 0 || from >= layers.length || layers.some(refersToOthers) || blends(lottie)) return;
  const showing = (isShown: (index: number) => boolean) => {
    const partLayers = layers.map((layer, index) =>
      isShown(index) ? layer : { ...layer, hd: true },
    );
    return prune({ ...lottie, layers: partLayers }, first, last);
  };
  const split = { background: showing((i) => i >= from), foreground: showing((i) => i < from) };
  const isEmpty = (part: Lottie) => part.layers.every(({ ty }) => ty === LAYER.null);
  return isEmpty(split.background) || isEmpty(split.foreground) ? undefined : split;
}

/** Whether a layer refers to another by its index, or is seen through a camera. */
function refersToOthers({ tp, ef, ddd }: Lottie['layers'][number]): boolean {
  return tp !== undefined || ddd === 1 || (ef?.length ?? 0) > 0;
}

/** Whether any layer or shape has a blend mode: its result depends on everything below it. */
function blends(lottie: Lottie): boolean {
  let hasBlendMode = false;
  eachObject(lottie, ({ bm }) => {
    hasBlendMode ||= bm !== undefined && bm !== 0;
  });
  return hasBlendMode;
}
