import { allLayers, type Layer, type Lottie } from '../lottie/index.ts';
import type { ExpressionNode } from './find-expressions.ts';

const TEXT = /sourceText|sourceRectAtTime|\btext\b/;
const CONTROL = /\beffect\b|Effects/;
const COLOR = /color|content|\beffect\b|\(\d+\)/i;
const OWN_VALUE = /\b(?:value|thisProperty)\b/;
const MAX_ROUNDS = 20;
const MAX_LITERALS = 5000;

/**
 * Returns the expressions whose value may change when an editable is filled: they read a text, its size,
 * a color or a control, or a layer with such an expression. The code decides, because a condition in it
 * may hide the dependency; too many are better than too few.
 */
export function findDependents(lottie: Lottie, nodes: readonly ExpressionNode[]): ExpressionNode[] {
  const bound = boundKinds(lottie);
  const boundLayers = layersWithBoundTransform(lottie);
  if (bound.size === 0 && boundLayers.length === 0) return [];
  const reads = ({ node, node: { x }, layer }: ExpressionNode) =>
    (bound.has('text') && (TEXT.test(x) || (isBoundText(node, layer) && OWN_VALUE.test(x)))) ||
    (bound.has('control') && CONTROL.test(x)) ||
    (bound.has('color') && COLOR.test(x));
  const dependents = new Set(nodes.filter((node) => reads(node)));
  const others = nodes
    .filter((node) => !dependents.has(node))
    .map((node) => ({ node, names: literals(node.node.x) }));
  for (
    let round = 0, previousSize = -1;
    previousSize !== dependents.size && round < MAX_ROUNDS;
    round++
  ) {
    previousSize = dependents.size;
    const layers = new Set([...boundLayers, ...[...dependents].map(({ layer }) => layer)]);
    const names = new Set([...layers].map(({ nm }) => nm));
    for (const { node, names: readNames } of others) {
      const readsOwn = layers.has(node.layer) && readsProperty(node.node.x);
      if (
        readsOwn ||
        readNames.some((name) => names.has(name)) ||
        readsUnnamed(node.node.x, layers)
      )
        dependents.add(node);
    }
  }
  return nodes.filter((node) => dependents.has(node));
}

/** The kinds of values that are bound to an editable. */
function boundKinds(lottie: Lottie): Set<'text' | 'control' | 'color'> {
  const kinds = new Set<'text' | 'control' | 'color'>();
  if (lottie.fonts?.list.some(({ sid }) => sid !== undefined)) kinds.add('text');
  for (const { layer } of allLayers(lottie)) {
    if (layer.t?.d?.sid !== undefined) kinds.add('text');
    if (hasSid(layer.ef)) kinds.add('control');
    if (hasSid(layer.shapes) || hasSid(layer.t?.d?.k)) kinds.add('color');
  }
  return kinds;
}

/** Editables can also set a position, an opacity or a mask that has a slot. */
function layersWithBoundTransform(lottie: Lottie): Layer[] {
  const layers = allLayers(lottie).map(({ layer }) => layer);
  return layers.filter(({ ks, masksProperties }) => hasSid(ks) || hasSid(masksProperties));
}

function isBoundText(node: object, { t }: Layer): boolean {
  return t?.d === node && t.d.sid !== undefined;
}

/** Whether anything below is bound to an editable. */
function hasSid(root: unknown): boolean {
  const open = [root];
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if ('sid' in value || 'fcSid' in value || 'scSid' in value) return true;
    if (!Array.isArray(value) || typeof value[0] !== 'number') open.push(...Object.values(value));
  }
  return false;
}

/** The texts in quotes of a code: names of layers are among them. */
export function literals(code: string): string[] {
  const foundNames: string[] = [];
  for (const [, , text = ''] of code.matchAll(/(['"])((?:(?!\1)[^\\\n]|\\.){0,200})\1/g)) {
    foundNames.push(text);
    if (foundNames.length >= MAX_LITERALS) break;
  }
  return foundNames;
}

/** Whether code may refer to a layer by its position, by a name that it builds, or as its parent. */
export function readsByIndex(code: string): boolean {
  return /\b(?:layer|thisComp)\s*\((?!\s*(?:'[^'\n]{0,200}'|"[^"\n]{0,200}")\s*[,)])|\bparent\b|\bcomp\s*\(/.test(
    code,
  );
}

/** Whether the code may read one of these layers without its name, by an index. */
function readsUnnamed(code: string, layers: ReadonlySet<Layer>): boolean {
  return layers.size > 0 && readsByIndex(code);
}

function readsProperty(code: string): boolean {
  return /transform|content|effect|position|scale|rotation|opacity|anchorPoint|mask|text/i.test(
    code,
  );
}
