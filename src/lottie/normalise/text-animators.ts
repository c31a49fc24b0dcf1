import type {
  Bezier,
  Char,
  Font,
  Layer,
  Lottie,
  Property,
  Shape,
  TextAnimator,
  TextDocument,
} from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { allLayers } from '../walk.ts';
import { BUDGET, type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf } from './properties.ts';

import { MAX_SPLIT_LETTERS, splitSelectors } from './text-selectors.ts';

type Values = Record<string, unknown>;
/** Maximum number of letters that are copied for one document. */
const MAX_COPIES = 5000;
const FULL = { s: 0, e: 100, o: 0, a: 100 };

/**
 * Rewrites the properties of text animators that Skottie does not know, when the letters and their
 * colors are final: hue, saturation and brightness become colors; a stroke that only an animator
 * draws begins with a width of 0; anchor points and skews of all letters move their outlines; round and
 * smooth ranges become an animator for each letter.
 * Changes the document.
 */
export function fixTextAnimators(lottie: Lottie): void {
  const budget = { work: BUDGET };
  const letters = new Letters(lottie);
  const copies = { left: MAX_SPLIT_LETTERS };
  for (const { layer } of allLayers(lottie)) {
    if (layer.ty !== 5 || !Array.isArray(layer.t?.a)) continue;
    const animators = layer.t.a.filter((animator) => isObject(animator) && isObject(animator.a));
    for (const { a = {} } of animators) {
      shiftColor(layer, a, { color: 'fc', hue: 'fh', saturation: 'fs', brightness: 'fb' }, budget);
      shiftColor(layer, a, { color: 'sc', hue: 'sh', saturation: 'ss', brightness: 'sb' }, budget);
      beginStroke(layer, a);
    }
    moveLetters(layer, animators, letters);
    splitSelectors(layer, budget, copies);
  }
}

function documentsIn(layer: Layer) {
  const keys: unknown = layer.t?.d?.k;
  return (Array.isArray(keys) ? keys : []).flatMap((key) => (isObject(key?.s) ? [key.s] : []));
}

type Shift = { color: 'fc' | 'sc'; hue: string; saturation: string; brightness: string };

/** Replaces the shift of a color by the shifted color. Between the two, colors mix. */
function shiftColor(layer: Layer, a: Values, names: Shift, budget: Budget): void {
  const { color, hue, saturation, brightness } = names;
  const shifts = [a[hue], a[saturation], a[brightness]];
  if (!shifts.some(isProperty)) return;
  const [h, s, b] = shifts.map((p) => (isProperty(p) ? (p as Property<number>) : undefined));
  const ownColor = isProperty(a[color]) ? (a[color] as Property<number[]>) : undefined;
  const base = channels(documentsIn(layer)[0]?.[color]);
  const at = (frame: number) => [
    ...shifted(ownColor ? channels(vectorAt(ownColor, frame, base)) : base, [
      numberAt(h, frame, 0),
      numberAt(s, frame, 0),
      numberAt(b, frame, 0),
    ]),
    1,
  ];
  const frames = bakedFrames([h, s, b, ownColor], budget);
  for (const name of [hue, saturation, brightness]) delete a[name];
  a[color] = frames ? { a: 1, k: linearKeyframes(frames, at) } : { a: 0, k: at(0) };
}

/** The first three channels of a color, from 0 to 1; missing ones are 0. */
function channels(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return [0, 1, 2].map((index) => {
    const channel = list[index];
    return typeof channel === 'number' ? Math.min(1, Math.max(0, channel)) : 0;
  });
}

