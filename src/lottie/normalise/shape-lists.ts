import type { Shape } from '../types.ts';
import { isObject } from './properties.ts';

/** Yields the list of shapes of a layer and those of its groups, innermost first. Callers may change them. */
export function* shapeLists(shapes: unknown): Generator<(Shape | null)[]> {
  if (!Array.isArray(shapes)) return;
  const list = shapes as (Shape | null)[];
  for (const shape of list) if (isObject(shape)) yield* shapeLists(shape.it);
  yield list;
}
