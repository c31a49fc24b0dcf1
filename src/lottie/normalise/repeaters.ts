import type { Layer, Property, Shape } from '../types.ts';
import { numberAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { isObject, isProperty, keyframesOf, shapeLists } from './properties.ts';
import { repeaterCopies } from './repeater-copies.ts';

/**
 * Rounds the copies of repeaters up: Skottie rounds them to the nearest number. Repeaters that it
 * draws differently become groups.
 */
export function fixRepeaters(layer: Layer, budget: Budget): void {
  for (const list of shapeLists(layer.shapes)) roundUpCopies(list, budget);
}

/**
 * Replaces repeaters that Skottie draws differently by groups, in place. Of the others, and beyond the
 * budget, only the number of copies is rounded up.
 */
function roundUpCopies(list: (Shape | null)[], budget: Budget): void {
  for (let index = 0; index < list.length; index++) {
    const shape = list[index];
    if (!isObject(shape) || shape.ty !== 'rp') continue;
    // The shapes of the list are searched, copied and moved.
    const isRewritten = shape.hd !== true && list.length <= budget.work;
    if (isRewritten) budget.work -= list.length;
    const copies = isRewritten ? repeaterCopies(list.slice(0, index), shape, budget) : undefined;
    if (copies) {
      list.splice(0, index + 1, ...copies);
      index = copies.length - 1;
    } else if (isProperty(shape.c)) roundUp(shape.c as unknown as Property<number>, budget);
  }
}

/** Rounds a number of copies up in every frame. Beyond the budget, it stays as it is. */
function roundUp(copies: Property<number>, budget: Budget): void {
  const source = structuredClone(copies);
  const at = (frame: number) => Math.ceil(numberAt(source, frame, 0));
  if (!keyframesOf(copies)) {
    if (typeof copies.k === 'number') copies.k = at(0);
    return;
  }
  const frames = bakedFrames([copies], budget);
  if (frames) copies.k = linearKeyframes(frames, (frame) => [at(frame)], true) as never;
}
