import type { Layer, Property, Shape } from '../types.ts';
import { numberAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { isObject, isProperty, keyframesOf } from './properties.ts';

/** Rounds the copies of repeaters up: Skottie rounds them to the nearest number. */
export function fixRepeaters(layer: Layer, budget: Budget): void {
  visit(layer.shapes, budget);
}

function visit(shapes: unknown, budget: Budget): void {
  if (!Array.isArray(shapes)) return;
  for (const shape of shapes as (Shape | null)[]) {
    if (!isObject(shape)) continue;
    visit(shape.it, budget);
    const copies = shape.ty === 'rp' ? shape.c : undefined;
    if (isProperty(copies)) roundUp(copies as unknown as Property<number>, budget);
  }
}

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
