import { allLayers, type Layer, type Lottie } from '../lottie/index.ts';

/** A property with an expression. */
export type ExpressionNode = {
  /** The property: `x` is the code, `k` its value or keyframes, and `xn` its number. */
  node: { x: string; k: unknown; a?: unknown; xn?: number; [key: string]: unknown };
  /** The path of its layer, for reports. */
  layerPath: string;
  /** The field that holds it, such as `o` for an opacity, `tm` for a time remap, `d` for a text. */
  key: string;
  layer: Layer;
};

/**
 * Returns all properties of the layers that show, which have an expression, in document order. Uses a
 * list of open objects, because a document may be nested deeply.
 */
export function findExpressions(lottie: Lottie): ExpressionNode[] {
  const foundNodes: ExpressionNode[] = [];
  for (const { layer, path } of allLayers(lottie)) inLayer(layer, path, foundNodes);
  return foundNodes;
}

/**
 * Appends the expressions of a layer in the order of the document. Without recursion, because of deep
 * nesting; numbers are skipped.
 */
function inLayer(layer: Layer, layerPath: string, foundNodes: ExpressionNode[]): void {
  const open: [unknown, string][] = [[layer, '']];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const [value, key] = entry;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      if (typeof value[0] === 'number') continue;
      for (let i = value.length - 1; i >= 0; i--) open.push([value[i], key]);
      continue;
    }
    const node = value as Record<string, unknown>;
    if (typeof node['x'] === 'string' && 'k' in node) {
      foundNodes.push({ node: node as ExpressionNode['node'], layerPath, key, layer });
      continue;
    }
    for (const [name, part] of Object.entries(node).reverse()) open.push([part, name]);
  }
}