/** A color whose hue (degrees), saturation and brightness (percent) are changed. */
function shifted([r = 0, g = 0, b = 0]: number[], shift: readonly number[]): number[] {
  const [turn = 0, saturate = 0, brighten = 0] = shift;
  const max = Math.max(r, g, b);
  const range = max - Math.min(r, g, b);
  let hue = 0;
  if (range > 0) {
    if (max === r) hue = (g - b) / range;
    else if (max === g) hue = 2 + (b - r) / range;
    else hue = 4 + (r - g) / range;
  }
  const limited = (value: number) => Math.min(1, Math.max(0, value)) || 0;
  const saturation = limited((max === 0 ? 0 : range / max) + saturate / 100);
  const value = limited(max + brighten / 100);
  const sector = (((hue + turn / 60) % 6) + 6) % 6;
  return [5, 3, 1].map((n) => {
    const k = (n + sector) % 6;
    return value - value * saturation * limited(Math.min(k, 4 - k));
  });
}

/**
 * Skottie draws the strokes of animators only around letters that have a stroke. A width without a color
 * draws none.
 */
function beginStroke(layer: Layer, a: Values): void {
  if (!isProperty(a['sc'])) return;
  for (const document of documentsIn(layer)) {
    if (Array.isArray(document.sc)) continue;
    document.sc = [0, 0, 0];
    document.sw = 0;
    document.lj ??= 2;
  }
}

/** Whether an animator always changes all letters completely. */
export function isOnAllLetters({ s }: TextAnimator): boolean {
  if (s === undefined) return true;
  if (!isObject(s)) return false;
  if ((s['sh'] ?? 1) !== 1 || (s['r'] ?? 1) !== 1 || (s['rn'] ?? 0) !== 0) return false;
  if (s['t'] !== undefined && s['t'] !== 0) return false;
  return Object.entries(FULL).every(([name, fullValue]) => {
    const property = s[name];
    if (property === undefined) return true;
    return isStill(property) && numberAt(property as Property<number>, 0, fullValue) === fullValue;
  });
}

export function isStill(property: unknown): boolean {
  return isProperty(property) && keyframesOf(property as AnyProperty) === undefined;
}

/** An affine map of outlines about the middle of a letter, [a b c d e f] as in SVG. */
type Move = readonly [number, number, number, number, number, number];

/** The move of an animator's anchor point and skew, in pixels; undefined if it has neither. */
function moveOf(animator: TextAnimator, grouping: unknown): Move | undefined {
  const { a: anchor, sk, sa } = animator.a ?? {};
  if (!isOnAllLetters(animator)) return undefined;
  const [x = 0, y = 0] = isStill(anchor) ? vectorAt(anchor as never, 0, [0, 0]) : [];
  const canSkew = isStill(sk) && (sa === undefined || isStill(sa)) && (grouping ?? 1) === 1;
  const skew = canSkew ? numberAt(sk as never, 0, 0) : 0;
  if (x === 0 && y === 0 && skew === 0) return undefined;
  const axis = (numberAt(sa as never, 0, 0) * Math.PI) / 180;
  const k = Math.tan((-Math.min(85, Math.max(-85, skew)) * Math.PI) / 180);
  const [c, s] = [Math.cos(axis), Math.sin(axis)];
  const [ma, mb, mc, md] = [1 + k * c * s, -k * s * s, k * c * c, 1 - k * c * s];
  const move = [ma, mb, mc, md, -x * ma - y * mc, -x * mb - y * md] as const;
  return move.every((value) => Math.abs(value) < 1e5) ? move : undefined;
}

/** The fonts and letters of a document, with the number of letters that may still be copied. */
class Letters {
  left = MAX_COPIES;
  readonly fonts: Map<string, Font>;
  readonly #lottie: Lottie;
  readonly #letters = new Map<string, Map<string, Char>>();

  constructor(lottie: Lottie) {
    this.#lottie = lottie;
    this.fonts = new Map((lottie.fonts?.list ?? []).map((font) => [font.fName, font]));
    for (const char of lottie.chars ?? []) this.#enter(char);
  }

  /** The letters of a font by character; none if the animation has no outlines of the font. */
  lettersOf({ fFamily, fStyle = '' }: Font): ReadonlyMap<string, Char> {
    return this.#letters.get(JSON.stringify([fFamily, fStyle])) ?? new Map();
  }

