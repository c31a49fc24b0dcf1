import { say } from '../../base/index.ts';
import type { Layer, Lottie } from '../types.ts';
import { layerPath, precompOf, precompsById } from '../walk.ts';
import type { Budget } from './bake.ts';
import type { Difference } from './differences/index.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf, propertiesOf } from './properties.ts';

const MAX_KEYFRAMES = 5000;
/** Longer expressions are programs, which are not supported. */
const MAX_CHARACTERS = 1000;

/**
 * Replaces expressions by keyframes, because Skottie does not run expressions. Supports the two
 * kinds that designers use most: a loop of the keyframes, and a copy of another property. Returns a
 * difference for each layer that has other expressions.
 */
export function resolveExpressions(lottie: Lottie, budget: Budget): Difference[] {
  const differences: Difference[] = [];
  const precomps = precompsById(lottie);
  const seenPaths = new Set<string>();
  const enter = (layers: Layer[], parent: string) => {
    const named = lookUpBy(layers, 'nm');
    for (const layer of layers) {
      const path = layerPath(parent, layer);
      const unresolved = [...propertiesOf(layer)].filter(
        (p) => typeof p.x === 'string' && !resolve(p, layer, named, budget),
      ).length;
      if (unresolved > 0) differences.push(unresolvedDifference(path, unresolved));
      const inner = precompOf(layer, precomps);
      if (inner && !seenPaths.has(inner.id)) {
        seenPaths.add(inner.id);
        enter(inner.layers, path);
      }
    }
  };
  enter(lottie.layers, '');
  return differences;
}

function unresolvedDifference(path: string, count: number): Difference {
  return {
    code: 'expression_unsupported',
    message:
      count === 1
        ? say`${count} property has an expression that cannot be run. The render uses the values without the expression.`
        : say`${count} properties have expressions that cannot be run. The render uses the values without the expression.`,
    layer_path: path,
    hint: 'In After Effects: Animation > Keyframe Assistant > Convert Expression to Keyframes, then export again.',
  };
}

/**
 * Replaces a simple expression by keyframes or a value that draw the same, and returns whether it could.
 * Then the property has no expression any more.
 */
function resolve(property: AnyProperty, layer: Layer, layers: LookUp, budget: Budget): boolean {
  const code = statement(property.x ?? '');
  const isResolved =
    code === 'value' ||
    loop(property, code, layer, budget) ||
    takeOver({ property, code, layer, layers, budget });
  if (isResolved) delete property.x;
  return isResolved;
}

/**
 * Returns the only statement of an expression, without the code that the exporter adds around it;
 * an empty text if the expression has several statements.
 */
function statement(expression: string): string {
  if (expression.length > MAX_CHARACTERS) return '';
  const plain = expression.replaceAll(/\s+/g, ' ').replace('var $bm_rt;', '').trim();
  const guarded =
    /^if \(thisProperty\.numKeys > 1\) \{ \$bm_rt = (thisProperty\.loopOut\([^;]*\)); \} else \{ \$bm_rt = value; \}$/.exec(
      plain,
    );
  const [, single = ''] = guarded ?? /^\$bm_rt = ([^;{}]+);?$/.exec(plain) ?? [];
  return single
    .replace(/^thisProperty\./, '')
    .replace(/^thisLayer\./, '')
    .trim();
}

/**
 * Replaces `loopOut('cycle')` and `loopOut('cycle', 0)` by copies of the keyframes until the layer
 * ends. Returns false for other code, and if the copies exceed a limit.
 */
