import type { Lottie, Property } from '../types.ts';
import { vectorAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { isObject, keyframesOf, propertiesOf } from './properties.ts';

/**
 * Writes a property frame by frame if its dimensions have different easings: Skottie eases all
 * dimensions like the first.
 */
export function bakeEasing(lottie: Lottie, budget: Budget): void {
  for (const property of propertiesOf([lottie.layers, lottie.assets ?? []])) {
    const keys = keyframesOf(property);
    if (!keys?.some((key) => hasUnequalEasing(key.i) || hasUnequalEasing(key.o))) continue;
    // A curved path is eased along its length, with a single curve.
    if (keys.some((key) => key.to !== undefined && nonZero(key.to))) continue;
    const frames = bakedFrames([property], budget);
    if (!frames) continue;
    const source = structuredClone(property) as Property<number[]>;
    property.k = linearKeyframes(frames, (frame) => vectorAt(source, frame, [0, 0, 0]));
  }
}

/**
 * Whether the easing of the second or third dimension differs from that of the first. A third dimension
 * that does not change is ignored.
 */
function hasUnequalEasing(easing: unknown): boolean {
  if (!isObject(easing)) return false;
  return [easing['x'], easing['y']].some(
    (list) =>
      Array.isArray(list) &&
      list
        .slice(1, 3)
        .some((v, i) => v !== list[0] && !(i === 1 && list.length === 3 && isFlatThird(easing))),
  );
}

/**
 * Whether only the third dimension differs. Exporters write a depth for flat layers, with an easing
 * that has no effect.
 */
function isFlatThird(easing: Record<string, unknown>): boolean {
  return [easing['x'], easing['y']].every((list) => !Array.isArray(list) || list[1] === list[0]);
}

function nonZero(value: unknown): boolean {
  return Array.isArray(value) && value.some((v) => v !== 0);
}
