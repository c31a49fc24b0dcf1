import { compile, type Options } from 'css-select';
import type { CssNode } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import { type Element, UnsupportedStyle } from './svg-element.ts';

/** A style rule with one selector. `weight`: its specificity (Selectors 4, 17) and its layer. */
export type Rule = {
  matches: (element: Element) => boolean;
  weight: number;
  declarations: Declaration[];
};
export type Declaration = {
  property: string;
  value: string;
  isImportant: boolean;
  /** librsvg does not read the rule: it is in an at-rule, or has selectors of level 4. */
  isUnread?: boolean;
};

/** Selectors that librsvg does not know. It leaves out the whole rule. */
export const UNREAD = /:(?:is|where|has)\(|:not\([^)]*[,\s>+~]/i;
/** Media for which rules count, without conditions such as a width. */
const SCREEN = /^\s*(?:only\s+)?(?:all|screen)\s*$/i;
const MAX_SELECTOR = 500;
/** Maximum number of steps of selectors through the elements. */
const MAX_STEPS = 5_000_000;
/** More than any specificity within `MAX_SELECTOR`. */
const UNLAYERED = 1e7;
const PLAIN = { parseValue: false, parseCustomProperty: false, parseAtrulePrelude: false } as const;

/** Returns the rules of a style sheet in their order; those with selectors of no element are left out. */
export function parseSheet(source: string, elements: readonly Element[]): Rule[] {
  const rules: Rule[] = [];
  const options = selectorOptions(elements);
  try {
    readRules(parse(source, PLAIN), UNLAYERED, false);
  } catch (error) {
    if (error instanceof RangeError) throw new UnsupportedStyle('nested style rules');
    throw error;
  }
  return rules;

  /**
   * Adds the rules of a style sheet or of an at-rule to `rules`. `layer` is added to their
   * specificity: rules in a cascade layer have 0, so that they lose against all others.
   */
  function readRules(block: CssNode, layer: number, isNested: boolean): void {
    if (block.type !== 'StyleSheet' && block.type !== 'Block') return;
    block.children.forEach((node) => {
      if (node.type === 'Atrule' && node.block && isShown(node.name, node.prelude))
        readRules(node.block, /^layer$/i.test(node.name) ? 0 : layer, true);
      if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return;
      const isUnread = isNested || UNREAD.test(generate(node.prelude));
      const declarations = declarationsOf(node.block).map((declaration) => ({
        ...declaration,
        isUnread,
      }));
      node.prelude.children.forEach((selector) => {
        const matches = compileSelector(generate(selector), options);
        if (matches) rules.push({ matches, weight: layer + specificity(selector), declarations });
      });
    });
  }
}

/**
 * Returns whether the rules in an at-rule count: those of `@layer`, of `@media` for screens, and of
 * `@supports` without `not`.
 */
function isShown(name: string, prelude: CssNode | null): boolean {
  const condition = prelude ? generate(prelude) : '';
  if (/^media$/i.test(name))
    return condition.split(',').some((mediaQuery) => SCREEN.test(mediaQuery));
  return /^layer$/i.test(name) || (/^supports$/i.test(name) && !/\bnot\b/i.test(condition));
}

/**
 * Returns a function that checks whether an element matches; undefined for a selector that is too
 * long or not supported.
 */
function compileSelector(selector: string, options: Options<Element, Element>) {
  if (selector.length > MAX_SELECTOR) return undefined;
  try {
    return compile<Element, Element>(selector, options);
  } catch {
    // Another selector, such as a pseudo-element.
    return undefined;
  }
}

/**
 * Returns the elements as the library of selectors sees them. Steps through them are counted: above
 * `MAX_STEPS` it throws `UnsupportedStyle`, because few rules can need very many steps.
 */
function selectorOptions(elements: readonly Element[]): Options<Element, Element> {
  let remainingSteps = MAX_STEPS;
  const step = <T>(value: T): T => {
    remainingSteps -= 1;
    if (remainingSteps < 0)
      throw new UnsupportedStyle(`style rules for ${elements.length} elements`);
    return value;
  };
  const children = new Map<Element | undefined, Element[]>();
  for (const element of elements) {
    const siblings = children.get(element.parent);
    if (siblings) siblings.push(element);
    else children.set(element.parent, [element]);
  }
  const previousSiblings = new Map<Element, Element>();
  for (const siblings of children.values())
    for (const [index, element] of siblings.entries()) {
      const previous = siblings[index - 1];
      if (previous) previousSiblings.set(element, previous);
    }
  const below = (parent: Element | undefined) => step(children.get(parent) ?? []);
  return {
    xmlMode: true,
    adapter: {
      isTag: (_node): _node is Element => step(true),
      getName: ({ written }) => step(written.slice(written.indexOf(':') + 1)),
      getAttributeValue: ({ attributes }, name) => step(attributes.get(name)),
      hasAttrib: ({ attributes }, name) => step(attributes.has(name)),
      getChildren: below,
      getParent: ({ parent }) => step(parent ?? null),
      getSiblings: ({ parent }) => below(parent),
      prevElementSibling: (element) => step(previousSiblings.get(element) ?? null),
      equals: (a, b) => step(a === b),
      getText: () => '',
      removeSubsets: (nodes) => nodes,
    },
  };
}

const WEIGHTS: Partial<Record<CssNode['type'], number>> = {
  IdSelector: 10_000,
  ClassSelector: 100,
  AttributeSelector: 100,
};

/** The specificity of a selector or of a part of it. */
function specificity(node: CssNode): number {
  if (node.type === 'TypeSelector') return node.name === '*' ? 0 : 1;
  if (node.type === 'Selector')
    return node.children.toArray().reduce((sum, child) => sum + specificity(child), 0);
  if (node.type === 'SelectorList') return Math.max(0, ...node.children.toArray().map(specificity));
  if (node.type === 'PseudoClassSelector') {
    const inside = node.children?.toArray().map(specificity) ?? [];
    if (/^where$/i.test(node.name)) return 0;
    return /^(?:is|not|has)$/i.test(node.name) ? Math.max(0, ...inside) : 100;
  }
  return WEIGHTS[node.type] ?? 0;
}

/** Returns the declarations of a `style` attribute. */
export function parseDeclarations(text: string): Declaration[] {
  return declarationsOf(parse(text, { ...PLAIN, context: 'declarationList' }));
}

/** Returns the declarations of a block, with comments removed from their values. */
function declarationsOf(block: CssNode): Declaration[] {
  if (block.type !== 'Block' && block.type !== 'DeclarationList') return [];
  return block.children.toArray().flatMap((node): Declaration[] => {
    if (node.type !== 'Declaration') return [];
    const { property: written, important } = node;
    // Names of custom properties have upper and lower case.
    const property = written.startsWith('--') ? written : written.toLowerCase();
    const value = generate(node.value).replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
    return [{ property, value: value.trim(), isImportant: important !== false }];
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

/** Returns a text up to the bracket that closes it. */
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
  variables: Pick<ReadonlyMap<string, string>, 'get'>,
): string | undefined {
  let text = value;
  for (let count = 0; count < MAX_SUBSTITUTIONS && text.length <= MAX_VALUE; count++) {
    // The innermost one has no bracket before it that is open.
    const start = text.toLowerCase().lastIndexOf('var(');
    if (start < 0) return text;
    const inner = untilBracket(text.slice(start + 4));
    const [name = '', ...fallback] = inner.split(',');
    const variableValue =
      variables.get(name.trim()) ?? (fallback.length > 0 ? fallback.join(',') : undefined);
    if (variableValue === undefined) return undefined;
    text = text.slice(0, start) + variableValue.trim() + text.slice(start + 4 + inner.length + 1);
  }
  return undefined;
}
