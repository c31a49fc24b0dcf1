import { LAYER } from '../lottie/index.ts';
import { documentsOf, type ReportEntry, type Target, type TextSpace } from '../template/index.ts';
import type { FoundEditable } from './find-editables.ts';

const HINT = 'Draw it as paragraph text, or give it a "box" or a "max_width" in template.json.';

/** Reports the point texts for which template.json has no limits. */
export function pointTexts(
  foundEditables: readonly FoundEditable[],
  textSpaces: ReadonlyMap<string, TextSpace>,
): ReportEntry[] {
  return foundEditables.flatMap(({ name, targets, json }) => {
    if (json.max_width !== undefined || json.box !== undefined) return [];
    return targets.filter(isPoint).map(({ path }) => entryFor(name, path, textSpaces.get(name)));
  });
}

function isPoint({ type, layer }: Target): boolean {
  return (
    type === 'text' &&
    layer.ty === LAYER.text &&
    documentsOf(layer).some(({ sz }) => sz === undefined)
  );
}

function entryFor(name: string, path: string, textSpace: TextSpace | undefined): ReportEntry {
  const text = `The text ${JSON.stringify(name)} has no box`;
  if (!textSpace) {
    return {
      code: 'text_without_box',
      message: `${text}, so a text that is longer than the sample cannot be fitted.`,
      layer_path: path,
      hint: HINT,
    };
  }
  return {
    code: 'text_fitted_to_frame',
    message: `${text}. A text that is longer than the sample shrinks to the ${textSpace.width} pixels up to the edge of the frame.`,
    layer_path: path,
    hint: `${HINT} "box": false keeps the size of every text.`,
  };
}
