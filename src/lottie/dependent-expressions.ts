import type { Lottie } from './types.ts';

/**
 * The part of an animation that is evaluated again for each mapping: the expressions that depend on
 * editables, and the layers that they read. `lottie` is the animation before `normalise`, in which only
 * these properties still have their expression, and all other layers are empty. A property has the same number (`xn`) here and in the template's animation, where
 * it has keyframes instead of the expression. Bound texts, colors and controls have the editable's name
 * (`sid`), so that they are filled like those of the template.
 */
export type DependentExpressions = {
  lottie: Lottie;
  /** Data files that the expressions read: path and text. */
  dataFiles: [string, string][];
};
