import { createHash } from 'node:crypto';
import { type Element, UnsupportedStyle } from './svg-element.ts';
import { type Box, lengthOf } from './svg-geometry.ts';

/**
 * A text with a `textLength`. librsvg does not know this attribute, so the process that draws measures
 * the text first, and writes the result into the drawing.
 */
export type TextStretch = {
  /** Stands in the drawing for the letter spacing or the scale. */
  token: string;
  /** The length in the units of the text. */
  length: number;
  /** Letters are scaled; otherwise the space between them changes. */
  isScaled: boolean;
  /** A drawing of this text alone, with `PROBE_VIEW` and `PROBE_STYLE` for its view and its styles. */
  probe: string;
};

export const PROBE_VIEW = 'framepress-view';
export const PROBE_STYLE = 'framepress-style';
const PROBE_SIZE = { width: '4000', height: '40' };

const MAX_STRETCHES = 100;
const MAX_PROBE_CHARACTERS = 4_000_000;
const TEXTS = /^(?:text|tspan)$/;

/** The styles of an element. */
type Styles = {
  get(property: string): string | undefined;
  set(property: string, value: string): void;
  isAttribute(property: string): boolean;
};

/** A part of a drawing: an element, a text, or the tag that ends an element. */
type Part = string | Element;

function isStretched({ name, attributes }: Element): boolean {
  return TEXTS.test(name) && attributes.has('textLength');
}

/**
 * Moves the attributes of a scaled span to its text, because only a text can be scaled. Throws
 * `UnsupportedStyle` for a span beside others.
 */
export function moveLengths(parts: readonly Part[]): void {
  const count = parts.filter((part) => typeof part !== 'string' && isStretched(part)).length;
  if (count > MAX_STRETCHES)
    throw new UnsupportedStyle(`textLength for more than ${MAX_STRETCHES} texts`);
  if (count === 0) return;
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string' || part.name !== 'tspan' || !isStretched(part)) continue;
    const { attributes, parent } = part;
    if (attributes.get('lengthAdjust') !== 'spacingAndGlyphs') continue;
    const previousIndex = parts.findLastIndex((other, at) => at < index && other === parent);
    const nextIndex = endOf(parts, index);
    const isAlone =
      parent?.name === 'text' &&
      !parent.attributes.has('textLength') &&
      isBlank(parts.slice(previousIndex + 1, index)) &&
      isBlank(parts.slice(nextIndex, endOf(parts, previousIndex) - 1));
    if (!isAlone) throw new UnsupportedStyle('textLength');
    for (const key of ['textLength', 'lengthAdjust', 'x']) {
      const value = attributes.get(key);
      if (value !== undefined) parent.attributes.set(key, value);
      if (key !== 'x') attributes.delete(key);
    }
  }
}

function isBlank(parts: readonly Part[]): boolean {
  return parts.every((part) => typeof part === 'string' && part.trim() === '');
}

/** The index after the tag that ends an element. */
function endOf(parts: readonly Part[], start: number): number {
  let depth = 0;
  for (let at = start; at < parts.length; at++) {
    const part = parts[at];
    if (typeof part !== 'string') depth += part?.isEmpty === true ? 0 : 1;
    else if (part.startsWith('</')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return parts.length;
}

/**
 * Writes a token into the styles of a text with a `textLength`, in place of its spacing or scale.
 * `applyTextStretches` replaces the token when the text has been measured.
 */
export function writeStretchToken(element: Element, styles: Styles, index: number, box: Box): void {
  if (!isStretched(element)) return;
  const { attributes } = element;
  const length = lengthOf(attributes.get('textLength'), box.width);
  if (length === undefined || length <= 0) return;
  const isScaled = attributes.get('lengthAdjust') === 'spacingAndGlyphs';
  const words = `${index} ${length} ${isScaled} ${[...attributes]}`;
  const token = `length-${createHash('sha256').update(words).digest('hex').slice(0, 32)}`;
  element.stretch = { token, length, isScaled };
  if (!isScaled) {
    styles.set('letter-spacing', token);
    return;
  }
  const x =
    lengthOf(
      attributes
        .get('x')
        ?.trim()
        .split(/[\s,]+/)[0] ?? '0',
      box.width,
    ) ?? 0;
  const ownTransform = styles.get('transform');
  const transform =
    ownTransform === undefined || ownTransform.trim() === 'none' ? '' : `${ownTransform} `;
  if (transform === '' || styles.isAttribute('transform'))
    attributes.set(
      'transform',
      `${transform}translate(${x} 0) scale(${token} 1) translate(${-x} 0)`,
    );
  else
    styles.set(
      'transform',
      `${transform}translate(${x}px,0) scale(${token},1) translate(${-x}px,0)`,
    );
}

/** Attributes that move or hide a text; its probe is drawn without them. */
const PLACED = new Set(['transform', 'clip-path', 'mask', 'filter', 'x', 'y', 'textLength']);

/**
 * Returns the texts to be measured, each as a drawing with nothing else, and with the styles of the
 * elements around it. `write` returns the start tag of an element.
 */
export function stretchesOf(
  root: Element,
  parts: readonly Part[],
  write: (node: Element) => string,
): TextStretch[] {
  const starts = parts.flatMap((part, index) =>
    typeof part !== 'string' && part.stretch ? [index] : [],
  );
  if (starts.length === 0) return [];
  const plain = (node: Element): Element => {
    const keptAttributes = [...node.attributes].filter(([key]) => !PLACED.has(key));
    return { ...node, textBefore: '', attributes: new Map(keptAttributes) };
  };
  const sheets = parts
    .flatMap((part, index) =>
      typeof part !== 'string' && part.name === 'style' ? [slice(index)] : [],
    )
    .join('');
  function slice(start: number): string {
    return parts
      .slice(start, endOf(parts, start))
      .map((part) => (typeof part === 'string' ? part : write(plain(part))))
      .join('');
  }
  let room = MAX_PROBE_CHARACTERS;
  return starts.map((at) => {
    const node = parts[at] as Element;
    const above: Element[] = [];
    for (let ancestor = node.parent; ancestor && ancestor !== root; ancestor = ancestor.parent)
      above.unshift(ancestor);
    // Elements around a text, such as symbols, may not be drawn by themselves.
    const around = above.map((ancestor): Element => {
      const [prefix = ''] = /^.*:/.exec(ancestor.written) ?? [];
      return { ...ancestor, written: TEXTS.test(ancestor.name) ? ancestor.written : `${prefix}g` };
    });
    const opened = around.map((element) => write(plain(element))).join('');
    const closed = around.map((element) => `</${element.written}>`).toReversed();
    const attributes = new Map([
      ...[...root.attributes].filter(([key]) => !PLACED.has(key)),
      ...Object.entries({ viewBox: PROBE_VIEW, ...PROBE_SIZE, preserveAspectRatio: 'none' }),
    ]);
    const style = `<style>${PROBE_STYLE}</style>`;
    const start = write({ ...root, attributes });
    const probe = [start, sheets, style, opened, slice(at), ...closed, `</${root.written}>`].join(
      '',
    );
    room -= probe.length;
    if (room < 0) throw new UnsupportedStyle('textLength for large texts');
    return { ...(node.stretch as NonNullable<Element['stretch']>), probe };
  });
}
