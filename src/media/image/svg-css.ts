import type { Styled } from './svg-element.ts';

/** A style rule with one selector. `weight`: its specificity (Selectors 4, 17). */
export type Rule = { selector: Compound[]; weight: number; declarations: Declaration[] };
export type Declaration = { property: string; value: string; isImportant: boolean };

/** A selector without combinators, and the relation to the one before. */
type Compound = { parts: Part[]; isChild: boolean };
type Part = (element: Styled) => boolean;

/** Media for which rules count, without conditions such as a width. */
const SCREEN = /^\s*(?:only\s+)?(?:all|screen)\s*$/i;

/** Returns the rules of a style sheet in their order; those with other selectors are left out. */
export function parseSheet(source: string): Rule[] {
  const rules: Rule[] = [];
  readBlocks(withoutComments(source), rules, 0);
  return rules;
}

function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*');
  const after = rest.map((part) => {
    const end = part.indexOf('*/');
    return end < 0 ? '' : part.slice(end + 2);
  });
  return [first, ...after].join(' ');
}

function readBlocks(css: string, rules: Rule[], depth: number): void {
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at);
    if (open < 0) return;
    const end = endOfBlock(css, open);
    // Statements without a block, such as @charset, end with a semicolon.
    const prelude = css.slice(at, open).split(';').at(-1)?.trim() ?? '';
    const block = css.slice(open + 1, end);
    if (prelude.startsWith('@')) {
      const [, media = ''] = /^@media\b(.*)$/is.exec(prelude) ?? [];
      if (depth < 2 && media.split(',').some((one) => SCREEN.test(one)))
        readBlocks(block, rules, depth + 1);
    } else {
      const declarations = parseDeclarations(block);
      for (const one of prelude.split(',')) {
        const selector = parseSelector(one.trim());
        if (selector) rules.push({ ...selector, declarations });
      }
    }
    at = end + 1;
  }
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}' && --depth === 0) return at;
  }
  return css.length;
}

const IMPORTANT = /!\s*important$/i;
const MAX_MARK = 20;

/** Returns the declarations of a block or a `style` attribute. */
export function parseDeclarations(block: string): Declaration[] {
  return splitOutside(block, ';').flatMap((text) => {
    const colon = text.indexOf(':');
    if (colon < 0) return [];
    const written = text.slice(0, colon).trim();
    // Names of custom properties have upper and lower case.
    const property = written.startsWith('--') ? written : written.toLowerCase();
    const whole = text.slice(colon + 1).trim();
    const mark = IMPORTANT.exec(whole.slice(-MAX_MARK))?.[0].length ?? 0;
    const value = whole.slice(0, whole.length - mark).trim();
    return property === '' ? [] : [{ property, value, isImportant: mark > 0 }];
  });
}

/** Splits at a character that is in neither brackets nor quotes. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [start, depth, quote] = [0, 0, ''];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (letter === separator && depth <= 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const SIMPLE =
  /([.#]?)(-?[_a-z\u0080-\uffff][\w\u0080-\uffff-]*)|(\*)|(:root)\b|\[\s*([\w:-]+)\s*(?:=\s*["']?([^"'\]]*)["']?\s*)?\]/giy;
const MAX_SELECTOR = 500;

function parseSelector(text: string): { selector: Compound[]; weight: number } | undefined {
  if (text === '' || text.length > MAX_SELECTOR) return undefined;
  const selector: Compound[] = [];
  let weight = 0;
  let isChild = false;
  for (const word of text.replaceAll('>', ' > ').trim().split(/\s+/)) {
    if (word === '>') {
      isChild = true;
      continue;
    }
    const compound = parseCompound(word);
    if (!compound) return undefined;
    weight += compound.weight;
    selector.push({ parts: compound.parts, isChild });
    isChild = false;
  }
  return selector.length === 0 ? undefined : { selector, weight };
}

function parseCompound(word: string): { parts: Part[]; weight: number } | undefined {
  const parts: Part[] = [];
  let [at, weight] = [0, 0];
  while (at < word.length) {
    SIMPLE.lastIndex = at;
    const found = SIMPLE.exec(word);
    if (!found) return undefined;
    at = SIMPLE.lastIndex;
    const [, kind, name = '', any, root, attribute, value] = found;
    if (any !== undefined) parts.push(() => true);
    else if (root !== undefined) parts.push(({ parent }) => parent === undefined);
    else if (attribute !== undefined)
      parts.push(({ attributes }) =>
        value === undefined ? attributes.has(attribute) : attributes.get(attribute) === value,
      );
    else if (kind === '.')
      parts.push(({ attributes }) => attributes.get('class')?.split(/\s+/).includes(name) === true);
    else if (kind === '#') parts.push(({ attributes }) => attributes.get('id') === name);
    else parts.push((element) => element.name === name.toLowerCase());
    weight += any !== undefined ? 0 : kind === '#' ? 10_000 : kind === '' ? 1 : 100;
  }
  return { parts, weight };
}

/** The remaining comparisons of selectors with elements. */
export type Work = { left: number };

/** Whether a selector matches an element. */
export function matches(selector: readonly Compound[], element: Styled, work: Work): boolean {
  work.left -= 1;
  const isPart = (compound: Compound | undefined, one: Styled) =>
    compound?.parts.every((part) => part(one)) === true;
  if (!isPart(selector.at(-1), element)) return false;
  if (selector.length === 1) return true;
  const line: Styled[] = [];
  for (let one: Styled | undefined = element; one; one = one.parent) line.unshift(one);
  work.left -= line.length * selector.length;
  if (work.left < 0) return false;
  // Which starts of the selector the element before, and any element before, completes.
  let before = new Set<number>();
  const ever = new Set<number>();
  for (const one of line) {
    const here = new Set<number>();
    for (const [index, compound] of selector.entries()) {
      const isReached = index === 0 || (compound.isChild ? before : ever).has(index - 1);
      if (isReached && isPart(compound, one)) here.add(index);
    }
    before = here;
    for (const index of here) ever.add(index);
  }
  return before.has(selector.length - 1);
}

function untilBracket(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth < 0) return text.slice(0, at);
  }
  return text;
}

const MAX_SUBSTITUTIONS = 200;
const MAX_VALUE = 10_000;

/**
 * Replaces `var(--name, fallback)` (CSS Custom Properties 1, 3). Returns undefined if a name without a
 * fallback is not defined, or for a cycle.
 */
export function withVariables(
  value: string,
  variables: ReadonlyMap<string, string>,
): string | undefined {
  let text = value;
  for (let count = 0; count < MAX_SUBSTITUTIONS && text.length <= MAX_VALUE; count++) {
    // The innermost one has no bracket before it that is open.
    const start = text.toLowerCase().lastIndexOf('var(');
    if (start < 0) return text;
    const inner = untilBracket(text.slice(start + 4));
    const [name = '', ...fallback] = inner.split(',');
    const found =
      variables.get(name.trim()) ?? (fallback.length > 0 ? fallback.join(',') : undefined);
    if (found === undefined) return undefined;
    text = text.slice(0, start) + found.trim() + text.slice(start + 4 + inner.length + 1);
  }
  return undefined;
}
