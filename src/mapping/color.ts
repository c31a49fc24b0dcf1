import { type Fault, fault, quoted, say } from '../base/index.ts';

/** A color in sRGB. Each part is a byte, 0–255; an alpha of 255 is opaque. */
export type Color = { red: number; green: number; blue: number; alpha: number };

/** A color as a mapping writes it: 3, 6 or 8 hex digits, `#` optional. */
export const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Returns the color that hex digits name; `undefined` for any other text. */
export function parseColor(text: string): Color | undefined {
  if (!HEX.test(text)) return undefined;
  const digits = text.replace('#', '');
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const byte = (index: number) => Number.parseInt(long.slice(index, index + 2), 16);
  return { red: byte(0), green: byte(2), blue: byte(4), alpha: long.length === 8 ? byte(6) : 255 };
}

/** Returns the color as `rrggbb`, or as `rrggbbaa` when it is not opaque. */
export function hexOf({ red, green, blue, alpha }: Color): string {
  const parts = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha];
  return parts.map((part) => part.toString(16).padStart(2, '0')).join('');
}

/** Returns a fault for a text that is not a color. `name` is the entry's name. */
export function colorFaults(name: string, text: string, pointer: string): Fault[] {
  if (HEX.test(text)) return [];
  const received = quoted(text.slice(0, 40).toWellFormed());
  const message = say`Expected a hex color for ${quoted(name)} but received ${received}.`;
  const hint = 'Use 3, 6 or 8 hex digits, with or without #, such as 0a7b83.';
  return [fault('color_invalid', message, { pointer, editable: name, hint })];
}
