import type { ExpressionNode } from './find-expressions.ts';

/**
 * A value of a property: numbers, a path as numbers, or a text. `use` is the number of the layer's
 * use: a composition may be shown several times.
 */
export type Sample = { use: number; from: number; to: number; values: Float64Array };

/** What the sandbox returned, checked: samples by expression, and texts. */
export type Answer = { samples: Map<number, Sample[]>; texts: string[] };

const MAX_VALUES = 100_000;
const MAX_MAGNITUDE = 1e7;
const MAX_TEXTS = 100_000;
const MAX_TEXT_CHARACTERS = 20_000;
/** The driver stops before. */
const MAX_ALL_CHARACTERS = 2_000_000;
const MAX_REASON = 300;

/** The answer does not have the form that the driver writes. An expression may have changed the driver. */
export class BadAnswer extends Error {
  constructor() {
    super('The sandbox returned no usable values.');
  }
}

/**
 * Reads the samples that the driver wrote. An expression may have changed everything inside of the
 * sandbox, so only the form is trusted after it was checked. Throws BadAnswer.
 */
export function readSamples(
  numbers: Float64Array,
  isKnown: (expression: number) => boolean,
): Map<number, Sample[]> {
  const samples = new Map<number, Sample[]>();
  for (let at = 0; at < numbers.length; ) {
    const [id = -1, use = -1, from = Number.NaN, to = Number.NaN, count = -1] = numbers.subarray(
      at,
      at + 5,
    );
    at += 5;
    const isCount = Number.isInteger(count) && count > 0 && count <= MAX_VALUES;
    if (!isCount || !isKnown(id)) throw new BadAnswer();
    if (!(Math.abs(from) <= MAX_MAGNITUDE && Math.abs(to) <= MAX_MAGNITUDE && from <= to))
      throw new BadAnswer();
    const values = numbers.subarray(at, at + count);
    at += count;
    if (values.length !== count) throw new BadAnswer();
    for (const value of values) if (!(Math.abs(value) <= MAX_MAGNITUDE)) throw new BadAnswer();
    const list = samples.get(id);
    if (list) list.push({ use, from, to, values });
    else samples.set(id, [{ use, from, to, values }]);
  }
  return samples;
}

/** Reads the list of texts. Throws BadAnswer. */
export function readTexts(json: string): string[] {
  const texts = parseBounded(json);
  if (!Array.isArray(texts) || texts.length > MAX_TEXTS) throw new BadAnswer();
  let characters = 0;
  for (const text of texts) {
    if (typeof text !== 'string' || text.length > MAX_TEXT_CHARACTERS) throw new BadAnswer();
    characters += text.length;
  }
  if (characters > MAX_ALL_CHARACTERS) throw new BadAnswer();
  return texts as string[];
}

/** How often an expression failed, in how many frames, and why. */
export type Failure = { count: number; frames: number; reason: string };

/** Reads the list of expressions that failed. Throws BadAnswer. */
export function readFailures(json: string): Map<number, Failure> {
  const list = parseBounded(json);
  if (!Array.isArray(list)) throw new BadAnswer();
  return new Map(
    list.map((entry): [number, Failure] => {
      const [id, count, reason, frames] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof id !== 'number' || typeof count !== 'number' || typeof frames !== 'number')
        throw new BadAnswer();
      if (typeof reason !== 'string') throw new BadAnswer();
      return [id, { count, frames, reason: oneLine(reason) }];
    }),
  );
}

/** Reads pairs of numbers. Throws BadAnswer. */
export function readPairs(json: string): Map<number, number> {
  const list = parseBounded(json);
  if (!Array.isArray(list)) throw new BadAnswer();
  return new Map(
    list.map((entry): [number, number] => {
      const [id, count] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof id !== 'number' || typeof count !== 'number') throw new BadAnswer();
      return [id, count];
    }),
  );
}

/** Returns the message of an expression's error as one line, without characters that cannot be shown. */
export function oneLine(message: string): string {
  const text = message.slice(0, MAX_REASON).toWellFormed();
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return /^(?:null|undefined)?$/.test(line) ? NO_REASON : line;
}

const NO_REASON = 'The expression failed without a message.';
const MAX_ANSWER_CHARACTERS = 16_000_000;
const MAX_DEPTH = 4;
const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0));
const [OPENING, CLOSING] = ['[{', ']}'].map(
  (signs) => new Set([...signs].map((sign) => sign.charCodeAt(0))),
);

/**
 * Parses JSON of the sandbox, which is not trusted; throws `BadAnswer`. Millions of nested brackets would
 * take gigabytes to parse, so the depth is checked first.
 */
function parseBounded(json: string): unknown {
  if (json.length > MAX_ANSWER_CHARACTERS) throw new BadAnswer();
  let [depth, isQuoted] = [0, false];
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) at += sign === BACKSLASH ? 1 : 0;
    else if (OPENING?.has(sign)) depth++;
    else if (CLOSING?.has(sign)) depth--;
    if (depth > MAX_DEPTH) throw new BadAnswer();
  }
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new BadAnswer();
  }
}

/** Whether samples have the form of the property: texts of a text, paths of a path, numbers otherwise. */
export function fits(node: ExpressionNode, sample: Sample, texts: readonly string[]): boolean {
  const { values } = sample;
  if (node.key === 'd') {
    const [text = -1, key = -1] = values;
    return (
      values.length === 2 &&
      texts[text] !== undefined &&
      Array.isArray(node.node.k) &&
      key in node.node.k
    );
  }
  return isPath(node) ? (values.length - 1) % 6 === 0 : values.length <= maxLength(node);
}

/** Exporters write up to four numbers for points and colors; gradients have more. */
function maxLength({ node: { k } }: ExpressionNode): number {
  const [first] = Array.isArray(k) ? (k as unknown[]) : [];
  const value = typeof first === 'object' && first !== null ? (first as { s?: unknown }).s : k;
  return Math.max(4, Array.isArray(value) ? value.length : 1);
}

/** Whether a property is a path: its value, or that of its keyframes, has points. */
export function isPath({ node }: ExpressionNode): boolean {
  const { k } = node;
  const [first] = Array.isArray(k) ? (k as { s?: unknown }[]) : [];
  const value: unknown = Array.isArray(k) ? (Array.isArray(first?.s) ? first.s[0] : first?.s) : k;
  return typeof value === 'object' && value !== null && 'v' in value;
}
