import {
  allLayers,
  type Effect,
  type Layer,
  type Lottie,
  type PlacedLayer,
  type Property,
} from '../lottie/index.ts';

/** Maximum amount of a value that an editable can set, in the units of its property. */
export const MAX_CONTROL_VALUE = 1_000_000;

export type ControlType = 'number' | 'checkbox' | 'point';

/** A number, switch or point in the document: an expression control, or a property with a slot. */
export type ControlTarget = {
  type: ControlType;
  layer: Layer;
  path: string;
  /** The path of the effect, when this is its only value. */
  alias?: string;
  property: Property<number | number[]>;
};

/** Values of effects, by `ty`. Dropdowns (7) hold the position of the chosen option, from 1. */
const EFFECT_TYPES: Readonly<Record<number, ControlType>> = {
  0: 'number',
  1: 'number',
  3: 'point',
  4: 'checkbox',
  7: 'number',
};
const COLOR = 2;

/** The parts of a layer that are searched. Time remaps are not: they choose the frames of videos. */
const PARTS = ['ks', 'shapes', 'masksProperties', 'sy', 't'] as const;
/** Colors have a type of their own; `d` is the document of a text, or a list of dashes. */
const SKIPPED_KEYS = new Set(['c', 'fc', 'sc', 'd']);
/** Maximum depth of a property in its layer. */
const MAX_DEPTH = 60;

/**
 * Returns the values of all effects, and all other properties that have a slot. A slot without a
 * value in the document has the value of `lottie.slots`.
 */
export function controlTargets(lottie: Lottie): ControlTarget[] {
  return allLayers(lottie).flatMap((placed) => [
    ...effectTargets(placed, lottie),
    ...slotTargets(placed, lottie),
  ]);
}

/**
 * The values of a layer's effects that an editable can set. An effect with a single usable value has its
 * own name as an alias.
 */
function effectTargets({ layer, path }: PlacedLayer, lottie: Lottie): ControlTarget[] {
  const foundTargets: ControlTarget[] = [];
  for (const effect of Array.isArray(layer.ef) ? layer.ef : []) {
    const values: NonNullable<Effect['ef']> = Array.isArray(effect?.ef) ? effect.ef : [];
    const usable = values.filter(
      (value) => value?.ty === COLOR || EFFECT_TYPES[value?.ty ?? -1] !== undefined,
    );
    const name = `${path} > ${effect?.nm ?? 'effect'}`;
    for (const value of usable) {
      const type = EFFECT_TYPES[value?.ty ?? -1];
      const property = propertyIn(value?.v);
      if (type === undefined || !property) continue;
      const kind = typeOf(exampleIn(property, lottie));
      if (kind === undefined || (kind === 'point') !== (type === 'point')) continue;
      foundTargets.push({
        type,
        layer,
        path: `${name} > ${value?.nm ?? 'value'}`,
        property,
        ...(usable.length === 1 && { alias: name }),
      });
    }
  }
  return foundTargets;
}

/** Properties with a slot: opacity, rotation, position, size, stroke width, radius and others. */
function slotTargets({ layer, path }: PlacedLayer, lottie: Lottie): ControlTarget[] {
  const foundTargets: ControlTarget[] = [];
  const open = PARTS.map((key) => ({ value: layer[key] as unknown, path, depth: 0 }));
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.depth > MAX_DEPTH) continue;
    for (const [key, part] of partsOf(at.value)) {
      const inner = Array.isArray(at.value) ? nameBelow(at.path, part) : `${at.path} > ${key}`;
      const target = slotTarget(part, lottie);
      if (target) foundTargets.push({ ...target, layer, path: inner });
      else open.push({ value: part, path: inner, depth: at.depth + 1 });
    }
  }
  return foundTargets;
}

/** The objects and lists in a value, last first, without colors and lists of numbers. */
function partsOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && typeof value[0] === 'number') return [];
  return Object.entries(value)
    .filter(([key, part]) => {
      const isDashes = key === 'd' && Array.isArray(part);
      return typeof part === 'object' && part !== null && (isDashes || !SKIPPED_KEYS.has(key));
    })
    .toReversed();
}

/**
 * The type and property of a value with a slot; undefined without a slot, or if no type of editable fits.
 */
function slotTarget(
  value: unknown,
  lottie: Lottie,
): Pick<ControlTarget, 'type' | 'property'> | undefined {
  const property = propertyIn(value);
  if (property?.sid === undefined) return undefined;
  const type = typeOf(exampleIn(property, lottie));
  return type === undefined ? undefined : { type, property };
}

/** The path of a part; a part without a name is not in the path. */
function nameBelow(path: string, part: unknown): string {
  const { nm } = (part ?? {}) as { nm?: unknown };
  return typeof nm === 'string' ? `${path} > ${nm}` : path;
}

/** The value as a property, if it has a value or a slot. */
function propertyIn(value: unknown): ControlTarget['property'] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { sid } = value as { sid?: unknown };
  if (!('k' in value) && typeof sid !== 'string') return undefined;
  return value as ControlTarget['property'];
}

/** Returns the default of a property's slot, or its own value; of keyframes the first. */
function exampleIn({ k, sid }: ControlTarget['property'], { slots }: Lottie): unknown {
  const slot = slots && sid !== undefined && Object.hasOwn(slots, sid) ? slots[sid] : undefined;
  return firstValue((slot?.p as { k?: unknown } | undefined)?.k ?? k);
}

/** The value of the first keyframe, or the constant value. */
function firstValue(k: unknown): unknown {
  if (!Array.isArray(k) || typeof k[0] !== 'object') return k;
  return (k[0] as { s?: unknown } | null)?.s;
}

/** A list of one number is a number; two or three numbers are a point. */
function typeOf(value: unknown): 'number' | 'point' | undefined {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > 3 || !list.every(Number.isFinite)) return undefined;
  if (list.length === 1) return 'number';
  return list.length === 0 ? undefined : 'point';
}

/** Returns the numbers of a control at its first keyframe: one, or the two or three of a point. */
export function controlNumbers({ property }: ControlTarget): number[] {
  const value = firstValue(property.k);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is number => typeof item === 'number' && Number.isFinite(item));
}

/** Whether a target is a number, checkbox or point of an expression control. A control's color is not: it is a target as other colors are. */
export function isControl<T extends { type: string }>(
  target: T | ControlTarget,
): target is ControlTarget {
  return target.type === 'number' || target.type === 'checkbox' || target.type === 'point';
}
