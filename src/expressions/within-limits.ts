import { LOTTIE_LIMITS, type Lottie } from '../lottie/index.ts';
import type { BakedProperty, BakeFailure } from './types.ts';

/** Expressions may use this part of what a document has left: later steps write some keyframes, too. */
const PART = 0.9;
const TOO_MANY = 'The values of all expressions together are too many.';

/**
 * Returns the values with which the document stays within the limits of its objects and texts, in order, and
 * a failure for each of the others. Without this, the stored template could not be read.
 */
export function withinLimits(
  lottie: Lottie,
  baked: ReadonlyMap<number, BakedProperty>,
): { keptProperties: Map<number, BakedProperty>; failed: BakeFailure[] } {
  const ownSize = sizeOf(lottie);
  let nodes = (LOTTIE_LIMITS.nodes - ownSize.nodes) * PART;
  let characters = (LOTTIE_LIMITS.textCharacters - ownSize.characters) * PART;
  const keptProperties = new Map<number, BakedProperty>();
  const failed: BakeFailure[] = [];
  for (const [node, values] of baked) {
    const size = sizeOf(values);
    if (size.nodes > nodes || size.characters > characters) {
      failed.push({ node, reason: TOO_MANY });
      continue;
    }
    nodes -= size.nodes;
    characters -= size.characters;
    keptProperties.set(node, values);
  }
  return { keptProperties, failed };
}

/** The number of objects and lists in a value, and of characters in its texts. */
function sizeOf(root: unknown): { nodes: number; characters: number } {
  let [nodes, characters] = [0, 0];
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    nodes += 1;
    if (Array.isArray(value)) {
      for (const part of value as unknown[]) if (isNode(part)) open.push(part);
      continue;
    }
    for (const [key, part] of Object.entries(value as object)) {
      if (isNode(part)) open.push(part);
      else if (key === 't' && typeof part === 'string') characters += part.length;
    }
  }
  return { nodes, characters };
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
