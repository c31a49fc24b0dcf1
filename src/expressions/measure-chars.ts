import { type Char, eachObject, type Lottie } from '../lottie/index.ts';
import type { MeasureText } from './types.ts';

/** Width of a character without an outline, and extent above and below the baseline, in ems. */
const WIDTH = 0.55;
const TOP = -0.72;
const BOTTOM = 0.05;
const SIZE = 100;
const MAX_CHARACTERS = 20_000;

/**
 * Returns the bounds of texts from the glyph outlines of the document. Characters without an outline
 * have an average size.
 */
export function measureByChars(lottie: Lottie): MeasureText {
  const chars = new Map<string, Char>();
  const styles = new Map(lottie.fonts?.list.map((font) => [font.fName, font]));
  const key = (ch: string, family: unknown, style: unknown) => JSON.stringify([ch, family, style]);
  for (const char of lottie.chars ?? []) chars.set(key(char.ch, char.fFamily, char.style), char);
  return ({ document: { t = '', f = '', s = 0, tr = 0, lh, j = 0 } }) => {
    const font = styles.get(f);
    const lines = String(t)
      .slice(0, MAX_CHARACTERS)
      .replaceAll('\u0003', '\r')
      .split(/[\r\n]/);
    const spacing = (tr / 1000) * s;
    const leading = lh ?? s * 1.2;
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [index, line] of lines.entries()) {
      const extents = [...line].map((ch) =>
        extentOf(chars.get(key(ch, font?.fFamily, font?.fStyle)), s),
      );
      const width = extents.reduce((sum, e) => sum + e.width + spacing, -spacing);
      const start = j === 1 ? -width : j === 2 ? -width / 2 : 0;
      left = Math.min(left, start);
      right = Math.max(right, start + Math.max(width, 0));
      for (const e of extents) {
        top = Math.min(top, index * leading + e.top);
        bottom = Math.max(bottom, index * leading + e.bottom);
      }
    }
    if (!(bottom >= top && right >= left)) return { left: 0, top: 0, width: 0, height: 0 };
    return { left, top, width: right - left, height: bottom - top };
  };
}

const heights = new WeakMap<Char, { top: number; bottom: number }>();

/**
 * The width of a letter, and its extent above and below the baseline, in pixels at the font size. Letters
 * without outlines have average values.
 */
function extentOf(char: Char | undefined, size: number) {
  if (!char || typeof char.w !== 'number')
    return { width: WIDTH * size, top: TOP * size, bottom: BOTTOM * size };
  const scale = size / SIZE;
  const charHeight = heights.get(char) ?? heightOf(char);
  heights.set(char, charHeight);
  return { width: char.w * scale, top: charHeight.top * scale, bottom: charHeight.bottom * scale };
}

/**
 * The vertical extent of a letter's points, at size 100 from the baseline (up is negative). For a letter
 * without points, `top` is Infinity and `bottom` -Infinity, which change no minimum or maximum.
 */
function heightOf(char: Char): { top: number; bottom: number } {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  eachObject(char.data, ({ v }) => {
    if (!Array.isArray(v)) return;
    for (const point of v as unknown[]) {
      const y: unknown = Array.isArray(point) ? point[1] : undefined;
      if (typeof y !== 'number') continue;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  });
  return top <= bottom
    ? { top, bottom }
    : { top: Number.POSITIVE_INFINITY, bottom: Number.NEGATIVE_INFINITY };
}
