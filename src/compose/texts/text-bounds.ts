import type { Char, Font, Shape, TextDocument } from '../../lottie/index.ts';
import { boundsOfShapes, type Rectangle } from './shape-bounds.ts';

/** Bounds in pixels of the layer, as `sourceRectAtTime` returns them. */
export type TextBounds = { left: number; top: number; width: number; height: number };

/** Lottie's numbers of a line's side; justified text has the side of its last line. */
const RIGHT = new Set([1, 4]);
const CENTER = new Set([2, 5]);

/**
 * Returns the bounds of the ink of a text that is set in outlines, as After Effects measures it.
 * `chars` are the outlines of its font. A text without ink has a size of 0 at its origin.
 */
export function inkBounds(
  document: TextDocument,
  chars: ReadonlyMap<string, Char>,
  font: Font | undefined,
): TextBounds {
  let ink: Rectangle | undefined;
  for (const letter of inkOfLetters(document, chars, font)) ink = unionOf(ink, letter);
  if (!ink) {
    const [left, top] = originOf(document, font);
    return { left, top, width: 0, height: 0 };
  }
  return { left: ink[0], top: ink[1], width: ink[2] - ink[0], height: ink[3] - ink[1] };
}

/** Returns the bounds of the ink of each letter that has ink, in the order of the text. */
export function inkOfLetters(
  document: TextDocument,
  chars: ReadonlyMap<string, Char>,
  font: Font | undefined,
): Rectangle[] {
  const { t = '', s: size = 0, lh = size * 1.2, ls = 0 } = document;
  const [left, first] = originOf(document, font);
  return t.split('\r').flatMap((line, index) => {
    const letters = [...line].flatMap((letter) => chars.get(letter) ?? []);
    const baseline = first + index * lh - ls;
    return inkOfLine(letters, document).map((ink) => moveBounds(ink, left, baseline, 1));
  });
}

/** The left edge of the box, or the origin of point text, and the first baseline. */
function originOf({ s = 0, sz, ps }: TextDocument, font: Font | undefined): [number, number] {
  if (typeof sz?.[0] !== 'number') return [0, 0];
  return [ps?.[0] ?? 0, (ps?.[1] ?? 0) + ((font?.ascent ?? 100) * s) / 100];
}

/**
 * The ink of each letter of a line, in pixels of the layer from the first baseline. `letters` are drawn at
 * size 100.
 */
function inkOfLine(letters: readonly Char[], { s = 0, j = 0, sz }: TextDocument): Rectangle[] {
  const scale = s / 100;
  const width = letters.reduce((sum, { w }) => sum + w * scale, 0);
  const free = (sz?.[0] ?? 0) - width;
  let x = RIGHT.has(j) ? free : CENTER.has(j) ? free / 2 : 0;
  const ink: Rectangle[] = [];
  for (const char of letters) {
    const charBounds = inkOf(char);
    if (charBounds) ink.push(moveBounds(charBounds, x, 0, scale));
    x += char.w * scale;
  }
  return ink;
}

function moveBounds(
  [left, top, right, bottom]: Rectangle,
  x: number,
  y: number,
  scale: number,
): Rectangle {
  return [x + left * scale, y + top * scale, x + right * scale, y + bottom * scale];
}

/** The bounds of each letter's outlines, which do not change. */
const cache = new WeakMap<Char, { bounds: Rectangle | undefined }>();

/** The cached ink of a letter at size 100; undefined for a letter without ink. */
function inkOf(char: Char): Rectangle | undefined {
  const cachedBounds = cache.get(char) ?? { bounds: measureChar(char) };
  cache.set(char, cachedBounds);
  return cachedBounds.bounds;
}

function measureChar({ t, data, w }: Char): Rectangle | undefined {
  // A letter in color is a composition. Emoji fill their width.
  if (t === 1) return [0, -0.9 * w, w, 0.1 * w];
  const { shapes } = data as { shapes?: Shape[] };
  return Array.isArray(shapes) ? boundsOfShapes(shapes, 0) : undefined;
}

function unionOf(a: Rectangle | undefined, b: Rectangle): Rectangle {
  if (!a) return b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
