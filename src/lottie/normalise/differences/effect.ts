import { type Message, quoted, say, type Wording } from '../../../base/index.ts';
import { type Effect, LAYER, type Layer } from '../../types.ts';
import { isEverUsed, isObject, valuesOf } from '../properties.ts';

type Finding = [code: string, message: Wording, hint: string];

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
  'ADBE Stroke': [6],
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
export function effectDifferences(layer: Layer): Finding[] {
  const { ty, ef } = layer;
  if (INVISIBLE.has(ty) || !Array.isArray(ef)) return [];
  return (ef as unknown[]).flatMap((effect): Finding[] => {
    if (!isObject(effect) || effect['en'] === 0 || typeof effect['mn'] !== 'string') return [];
    const name = effect['mn'];
    const difference = differenceOf(effect as Effect, name, layer);
    if (difference !== undefined) return [playerDifference(effect as Effect, difference)];
    const code = codeOf(effect as Effect, name);
    return code === undefined ? [] : [findingOf(code, effect as Effect)];
  });
}

/**
 * The code of the finding for an effect that is not drawn, or that players do not draw; undefined if it
 * looks the same, or does nothing.
 */
function codeOf(effect: Effect, name: string): EffectCode | undefined {
  if (name === '' || CONTROL.test(name)) return undefined;
  const byPlayers = DRAWN_BY_PLAYERS.test(name);
  if (!hasAmount(effect, name)) return undefined;
  if (!DRAWN.test(name)) return byPlayers ? 'effect_unsupported' : 'effect_ignored';
  return byPlayers ? undefined : 'preview_differs';
}

/**
 * Values of effects that players draw, but otherwise than the video: the message, and whether the values
 * lead to it. Values are in the order of the menu in After Effects.
 */
const DRAWN_OTHERWISE: Readonly<
  Record<string, [difference: Message, isSeen: (values: Values, layer: Layer) => boolean]>
> = {
  'ADBE Tint': [
    say`other colors`,
    ([black, white, amount]) => isEverAbove(amount, SEEN_TINT) && !areEqual(black, white),
  ],
  'ADBE Tritone': [say`other colors`, ([, , , original]) => isEverBelow(original, 100)],
  'ADBE Gaussian Blur 2': [
    say`soft edges`,
    ([amount, , repeats]) => isEverUsed(amount) && isEverUsed(repeats),
  ],
  'ADBE Drop Shadow': [
    say`the layer and its shadow`,
    ([, opacity, , , , only]) => isEverUsed(opacity) && isEverUsed(only),
  ],
  'ADBE Geometry2': [
    say`the layer in another place`,
    (values, { ty }) => ABOUT_ORIGIN.has(ty) && moves(values),
  ],
};
type Values = readonly unknown[];

/** In percent. */
const SEEN_TINT = 20;

/** The layers of shapes and texts have their origin within their content. */
const ABOUT_ORIGIN = new Set<number>([LAYER.shape, LAYER.text]);

/** How players draw an effect differently with its present values; undefined if they do not. */
function differenceOf({ ef }: Effect, name: string, layer: Layer): Message | undefined {
  if (!Object.hasOwn(DRAWN_OTHERWISE, name) || !Array.isArray(ef)) return undefined;
  const [difference, isSeen] = DRAWN_OTHERWISE[name] ?? [];
  const values = ef.map((value): unknown => value?.v);
  return isSeen?.(values, layer) === true ? difference : undefined;
}

function areEqual(value: unknown, other: unknown): boolean {
  return JSON.stringify(valuesOf(value, [])) === JSON.stringify(valuesOf(other, []));
}

function isEverBelow(property: unknown, limit: number): boolean {
  return valuesOf(property, [0]).some(([value = 0]) => value < limit);
}

function isEverAbove(property: unknown, limit: number): boolean {
  return valuesOf(property, [0]).some(([value = 0]) => value > limit);
}

/** Whether the effect Transform turns, skews or changes the size of a layer. */
function moves([, , , height, width, skew, , rotation]: Values): boolean {
  const isScaled = [height, width].some((scale) => valuesOf(scale, [100]).some(([s]) => s !== 100));
  return isScaled || isEverUsed(skew) || isEverUsed(rotation);
}

function hasAmount({ ef }: Effect, name: string): boolean {
  const amounts = Object.hasOwn(AMOUNTS, name) ? AMOUNTS[name] : undefined;
  if (!amounts || !Array.isArray(ef)) return true;
  return amounts.some((index) => ef[index] === undefined || isEverUsed(ef[index]?.v));
}

const BUILD = 'Build the look from shapes, or pre-render the layer.';
const JUDGE = 'Judge the look by a still of the template.';

type EffectCode = 'effect_unsupported' | 'effect_ignored' | 'preview_differs';

function findingOf(code: EffectCode, { nm, mn }: Effect): Finding {
  const name = quoted(String(nm ?? mn));
  if (code === 'effect_unsupported')
    return [code, say`The effect ${name} (${mn ?? ''}) is not drawn.`, BUILD];
  return code === 'effect_ignored'
    ? [
        code,
        say`The effect ${name} (${mn ?? ''}) is not drawn. Lottie players do not draw it either.`,
        BUILD,
      ]
    : [
        code,
        say`The effect ${name} (${mn ?? ''}) is drawn, but Lottie players leave it out.`,
        JUDGE,
      ];
}

function playerDifference({ nm, mn }: Effect, difference: Message): Finding {
  const name = quoted(String(nm ?? mn));
  return [
    'preview_differs',
    say`Lottie players draw ${difference} for the effect ${name} (${mn ?? ''}).`,
    JUDGE,
  ];
}
