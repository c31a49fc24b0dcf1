import { AppError } from '../../base/index.ts';
import type { TextDocument } from '../../lottie/index.ts';
import { objectOf } from './manifest.ts';

type Json = Record<string, unknown>;

/** Limits of a theme. Its values are copied to each property of a slot. */
export const THEME_LIMITS = {
  bytes: 4 * 1024 * 1024,
  rules: 2000,
  keyframes: 10_000,
  stops: 256,
  /** Copied values together. */
  values: 1_000_000,
  /** Also the limit of texts and names. */
  characters: 100_000,
  number: 1e6,
} as const;
/** Players ease linearly where a keyframe has no tangents. */
export function easingOf({
  inTangent,
  outTangent,
  hold,
  valueInTangent,
  valueOutTangent,
}: Json): Json {
  if (hold === true || hold === 1) return { h: 1 };
  const [ti, to] = [numbers(valueInTangent, 2, 3), numbers(valueOutTangent, 2, 3)];
  return {
    i: handleOf(inTangent) ?? { x: [1], y: [1] },
    o: handleOf(outTangent) ?? { x: [0], y: [0] },
    ...(ti && to && { ti, to }),
  };
}

/** The easing handle of a keyframe with up to four dimensions; undefined if it is malformed. */
function handleOf(tangent: unknown): Json | undefined {
  const { x, y } = objectOf(tangent) ?? {};
  const [ease, level] = [numbers([x].flat(), 1, 4), numbers([y].flat(), 1, 4)];
  return ease && level ? { x: ease, y: level } : undefined;
}

export type Stops = { colors: number[]; count: number };

/** Lottie lists the colors of a gradient, and then its opacities if any color is transparent. */
export function stopsOf(value: unknown): Stops | undefined {
  if (!Array.isArray(value) || value.length < 1 || value.length > THEME_LIMITS.stops)
    return undefined;
  const colors: number[] = [];
  const opacities: number[] = [];
  for (const stop of value) {
    const { color, offset } = objectOf(stop) ?? {};
    const channels = numbers(color, 3, 4);
    if (!channels || !isNumber(offset)) return undefined;
    colors.push(offset, ...channels.slice(0, 3));
    opacities.push(offset, channels[3] ?? 1);
  }
  const isOpaque = opacities.every((at, index) => index % 2 === 0 || at === 1);
  return { colors: isOpaque ? colors : [...colors, ...opacities], count: value.length };
}

const JUSTIFICATIONS = [
  ...['left', 'right', 'center', 'justifylastlineleft', 'justifylastlineright'],
  ...['justifylastlinecenter', 'justifylastlinefull'],
];
const CAPS = ['regular', 'allcaps', 'smallcaps'];

export type ThemeText = { document: TextDocument; family: string | undefined };

/**
 * Reads the value of a text rule as fields of a Lottie text document. Fields of a wrong type are left out;
 * undefined if the value is no text, or a text that is too long. `family` names a font and is not yet
 * resolved.
 */
export function documentOf(value: unknown): ThemeText | undefined {
  if (typeof value === 'string') return documentOf({ text: value });
  const givenObject = objectOf(value);
  if (!givenObject) return undefined;
  const { text, fontFamily, justify, textCaps, strokeOverFill } = givenObject;
  if (text !== undefined && (typeof text !== 'string' || text.length > THEME_LIMITS.characters))
    return undefined;
  const document: Json = {};
  const put = (key: string, fieldValue: unknown) => {
    if (fieldValue !== undefined && fieldValue !== -1) document[key] = fieldValue;
  };
  put('t', text);
  put('s', number(givenObject['fontSize']));
  put('fc', numbers(givenObject['fillColor'], 3, 4));
  put('sc', numbers(givenObject['strokeColor'], 3, 4));
  put('sw', number(givenObject['strokeWidth']));
  put('lh', number(givenObject['lineHeight']));
  put('tr', number(givenObject['tracking']));
  put('ls', number(givenObject['baselineShift']));
  put('sz', numbers(givenObject['wrapSize'], 2, 2));
  put('ps', numbers(givenObject['wrapPosition'], 2, 2));
  if (typeof strokeOverFill === 'boolean') put('of', strokeOverFill);
  if (typeof justify === 'string') put('j', JUSTIFICATIONS.indexOf(justify.toLowerCase()));
  if (typeof textCaps === 'string') put('ca', CAPS.indexOf(textCaps.toLowerCase()));
  return { document, family: typeof fontFamily === 'string' ? fontFamily : undefined };
}

export function isSide(value: unknown): value is number {
  return isNumber(value) && value > 0 && value <= 16_384;
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= THEME_LIMITS.number;
}

function number(value: unknown): number | undefined {
  return isNumber(value) ? value : undefined;
}

/** Returns the value itself if it is a list of `min` to `max` finite numbers; else undefined. */
export function numbers(value: unknown, min: number, max: number): number[] | undefined {
  const isList = Array.isArray(value) && value.length >= min && value.length <= max;
  return isList && value.every(isNumber) ? value : undefined;
}

/** An error with the code `theme_invalid`. `received` goes into the message as it is: pass a short text. */
export function themeInvalid(
  theme: string,
  expected: string,
  received: unknown,
  hint?: string,
): AppError {
  return new AppError(
    'theme_invalid',
    `Expected ${expected} for the theme ${JSON.stringify(theme.slice(0, 100))} but received ${received}.`,
    { hint: hint ?? 'Export the theme again.' },
  );
}