  /** Adds a font to the document, unless it has one of this name. */
  addFont(font: Font): void {
    if (this.fonts.has(font.fName)) return;
    this.fonts.set(font.fName, font);
    this.#lottie.fonts?.list.push(font);
  }

  /** Adds a letter to the document, and counts it against the limit. */
  addLetter(char: Char): void {
    this.left -= 1;
    this.#enter(char);
    this.#lottie.chars?.push(char);
  }

  #enter(char: Char): void {
    const key = JSON.stringify([char.fFamily, char.style]);
    const fontLetters = this.#letters.get(key) ?? new Map<string, Char>();
    this.#letters.set(key, fontLetters.set(char.ch, char));
  }
}

/** Gives the layer a font whose letters' outlines are moved. */
function moveLetters(layer: Layer, animators: readonly TextAnimator[], letters: Letters): void {
  for (const animator of animators) {
    const move = moveOf(animator, layer.t?.m?.g);
    if (!move) continue;
    for (const document of documentsIn(layer)) {
      const name = movedFont(document, move, letters);
      if (name !== undefined) document.f = name;
    }
    for (const name of ['a', 'sk', 'sa']) delete animator.a?.[name];
  }
}

/**
 * Returns the name of a copy of the font whose outlines are transformed, and adds its letters; undefined
 * for an unknown font, or beyond the limit of letters. `move` is a matrix in pixels, so each font size
 * needs a copy.
 */
function movedFont(
  { f, s, t = '' }: TextDocument,
  move: Move,
  letters: Letters,
): string | undefined {
  const font = letters.fonts.get(f ?? '');
  if (!font || typeof s !== 'number' || !(s > 0) || letters.left <= 0) return undefined;
  const key = [...move.slice(0, 4), ...move.slice(4).map((value) => (value * 100) / s)];
  const suffix = ` moved ${key.map((value) => value.toFixed(3)).join(' ')}`;
  const fontCopy = {
    ...font,
    fName: `${font.fName}${suffix}`,
    fFamily: `${font.fFamily}${suffix}`,
  };
  const [copyLetters, fontLetters] = [letters.lettersOf(fontCopy), letters.lettersOf(font)];
  // Caps are drawn with other letters than those of the text.
  const missing = [...new Set(t.toUpperCase() + t)].flatMap((ch) => {
    const char = copyLetters.has(ch) ? undefined : fontLetters.get(ch);
    return char ? [char] : [];
  });
  if (missing.length > letters.left) return undefined;
  for (const char of missing) letters.addLetter(movedChar(char, fontCopy.fFamily, key));
  letters.addFont(fontCopy);
  return fontCopy.fName;
}

/** A letter turns about the middle of its advance; tangents are transformed without the translation. */
function movedChar(char: Char, fFamily: string, move: readonly number[]): Char {
  const copy = { ...structuredClone(char), fFamily };
  const middle = (typeof char.w === 'number' ? char.w : 0) / 2;
  for (const group of copy.data?.shapes ?? []) {
    for (const shape of (group?.it ?? []) as (Shape | null)[]) {
      const path = shape?.ks?.k as Bezier | undefined;
      if (!Array.isArray(path?.v) || !Array.isArray(path.i) || !Array.isArray(path.o)) continue;
      path.v = path.v.map((point) => movePoint(point, move, middle));
      const linear = [...move.slice(0, 4), 0, 0];
      path.i = path.i.map((point) => movePoint(point, linear, 0));
      path.o = path.o.map((point) => movePoint(point, linear, 0));
    }
  }
  return copy;
}

/** Transforms a point about `middle` on the baseline. */
function movePoint(point: unknown, move: readonly number[], middle: number): number[] {
  const [x = 0, y = 0] = Array.isArray(point) ? (point as number[]) : [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = move;
  return [a * (x - middle) + c * y + e + middle, b * (x - middle) + d * y + f];
}
