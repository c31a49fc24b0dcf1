import { propertiesOf } from './normalise/properties.ts';
import type { Layer, Lottie, Property } from './types.ts';
import { allLayers } from './walk.ts';

/** A property whose expression depends on editables: `xn` is the number of the expression. */
export type DependentProperty = Property<unknown> & { xn: number };

/** A layer with such properties. */
export type DependentLayer = { layer: Layer; path: string; dependents: DependentProperty[] };

/** Returns the properties of a layer whose expressions depend on editables. */
export function dependentsIn(layer: Layer): DependentProperty[] {
  return [...propertiesOf(layer)].filter((property) => isDependent(property));
}

/** Returns the code of the expressions of a layer. */
export function expressionsIn(layer: Layer): string[] {
  return [...propertiesOf(layer)].flatMap(({ x }) => (typeof x === 'string' ? [x] : []));
}

/** Returns each layer with properties whose expressions depend on editables. */
export function dependentLayers(lottie: Lottie): DependentLayer[] {
  return allLayers(lottie)
    .map(({ layer, path }) => ({ layer, path, dependents: dependentsIn(layer) }))
    .filter(({ dependents }) => dependents.length > 0);
}

function isDependent(property: Property<unknown>): property is DependentProperty {
  return Number.isInteger(property.xn);
}