function loop(property: AnyProperty, code: string, layer: Layer, budget: Budget): boolean {
  if (!/^loopOut\((['"]cycle['"](, ?0)?)?\)$/.test(code)) return false;
  const keys = keyframesOf(property);
  const [first, last] = [keys?.[0], keys?.at(-1)];
  if (!keys || !first || !last || !(last.t > first.t)) return true;
  const period = last.t - first.t;
  const rounds = Math.ceil((layer.op - first.t) / period);
  if (!(rounds * keys.length <= MAX_KEYFRAMES)) return false;
  if (!spend(budget, rounds * keys.length)) return false;
  const looped = keys.map((key) => ({ ...key }));
  // The last keyframe and the first of the next round fall on the same frame: the value jumps
  // there.
  for (let round = 1; round < rounds; round++) {
    const end = looped.pop();
    if (end)
      looped.push({
        ...end,
        t: end.t - 0.001,
        ...('s' in end ? {} : { s: looped.at(-1)?.e }),
        h: 1,
      });
    looped.push(...keys.map((key) => ({ ...key, t: key.t + period * round })));
  }
  property.k = looped;
  property.a = 1;
  return true;
}

/**
 * Replaces a reference to another property, such as `content('A').content('B').path` or
 * `thisComp.layer('L').transform.position`, by a copy of the value or keyframes of that property.
 * Returns false for other code, and if the copy exceeds the budget.
 */
function takeOver({
  property,
  code,
  layer,
  layers,
  budget,
}: {
  property: AnyProperty;
  code: string;
  layer: Layer;
  layers: LookUp;
  budget: Budget;
}): boolean {
  const [, named, propertyPath = ''] =
    /^(?:thisComp\.layer\(['"](.+?)['"]\)\.)?(.+)$/.exec(code) ?? [];
  const owner = named === undefined ? layer : (layers(named) as Layer | undefined);
  if (
    !owner ||
    (named !== undefined && owner.parent !== layer.parent && !propertyPath.startsWith('content'))
  )
    return false;
  const source = findProperty(owner, propertyPath);
  // A source with an expression of its own would have to be resolved first.
  if (!source || source === property || source.x !== undefined) return false;
  const size = sizeOf(source, budget.work);
  if (!spend(budget, size)) {
    // Counting a large value takes time, too, so it is deducted.
    budget.work -= Math.min(size, budget.work);
    return false;
  }
  const { k, a } = structuredClone(source);
  property.k = k;
  if (a !== undefined) property.a = a;
  return true;
}

/**
 * Deducts a copy from the budget, at twice its size. The budget stops small files that grow by
 * references to themselves.
 */
function spend(budget: Budget, copied: number): boolean {
  if (copied * 2 > budget.work) return false;
  budget.work -= copied * 2;
  return true;
}

/** Returns the number of values inside of a value, and at least `max` if there are more. */
function sizeOf(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (size > max) break;
    size += sizeOf(child, max - size);
  }
  return size;
}

/** Finds the first object of a list by a field's value; the index is built on first use. */
type LookUp = (value: string) => Record<string, unknown> | undefined;

/** Returns a function that finds a part of a list by a field. The index is built at the first use. */
function lookUpBy(list: readonly unknown[], field: string): LookUp {
  let index: Map<unknown, Record<string, unknown>> | undefined;
  return (value) => {
    // The first of several equal values counts, so the map is filled in reverse.
    index ??= new Map(
      list.flatMap((part) => (isObject(part) ? [[part[field], part] as const] : [])).reverse(),
    );
    return index.get(value);
  };
}

/** Cached indexes of shape lists, since many expressions of a document may use the same list. */
const shapeLists = new WeakMap<readonly unknown[], { named: LookUp; ofType: LookUp }>();

/** The cached look-ups of a list of shapes; undefined for another value. */
function shapeLookUps(list: unknown): { named: LookUp; ofType: LookUp } | undefined {
  if (!Array.isArray(list)) return undefined;
  const lookUps = shapeLists.get(list) ?? {
    named: lookUpBy(list, 'nm'),
    ofType: lookUpBy(list, 'ty'),
  };
  shapeLists.set(list, lookUps);
  return lookUps;
}

const TRANSFORM: Record<string, string> = {
  position: 'p',
  anchorPoint: 'a',
  scale: 's',
  rotation: 'r',
  opacity: 'o',
};
const OWN: Record<string, string> = {
  path: 'ks',
  size: 's',
  position: 'p',
  roundness: 'r',
  color: 'c',
  opacity: 'o',
  strokeWidth: 'w',
};

/**
 * A name ends at the next quote of the same kind. Without this rule, matching takes quadratic time.
 */
const CONTENT = /content\((['"])((?:(?!\1).)+)\1\)\.?/g;

/**
 * The property of a layer that code such as `content("Group").transform.position` reads; undefined for
 * other code, and for names that the layer does not have.
 */
function findProperty(layer: Layer, code: string): AnyProperty | undefined {
  const contents = [...code.matchAll(CONTENT)].map(([, , name = '']) => name);
  const last = code.replaceAll(CONTENT, '');
  let node: Record<string, unknown> = layer as unknown as Record<string, unknown>;
  for (const name of contents) {
    const next = shapeLookUps(node['it'] ?? node['shapes'])?.named(name);
    if (!next) return undefined;
    node = next;
  }
  const [, inTransform] = /^transform\.(\w+)$/.exec(last) ?? [];
  const group = shapeLookUps(node['it'])?.ofType('tr');
  const holder: unknown = inTransform === undefined ? node : (group ?? node['ks']);
  const key = inTransform === undefined ? OWN[last] : TRANSFORM[inTransform];
  const heldValue = isObject(holder) && key !== undefined ? holder[key] : undefined;
  return isProperty(heldValue) ? heldValue : undefined;
}
