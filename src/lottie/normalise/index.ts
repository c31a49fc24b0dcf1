import { isPrecomp, type Lottie } from '../types.ts';
import { allLayers } from '../walk.ts';
import { BUDGET } from './bake.ts';
import { fixColors } from './colors.ts';
import { type Difference, findDifferences } from './differences.ts';
import { bakeEasing } from './easing.ts';
import { resolveExpressions } from './expressions.ts';
import { fixMasks, fixMatteIndices, fixMatteSource } from './masks.ts';
import { fixAnimatedFlags } from './properties.ts';
import { fixSkew } from './skew.ts';
import { fixStars } from './stars.ts';
import { fixText } from './text.ts';

export type { Difference } from './differences.ts';

/**
 * Returns a copy of the document that Skottie draws as lottie-web and After Effects do, and
 * warnings for everything that cannot be fixed. The source is not changed.
 */
export function normalise(source: Lottie): { lottie: Lottie; warnings: Difference[] } {
  const lottie = structuredClone(source);
  const budget = { work: BUDGET };
  fixAnimatedFlags(lottie);
  const unsolved = resolveExpressions(lottie, budget);
  const warnings = [...unsolved, ...findDifferences(lottie)];
  fixColors(lottie);
  fixMatteIndices(lottie.layers);
  for (const asset of lottie.assets ?? []) if (isPrecomp(asset)) fixMatteIndices(asset.layers);
  for (const { layer } of allLayers(lottie)) {
    fixText(layer);
    fixMatteSource(layer);
    fixMasks(layer);
    fixStars(layer, budget);
    fixSkew(layer, budget);
  }
  bakeEasing(lottie, budget);
  return { lottie, warnings };
}
