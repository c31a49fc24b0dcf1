import { quoted, say, someOf } from '../base/index.ts';
import { documentsOf, type ImportWarning } from '../template/index.ts';
import type { FoundEditable } from './find-editables.ts';

const MAX_LISTED = 5;
const MAX_CHARACTERS = 60;

/**
 * Reports the editable texts that change by keyframes: a mapping has one text, which replaces all of them.
 * Call it before expressions are written as keyframes.
 */
export function textKeyframes(foundEditables: readonly FoundEditable[]): ImportWarning[] {
  return foundEditables.flatMap(({ name, targets }) =>
    targets.flatMap(({ type, layer, path }) => {
      const texts = type === 'text' ? [...new Set(documentsOf(layer).map(({ t = '' }) => t))] : [];
      return texts.length > 1 ? [keyframesWarning(name, path, texts)] : [];
    }),
  );
}

function keyframesWarning(name: string, path: string, texts: readonly string[]): ImportWarning {
  const shortTexts = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed());
  return {
    code: 'text_keyframes',
    message: say`The text ${quoted(name)} changes by keyframes: ${someOf(shortTexts, MAX_LISTED)}. A text of a mapping replaces all of them.`,
    layer_path: path,
    hint: 'Make a layer with a name of its own for each text, from its keyframe to the next.',
  };
}
