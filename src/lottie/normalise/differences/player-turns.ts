import type { Layer } from '../../types.ts';
import { rests, separateRoute } from '../auto-orient.ts';
import { keyframesOf } from '../properties.ts';

/**
 * The turns along a path that the video shows as designed, and Lottie players do not: they turn no
 * layer that moves in one dimension, they turn a layer back while it rests, and before and after
 * keyframes of one dimension they take its direction at other times.
 */
export function turnMessages(layer: Layer): string[] {
  const route = layer.ao ? separateRoute(layer) : undefined;
  if (!route) return [];
  const [x, y] = route.axes.map((axis) => keyframesOf(axis)?.map(({ t }) => t) ?? []);
  if (!x?.length && !y?.length) return [];
  const isAlike = x?.[0] === y?.[0] && x?.at(-1) === y?.at(-1);
  if (isAlike && !rests(route)) return [];
  return ['Lottie players turn the layer in other directions along its path than the video.'];
}
