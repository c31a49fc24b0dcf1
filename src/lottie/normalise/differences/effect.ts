import { type Effect, LAYER, type Layer } from '../../types.ts';
import { isEverUsed, isObject } from '../properties.ts';

type Finding = [code: string, message: string, hint: string];

/** Effects that Skottie knows by their After Effects name. */
const DRAWN =
  /^(ADBE (Fill|Tint|Tritone|Gaussian Blur 2|Drop Shadow|Linear Wipe|Radial Wipe|Venetian Blinds|Easy Levels2|Pro Levels2|Geometry2|Invert|Ramp|Shift Channels|HUE SATURATION|Brightness & Contrast 2|Black&White|Motion Blur|Bulge|Displacement Map|Corner Pin|Threshold2|Fractal Noise|Sphere)|CC (Sphere|Toner))$/;
/** Effects that lottie-web draws. */
const DRAWN_BY_PLAYERS =
  /^ADBE (Fill|Tint|Tritone|Stroke|Pro Levels2|Drop Shadow|Set Matte3|Gaussian Blur 2|Geometry2)$/;
/** Values for expressions, also of the presets of After Effects. They draw nothing. */
const CONTROL =
  /^(ADBE (Slider|Color|Point|Angle|Checkbox|Layer|Dropdown|Point3D) Control|ADBE CM \w+|Pseudo\/.*)$/;
/** The values without which an effect changes nothing, by their position. */
const AMOUNTS: Readonly<Record<string, readonly number[]>> = {
  'ADBE Linear Wipe': [0],
  'ADBE Radial Wipe': [0],
  'ADBE Venetian Blinds': [0],
  'ADBE Brightness & Contrast 2': [0, 1],
  'ADBE Motion Blur': [1],
  'ADBE Bulge': [3],
  'ADBE Displacement Map': [2, 4],
};
const INVISIBLE = new Set<number>([LAYER.null, LAYER.camera, LAYER.audio]);

/**
 * The effects of a layer that are not drawn, or that players do not draw: `effect_unsupported` where
 * players draw the effect, `effect_ignored` where they do not, and `preview_differs` where only the
 * video shows it.
 */
export function effectDifferences({ ty, ef }: Layer): Finding[] {
  if (INVISIBLE.has(ty) || !Array.isArray(ef)) return [];
  return (ef as unknown[]).flatMap((effect): Finding[] => {
    if (!isObject(effect) || effect['en'] === 0 || typeof effect['mn'] !== 'string') return [];
    const code = codeOf(effect as Effect, effect['mn']);
    return code === undefined ? [] : [findingOf(code, effect as Effect)];
  });
}

function codeOf(effect: Effect, name: string): keyof typeof TEXTS | undefined {
  if (name === '' || CONTROL.test(name)) return undefined;
  const byPlayers = DRAWN_BY_PLAYERS.test(name);
  if (!DRAWN.test(name)) return byPlayers ? 'effect_unsupported' : 'effect_ignored';
  return byPlayers || !hasAmount(effect, name) ? undefined : 'preview_differs';
}

function hasAmount({ ef }: Effect, name: string): boolean {
  const amounts = Object.hasOwn(AMOUNTS, name) ? AMOUNTS[name] : undefined;
  if (!amounts || !Array.isArray(ef)) return true;
  return amounts.some((index) => isEverUsed(ef[index]?.v));
}

const TEXTS = {
  effect_unsupported: ['is not drawn.', 'Build the look from shapes, or pre-render the layer.'],
  effect_ignored: [
    'is not drawn. Lottie players do not draw it either.',
    'Build the look from shapes, or pre-render the layer.',
  ],
  preview_differs: [
    'is drawn, but Lottie players leave it out.',
    'Judge the look by a still of the template.',
  ],
} as const;

function findingOf(code: keyof typeof TEXTS, { nm, mn }: Effect): Finding {
  const [message, hint] = TEXTS[code];
  return [code, `The effect ${JSON.stringify(String(nm ?? mn))} (${mn}) ${message}`, hint];
}
