import type { Layer, Shape } from '../types.ts';
import { isObject, isProperty, shapeLists } from './properties.ts';

const STROKES = new Set<unknown>(['st', 'gs']);
const OFFSET = 'o';

/**
 * Writes the dashes of strokes as Skottie reads them: the lengths of dashes and gaps, then the
 * offset. lottie-web takes the offset by its name, from any place, and does not need it.
 */
export function fixDashes(layer: Layer): void {
  for (const list of shapeLists(layer.shapes)) {
    for (const shape of list) if (STROKES.has(shape?.ty)) orderDashes(shape as Shape);
  }
}

/**
 * Moves the offset behind the lengths, and adds an offset of 0 if there is none. A pattern without lengths
 * is removed.
 */
function orderDashes(stroke: Shape): void {
  const { d } = stroke;
  if (!Array.isArray(d)) return;
  const entries = d.filter((entry) => isObject(entry) && isProperty(entry['v']));
  const lengths = entries.filter(({ n }) => n !== OFFSET);
  const offset = entries.findLast(({ n }) => n === OFFSET);
  if (lengths.length === 0) delete stroke['d'];
  else stroke['d'] = [...lengths, offset ?? { n: OFFSET, v: { a: 0, k: 0 } }];
}
