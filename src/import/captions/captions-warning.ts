import { type Message, quoted, say } from '../../base/index.ts';
import { allLayers, type Lottie } from '../../lottie/index.ts';
import type { ImportWarning } from '../../template/index.ts';

type Reason =
  | { reason: 'editable'; name: string }
  | { reason: 'many'; most: number }
  | { reason: 'place' | 'hidden' | 'time map' | 'animators' | 'path' | 'keyframes' | 'expression' };

/** Returns the finding about a layer for captions that has no captions, or not all of its look. */
export function captionsWarning({ path, ...why }: Reason & { path: string }): ImportWarning {
  return { code: 'captions_layer', message: messageOf(why), layer_path: path, hint: HINT };
}

const HINT =
  'Use a visible text layer that is no editable, without text animators, path, expression and time remapping.';

function messageOf(why: Reason): Message {
  switch (why.reason) {
    case 'editable':
      return say`Captions are not drawn in this layer, because it is the editable ${quoted(why.name)}.`;
    case 'place':
      return say`Captions are not drawn in this layer, because "captions" in template.json gives another place.`;
    case 'many':
      return say`Captions are not drawn in this layer: only the first ${why.most} layers with its name have them.`;
    case 'hidden':
      return say`Captions are not drawn in this layer, because it never shows.`;
    case 'time map':
      return say`Captions are not drawn in this layer, because a composition around it has time remapping or runs backwards.`;
    case 'animators':
      return say`Captions do not have the text animators of this layer.`;
    case 'path':
      return say`Captions do not follow the path of this layer.`;
    case 'keyframes':
      return say`The text of this layer changes by keyframes. Captions have the look of the first one.`;
    case 'expression':
      return say`The text of this layer has an expression. Captions replace it.`;
  }
}

/** Reports the texts of captions that have expressions. Call it before expressions are written as keyframes. */
export function expressionsOfCaptions(lottie: Lottie): ImportWarning[] {
  return allLayers(lottie).flatMap(({ layer, path }) =>
    layer.captions !== undefined && typeof layer.t?.d.x === 'string'
      ? [captionsWarning({ reason: 'expression', path })]
      : [],
  );
}
