import { propertiesOf } from './normalise/properties.ts';
import type { Layer, Lottie, Property } from './types.ts';
import { allLayers } from './walk.ts';

/** A property whose expression follows editables: `xn` is the number of the expression. */
export type Follower = Property<unknown> & { xn: number };

/** A layer with such properties. */
export type FollowingLayer = { layer: Layer; path: string; followers: Follower[] };

/** Returns the properties of a layer whose expressions follow editables. */
export function followersIn(layer: Layer): Follower[] {
  return [...propertiesOf(layer)].filter((property) => isFollower(property));
}

/** Returns the code of the expressions of a layer. */
export function expressionsIn(layer: Layer): string[] {
  return [...propertiesOf(layer)].flatMap(({ x }) => (typeof x === 'string' ? [x] : []));
}

/** Returns each layer with properties whose expressions follow editables. */
export function followingLayers(lottie: Lottie): FollowingLayer[] {
  return allLayers(lottie)
    .map(({ layer, path }) => ({ layer, path, followers: followersIn(layer) }))
    .filter(({ followers }) => followers.length > 0);
}

function isFollower(property: Property<unknown>): property is Follower {
  return Number.isInteger(property.xn);
}
