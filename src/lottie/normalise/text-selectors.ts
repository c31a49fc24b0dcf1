import type { Layer, Property, TextAnimator } from '../types.ts';
import { numberAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf } from './properties.ts';

type Values = Record<string, unknown>;
const ROUND = 5;
const SMOOTH = 6;
const CHARACTERS = 1;
const WITHOUT_SPACES = 2;
const BY_INDEX = 2;
const BREAKS = ['\r', '\n', '\u0003'];
/** Maximum number of letters whose animators are written one by one, in a layer and a document. */
const MAX_LETTERS = 60;
export const MAX_SPLIT_LETTERS = 600;

/**
 * Replaces animators whose range has a round or smooth shape by one animator for each letter, because
 * Skottie draws these shapes with other curves: half an ellipse and a cosine in After Effects. `copies`
 * limits the number of animators in the document. Changes the layer.
 */
export function splitSelectors(layer: Layer, budget: Budget, copies: { left: number }): void {
  if (!Array.isArray(layer.t?.a)) return;
  layer.t.a = layer.t.a.flatMap((animator) => {
    const letters = isSplittable(animator) ? lettersIn(layer, animator.s) : 0;
    if (letters === 0 || letters > Math.min(MAX_LETTERS, copies.left)) return [animator];
    const amounts = amountsOf(animator.s ?? {}, letters, budget);
    if (!amounts) return [animator];
    copies.left -= letters;
    return amounts.map((amount, i) => forLetter(animator, i, amount));
  });
}

/** Whether the selector has a round or smooth shape, and no randomness, wiggling or easing. */
function isSplittable({ s, a }: TextAnimator): boolean {
  if (!isObject(s) || !isObject(a) || (s['sh'] !== ROUND && s['sh'] !== SMOOTH)) return false;
  const isPlain = (s['t'] ?? 0) === 0 && (s['rn'] ?? 0) === 0;
  const isEased = [s['xe'], s['ne']].some((ease) => !isZero(ease));
  return isPlain && !isEased;
}

function isZero(property: unknown): boolean {
  if (property === undefined) return true;
  if (!isProperty(property) || keyframesOf(property as AnyProperty)) return false;
  return numberAt(property as Property<number>, 0, 0) === 0;
}

/** The letters of all documents if they have equally many and no breaks, or 0. */
function lettersIn(layer: Layer, s: Values | undefined): number {
  const based = s?.['b'] ?? CHARACTERS;
  if (based !== CHARACTERS && based !== WITHOUT_SPACES) return 0;
  const keys: unknown = layer.t?.d?.k;
  const counts = (Array.isArray(keys) ? keys : []).map((key: { s?: { t?: unknown } } | null) => {
    const text = typeof key?.s?.t === 'string' ? key.s.t : '';
    if (BREAKS.some((character) => text.includes(character))) return 0;
    return [...(based === CHARACTERS ? text : text.replaceAll(/\s/g, ''))].length;
  });
  return counts.every((count) => count === counts[0]) ? (counts[0] ?? 0) : 0;
}

/** The amount in percent for each letter; undefined if this exceeds a limit. */
function amountsOf(s: Values, letters: number, budget: Budget): unknown[] | undefined {
  const [start, end, offset, amount] = ['s', 'e', 'o', 'a'].map((name) =>
    isProperty(s[name]) ? (s[name] as Property<number>) : undefined,
  );
  const unit = s['r'] === BY_INDEX ? 1 : letters / 100;
  const fullRange = s['r'] === BY_INDEX ? letters : 100;
  const at = (letter: number, frame: number): [number] => {
    const shift = numberAt(offset, frame, 0);
    const ends = [numberAt(start, frame, 0), numberAt(end, frame, fullRange)];
    const [from = 0, to = 0] = ends.map((v) => (v + shift) * unit).sort((a, b) => a - b);
    const share = (letter + 0.5 - from) / (to - from);
    return [weightOf(s['sh'] as number, share) * numberAt(amount, frame, 100)];
  };
  const properties = [start, end, offset, amount] as (AnyProperty | undefined)[];
  const frames = bakedFrames(properties, budget, letters);
  const isMoving = properties.some((property) => property && keyframesOf(property));
  if (isMoving && !frames) return undefined;
  return Array.from({ length: letters }, (_, i) =>
    frames
      ? { a: 1, k: linearKeyframes(frames, (frame) => at(i, frame)) }
      : { a: 0, k: at(i, 0)[0] },
  );
}

/** The weight at a part (0 to 1) of a range. Outside of the range, and in an empty range, it is 0. */
function weightOf(shape: number, share: number): number {
  if (!(share > 0 && share < 1)) return 0;
  if (shape === ROUND) return Math.sqrt(1 - (2 * share - 1) ** 2);
  return (1 - Math.cos(2 * Math.PI * share)) / 2;
}

/**
 * The animator for one letter: it selects only the letter with this index. `amount` is its strength in
 * percent.
 */
function forLetter({ s = {}, ...animator }: TextAnimator, letter: number, amount: unknown) {
  const still = (k: number) => ({ a: 0, k });
  const range = { s: still(letter), e: still(letter + 1), o: still(0), a: amount };
  const b = s['b'] ?? CHARACTERS;
  const selector = { t: 0, b, r: BY_INDEX, rn: 0, sh: 1, xe: still(0), ne: still(0), ...range };
  return { ...structuredClone(animator), s: selector };
}
