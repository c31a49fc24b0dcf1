import {
  type Declaration,
  parseDeclarations,
  parseSheet,
  type Rule,
  UNREAD,
  withVariables,
} from './svg-css.ts';
import { type Element, UnsupportedStyle } from './svg-element.ts';
import { type Box, basicShape, boxOf, pointIn } from './svg-geometry.ts';
import { writeStretchToken } from './svg-lengths.ts';
import { escaped } from './svg-tags.ts';

/** Parts of CSS that librsvg does not draw. */
const NEEDED =
  /var\(|@(?:media|supports|layer)|transform-(?:origin|box)|translate[xy]?\([^)]*%|calc\(|color-mix\(|(?:inset|circle|ellipse|polygon|path|rect|xywh|shape)\(|(?:^|[\s;{])(?:rotate|scale|translate)\s*:|background/i;
const CALCULATED = /\b(calc|color-mix)\(/i;
/** Attributes that are styles, too (SVG 2, 6.6). */
const PRESENTATION =
  /^(?:fill|stroke|stop|flood|lighting|color|opacity|font|transform|clip|mask|filter|display|visibility|marker|letter|text)/;
const INHERITED = /^(?:fill|stroke|color|font|visibility|marker|letter-spacing|text-anchor)/;
const BACKGROUNDS =
  /^(?:none|transparent|initial|inherit|repeat(?:-[xy])?|no-repeat|fixed|local|scroll|center|top|bottom|left|right|cover|contain|auto|border-box|padding-box|content-box|\/|[\d.]+(?:%|px)?)$/i;

/**
 * Writes the styles that librsvg does not know into the elements: variables, the origin of transforms,
 * basic shapes of `clip-path`, stretched texts, and the background of the root. `box` is the view box. The first element
 * is the root. Returns what is drawn first within the root. Throws `UnsupportedStyle`.
 */
export function resolveStyles(elements: readonly Element[], sheet: string, box: Box): string {
  const isNeeded = ({ attributes }: Element) =>
    [...attributes].some(
      ([key, value]) =>
        (NEEDED.test(value) && key !== 'd') || key === 'transform-origin' || key === 'textLength',
    );
  if (elements.some(({ name }) => name === 'textpath')) throw new UnsupportedStyle('textPath');
  if (!NEEDED.test(sheet) && !UNREAD.test(sheet) && !elements.some(isNeeded)) return '';
  const rules = parseSheet(sheet, elements);
  const variables = new Map<Element | undefined, ReadonlyMap<string, string>>();
  const budget = { characters: MAX_VARIABLES };
  let background = '';
  for (const [index, element] of elements.entries()) {
    const winners = cascade(element, rules);
    const elementVariables = ownVariables(
      winners,
      variables.get(element.parent) ?? new Map(),
      budget,
    );
    variables.set(element, elementVariables);
    const styles = new Styles(element, winners, elementVariables);
    refuseCalculations(winners);
    for (const property of ['rotate', 'scale', 'translate'])
      if ((styles.get(property) ?? 'none') !== 'none') throw new UnsupportedStyle(property);
    moveOrigin(element, styles, box);
    replaceClipPath(element, styles, index, box);
    writeStretchToken(element, styles, index, box);
    if (element.parent === undefined) background = backgroundOf(styles, box);
    styles.write();
  }
  return background;
}

/** Throws for values that must be calculated, because librsvg cannot. */
function refuseCalculations(winners: ReadonlyMap<string, Winner>): void {
  for (const { property, value } of winners.values()) {
    const name = property.startsWith('--') ? undefined : CALCULATED.exec(value)?.[1];
    if (name !== undefined) throw new UnsupportedStyle(name);
  }
}

type Winner = Declaration & { from: 'attribute' | 'sheet' | 'style' };

/** The declaration of each property that counts. */
function cascade(element: Element, rules: readonly Rule[]): Map<string, Winner> {
  const winners = new Map<string, Winner & { rank: number }>();
  const add = (declaration: Declaration, from: Winner['from'], weight: number) => {
    const rank = weight + (declaration.isImportant ? 1e9 : 0);
    if ((winners.get(declaration.property)?.rank ?? -1) <= rank)
      winners.set(declaration.property, { ...declaration, from, rank });
  };
  for (const [property, value] of element.attributes) {
    if (PRESENTATION.test(property)) add({ property, value, isImportant: false }, 'attribute', 0);
  }
  for (const { matches, weight, declarations } of rules) {
    if (!matches(element)) continue;
    for (const declaration of declarations) add(declaration, 'sheet', 1 + weight);
  }
  for (const declaration of parseDeclarations(element.attributes.get('style') ?? ''))
    add(declaration, 'style', 1e8);
  return winners;
}

/** Maximum number of characters that the variables of a drawing have when their references are replaced. */
const MAX_VARIABLES = 2_000_000;
const MAX_CHAIN = 100;

/**
 * The variables of an element with their values there (CSS Custom Properties 1, 2.2 and 2.3): a reference
 * counts where the variable is declared, and a cycle leaves all its variables without a value.
 */
function ownVariables(
  winners: ReadonlyMap<string, Winner>,
  inherited: ReadonlyMap<string, string>,
  budget: { characters: number },
): ReadonlyMap<string, string> {
  const declaredVariables = new Map(
    [...winners.values()].flatMap(({ property, value }): [string, string][] =>
      property.startsWith('--') && !/^(?:inherit|unset)$/i.test(value) ? [[property, value]] : [],
    ),
  );
  if (declaredVariables.size === 0) return inherited;
  const allVariables = new Map(inherited);
  const [open, cyclic, resolvedNames] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const get = (name: string): string | undefined => {
    const value = declaredVariables.get(name);
    if (value === undefined || resolvedNames.has(name)) return allVariables.get(name);
    if (open.has(name)) {
      const members = [...open];
      for (const member of members.slice(members.indexOf(name))) cyclic.add(member);
      return undefined;
    }
    if (open.size > MAX_CHAIN) return undefined;
    open.add(name);
    const resolvedValue = /^initial$/i.test(value) ? undefined : withVariables(value, { get });
    open.delete(name);
    resolvedNames.add(name);
    budget.characters -= resolvedValue?.length ?? 0;
    if (budget.characters < 0) throw new UnsupportedStyle('variables with long values');
    if (resolvedValue === undefined || cyclic.has(name)) allVariables.delete(name);
    else allVariables.set(name, resolvedValue);
    return allVariables.get(name);
  };
  for (const name of declaredVariables.keys()) get(name);
  return allVariables;
}

/** The styles of an element, and those that are to be written into it. */
class Styles {
  readonly #element: Element;
  readonly #winners: ReadonlyMap<string, Winner>;
  readonly #variables: ReadonlyMap<string, string>;
  readonly #written = new Map<string, string>();

  constructor(
    element: Element,
    winners: ReadonlyMap<string, Winner>,
    variables: ReadonlyMap<string, string>,
  ) {
    this.#element = element;
    this.#winners = winners;
    this.#variables = variables;
    for (const { property, value, isUnread } of winners.values())
      if (!property.startsWith('--') && (isUnread || /var\(/i.test(value)))
        this.set(property, this.get(property) ?? unset(property));
  }

  /** Returns the value of a property with its variables replaced; undefined if it has none. */
  get(property: string): string | undefined {
    if (this.#written.has(property)) return this.#written.get(property);
    const value = this.#winners.get(property)?.value;
    return value === undefined ? undefined : withVariables(value, this.#variables);
  }

  /** Returns whether the value of a property comes from an attribute of its name. */
  isAttribute(property: string): boolean {
    return this.#winners.get(property)?.from === 'attribute';
  }

  /** Changes the value that `write` writes. Without a value, it changes nothing. */
  set(property: string, value: string | undefined): void {
    if (value !== undefined) this.#written.set(property, value);
  }

  /**
   * Writes the changed properties to the end of the attribute `style`, where they win. Each one
   * that is important stays so.
   */
  write(): void {
    if (this.#written.size === 0) return;
    const more = [...this.#written].map(([property, value]) => {
      const isImportant = this.#winners.get(property)?.isImportant === true;
      return `${property}:${value}${isImportant ? ' !important' : ''}`;
    });
    const inlineDeclarations = parseDeclarations(
      this.#element.attributes.get('style') ?? '',
    ).flatMap(({ property, value, isImportant }) =>
      this.#written.has(property)
        ? []
        : [`${property}:${value}${isImportant ? ' !important' : ''}`],
    );
    this.#element.attributes.set('style', [...inlineDeclarations, ...more].join(';'));
  }
}

/** A property whose variable is not defined is inherited, or as if it were not there. */
function unset(property: string): string | undefined {
  return INHERITED.test(property) ? 'inherit' : undefined;
}

/** Writes a transform with an origin as one around the origin of its coordinates. */
function moveOrigin(element: Element, styles: Styles, box: Box): void {
  const [originText, transform] = [styles.get('transform-origin'), styles.get('transform')];
  if (transform === undefined || transform.trim() === 'none') return;
  if (transform.includes('%')) throw new UnsupportedStyle('transform with percentages');
  const kind = styles.get('transform-box') ?? '';
  const isOwnBox = /^(?:fill|content|stroke|border)-box$/i.test(kind);
  const isStroked = (styles.get('stroke') ?? 'none') !== 'none';
  if (isStroked && /^(?:stroke|border)-box$/i.test(kind))
    throw new UnsupportedStyle('transform-box');
  const origin = originText ?? (isOwnBox ? '0 0' : undefined);
  if (origin === undefined) return;
  // Lengths alone count from the corner of the view, whose coordinates begin at 0.
  const view = { ...box, x: 0, y: 0 };
  const around = isOwnBox ? boxOf(element.name, element.attributes) : view;
  const [x, y] = (around && pointIn(origin, around)) ?? [];
  if (x === undefined || y === undefined) throw new UnsupportedStyle('transform-origin');
  if (x === 0 && y === 0) return;
  if (styles.isAttribute('transform'))
    element.attributes.set('transform', `translate(${x} ${y}) ${transform} translate(${-x} ${-y})`);
  else styles.set('transform', `translate(${x}px,${y}px) ${transform} translate(${-x}px,${-y}px)`);
}

/**
 * Replaces a shape in `clip-path` with an element `clipPath` before the element, because librsvg
 * does not know shapes. `index` makes its id unique. Throws `UnsupportedStyle` for a shape that
 * cannot be converted.
 */
function replaceClipPath(element: Element, styles: Styles, index: number, view: Box): void {
  const value = styles.get('clip-path')?.trim();
  if (value === undefined || !value.includes('(') || /^url\(/i.test(value)) return;
  const [shape = ''] = value.split(
    /\s+(?=(?:fill|stroke|view|border|padding|content|margin)-box$)/i,
  );
  const isInView = /\sview-box$/i.test(value);
  const box = isInView ? { ...view, x: 0, y: 0 } : boxOf(element.name, element.attributes);
  // Percentages alone are shares of any box.
  const isShare = [...shape.matchAll(/([\d.]+)([a-z%]*)/gi)].every(
    ([, digits, unit]) => unit === '%' || Number(digits) === 0,
  );
  const clipShape =
    (box && basicShape(shape, box)) ??
    (isShare && !/^(?:circle|path)/i.test(shape)
      ? basicShape(shape, { x: 0, y: 0, width: 1, height: 1 })
      : undefined);
  if (clipShape === undefined) throw new UnsupportedStyle('clip-path');
  const id = `framepress-clip-${index}`;
  const units = box ? 'userSpaceOnUse' : 'objectBoundingBox';
  element.textBefore = `<clipPath id="${id}" clipPathUnits="${units}">${clipShape}</clipPath>`;
  styles.set('clip-path', `url(#${id})`);
}

/** Returns a rectangle with the background color of the root that is larger than every view of it. */
function backgroundOf(styles: Styles, { x, y, width, height }: Box): string {
  const value =
    [styles.get('background-color'), styles.get('background')].find((v) => v !== undefined) ?? '';
  if (/gradient\(|url\(|image\(/i.test(value)) throw new UnsupportedStyle('background');
  const words = value.trim().match(/[\w-]+\([^)]*\)|\S+/g) ?? [];
  const color = words.slice(0, 20).find((word) => !BACKGROUNDS.test(word));
  if (color === undefined) return '';
  const [left, top] = [x - 50 * width, y - 50 * height];
  const plain =
    'fill-opacity:1;stroke:none;opacity:1;clip-path:none;mask:none;filter:none;transform:none';
  const style = escaped(`fill:${color};${plain};display:inline;visibility:visible`, true);
  return `<rect x="${left}" y="${top}" width="${101 * width}" height="${101 * height}" style="${style}"/>`;
}
