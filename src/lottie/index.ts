/**
 * The Lottie document as data (https://lottie.github.io/lottie-spec/): types, checked parsing,
 * paths, time, and changes that make Skottie draw it as designers expect. Pure functions.
 */
export { type Appearance, appearancesOf, transformMatrix } from './appearance.ts';
export { splitBackground } from './background.ts';
export { canonical } from './canonical.ts';
export type { DependentExpressions } from './dependent-expressions.ts';
export {
  type DependentLayer,
  type DependentProperty,
  dependentLayers,
  expressionsIn,
} from './dependents.ts';
export { layerTimes } from './layer-times.ts';
export { letterAt, MAX_LETTERS } from './letters.ts';
export { apply, inverse, largestScale, type Matrix, multiply } from './matrix.ts';
export { normalise, normaliseDependents } from './normalise/index.ts';
export { pathOf, pathSource } from './normalise/paths.ts';
export { fixTextAnimators } from './normalise/text-animators.ts';
export { isOpaque } from './opaque.ts';
export { checkLottie, LOTTIE_LIMITS, parseLottie } from './parse.ts';
export { prune } from './prune.ts';
export { exactFps, rateOf } from './rate.ts';
export { sampleSmoothly } from './sample-smoothly.ts';
export { type ShownTime, shownTimes } from './shown-times.ts';
export { repeatedFrames } from './still.ts';
export { frameAt, frameCount, frameSeconds } from './time.ts';
export {
  type Bezier,
  type Char,
  type Easing,
  type Effect,
  type FileAsset,
  type Font,
  isPrecomp,
  type Keyframe,
  LAYER,
  type Layer,
  type Lottie,
  type Mask,
  type PrecompAsset,
  type Property,
  type Shape,
  type TextDocument,
  type Transform,
} from './types.ts';
export { numberAt, vectorAt } from './value.ts';
export {
  allLayers,
  eachObject,
  layerPath,
  type PlacedLayer,
  placedLayers,
  precompOf,
  precompsById,
} from './walk.ts';
