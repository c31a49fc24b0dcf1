import type { Lottie } from './types.ts';

/**
 * What a template keeps of the expressions that follow editables. `lottie` is the animation before
 * `normalise`, in which only these properties still have their expression; other layers than those that
 * they need are empty. A property has the same number (`xn`) here and in the template's animation, where
 * it has keyframes instead of the expression. Bound texts, colors and controls have the editable's name
 * (`sid`), so that they are filled like those of the template.
 */
export type Rig = {
  lottie: Lottie;
  /** Data files that the expressions read: path and text. */
  dataFiles: [string, string][];
};
