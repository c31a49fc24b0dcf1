import { type Message, quoted, say, type Wording } from '../../../base/index.ts';
import { LAYER, type Layer, type LayerStyle } from '../../types.ts';
import { numberAt, vectorAt } from '../../value.ts';
import { isProperty } from '../properties.ts';
import { STYLE, stylesOf } from '../styles.ts';
import { isStyleSeen } from './player.ts';

type Finding = [code: string, message: Wording, hint: string];

const DRAWN = new Set<number>(Object.values(STYLE));
const INVISIBLE = new Set<number>([LAYER.null, LAYER.camera, LAYER.audio]);
const SEEN: Readonly<Record<number, Message>> = {
  5: say`the layer looks flat`,
  6: say`the layer lacks its shading`,
  8: say`the layer has its own colors instead of the gradient`,
};
/** Modes of a style's menu: darkening modes end at 8, lightening modes at 14. */
const [NORMAL, LAST_DARKER, LAST_LIGHTER] = [1, 8, 14];

/** The warning for a layer whose stroke is left out. */
export const TOO_MANY_STROKES = {
  code: 'layer_style_unsupported',
  message: 'The stroke around the layer is not drawn: the animation has too many strokes.',
  hint: 'Use strokes of shapes or texts instead of layer styles.',
};

/** The layer styles that are omitted, or mixed with the background differently. */
export function styleDifferences(layer: Layer): Finding[] {
  if (INVISIBLE.has(layer.ty)) return [];
  return stylesOf(layer).flatMap((style): Finding[] => {
    const name = quoted(String(style.nm ?? style.ty).slice(0, 80));
    if (!DRAWN.has(style.ty)) {
      const consequence = SEEN[style.ty] ?? say`its look is missing`;
      const message = say`The layer style ${name} is not drawn: ${consequence}.`;
      return [['layer_style_unsupported', message, 'Use a shape or an effect instead.']];
    }
    if (!isStyleSeen(style) || !mixesDifferently(style)) return [];
    return [
      [
        'layer_style_differs',
        say`The layer style ${name} is drawn in the mode Normal, so its color differs over a background.`,
        'Set its blend mode to Normal and choose its color and opacity for that.',
      ],
    ];
  });
}

/**
 * Whether a layer style that is blended as Normal would look different, by its blend mode and color at the first
 * frame. Black in a darkening mode, and white in a lightening one, look nearly the same as in Normal.
 */
function mixesDifferently({ bm, c }: LayerStyle): boolean {
  if (!isProperty(bm)) return false;
  const mode = numberAt(bm as never, 0, NORMAL);
  if (mode <= NORMAL) return false;
  const color = vectorAt(isProperty(c) ? (c as never) : undefined, 0, [0, 0, 0]).slice(0, 3);
  if (mode <= LAST_DARKER) return color.some((channel) => channel > 0.02);
  return mode > LAST_LIGHTER || color.some((channel) => channel < 0.98);
}
