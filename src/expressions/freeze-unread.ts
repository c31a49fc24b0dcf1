import { allLayers, eachObject, type Layer, type Lottie } from '../lottie/index.ts';
import { literals, readsByIndex } from './find-dependents.ts';
import { findExpressions } from './find-expressions.ts';

/** Words by which code may refer to other properties than its own. */
const ANY =
  /\b(?:transform|\$bm_transform|position|scale|rotation|opacity|anchorPoint|content|effect|mask|text|sourceRectAtTime|sampleImage|thisLayer|thisComp|thisProperty|comp|parent|propertyGroup|shape|path|points|elem|this|eval|Function|globalThis|window)\b/;
/** Of these, the ones that may lead to shapes or masks. A call with a number is a group of a layer. */
const SHAPES =
  /\b(?:content|mask|sourceRectAtTime|sampleImage|thisProperty|propertyGroup|shape|path|points|elem|this|eval|Function|globalThis|window)\b|Contents|Vectors|Mask|\)\s*\(\s*[^'"\s]|thisLayer\s*\(/;
const EFFECT_VALUE = /\beffect\s*\([^()]{0,200}\)\s*\([^()]{0,200}\)/g;
/** Functions that use the transforms of parents and of the layers around. */
const WORLD = /\b(?:to|from)(?:World|Comp)/;

/**
 * Removes the shapes and masks that no expression reads, and replaces the keyframes that none reads by
 * their first value, in place: lottie-web evaluates all of them in each frame, and most of its time goes
 * into paths. Expressions and texts stay.
 */
export function freezeUnread(lottie: Lottie): void {
  const layers = allLayers(lottie).map(({ layer }) => layer);
  const usage = readLayers(lottie, layers);
  for (const layer of layers) {
    if (!usage.any.has(layer)) {
      if (!usage.isWorld) freeze(layer.ks);
      freeze(layer.ef);
    }
    if (usage.shapes.has(layer)) continue;
    if (layer.shapes && !hasExpression(layer.shapes)) layer.shapes = [];
    if (!hasExpression(layer.masksProperties)) {
      delete layer.masksProperties;
      delete layer.hasMask;
    }
    freeze(layer.shapes);
    freeze(layer.masksProperties);
  }
}

type ReadLayers = { any: Set<Layer>; shapes: Set<Layer>; isWorld: boolean };

/** The layers whose properties expressions read, those whose shapes they read, and of transforms. */
function readLayers(lottie: Lottie, layers: readonly Layer[]): ReadLayers {
  const usage: ReadLayers = { any: new Set(), shapes: new Set(), isWorld: false };
  // Many layers may have one name, and many expressions may contain it.
  const names = { any: new Set<string>(), shapes: new Set<string>() };
  const readsAll = { any: false, shapes: false };
  for (const { node, layer } of findExpressions(lottie)) {
    const code = node.x;
    usage.isWorld ||= WORLD.test(code);
    if (!ANY.test(code)) continue;
    const kinds = SHAPES.test(code.replaceAll(EFFECT_VALUE, '')) ? BOTH : JUST_ANY;
    for (const kind of kinds) {
      readsAll[kind] ||= readsByIndex(code);
      usage[kind].add(layer);
      for (const name of literals(code)) names[kind].add(name);
    }
  }
  for (const kind of BOTH) {
    for (const layer of layers)
      if (readsAll[kind] || (layer.nm !== undefined && names[kind].has(layer.nm)))
        usage[kind].add(layer);
  }
  return usage;
}

const BOTH = ['any', 'shapes'] as const;
const JUST_ANY = ['any'] as const;

function hasExpression(root: unknown): boolean {
  let isFound = false;
  eachObject(root, ({ x }) => {
    isFound ||= typeof x === 'string';
  });
  return isFound;
}

type Animated = { a?: unknown; k: unknown[]; x?: unknown };

/** Keeps only the first value of each animated property below, in place. */
function freeze(root: unknown): void {
  const open = [root];
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (isAnimated(value)) freezeValue(value);
    else if (!Array.isArray(value) || typeof value[0] !== 'number')
      open.push(...Object.values(value));
  }
}

/** A property with an expression keeps its keyframes, and so does a text. */
function freezeValue(property: Animated): void {
  const { s } = property.k[0] as { s?: unknown };
  if (typeof property.x === 'string' || !Array.isArray(s)) return;
  Object.assign(property, { a: 0, k: s.length === 1 ? (s[0] as unknown) : s });
}

/** Whether a value is a property with keyframes. */
function isAnimated(value: object): value is Animated {
  const [first] = 'k' in value && Array.isArray(value.k) ? (value.k as unknown[]) : [];
  return typeof first === 'object' && first !== null && 't' in first;
}
