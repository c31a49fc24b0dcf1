import type { Lottie } from '../lottie/index.ts';
import { entryOf, type ParsedMapping } from '../mapping/index.ts';
import { boundName, targetsOf } from '../template/index.ts';
import { channelsOf } from './color.ts';
import { scaleOpacity } from './opacity.ts';
import { replaceExpression } from './replace-expression.ts';

/** Sets the colors of a mapping in a document. */
export function setColors(lottie: Lottie, mapping: ParsedMapping): void {
  for (const target of targetsOf(lottie)) {
    if (target.type !== 'color') continue;
    const entry = entryOf(mapping, boundName(target), 'color');
    if (!entry) continue;
    const channels = channelsOf(entry.color);
    if ('property' in target) {
      replaceExpression(target.property);
      target.property.a = 0;
      target.property.k = [...channels.slice(0, 3), 1];
      // Players disagree on a color's fourth component, so the alpha is multiplied with the
      // opacity.
      if (target.opacity) Object.assign(target.opacity, scaleOpacity(target.opacity, channels[3]));
    } else {
      for (const document of target.documents) {
        document[target.key === 'fcSid' ? 'fc' : 'sc'] = channels.slice(0, 3);
      }
    }
  }
}
