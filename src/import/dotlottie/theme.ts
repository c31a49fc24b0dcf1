import { quoted, say, someOf } from '../../base/index.ts';
import type { FileAsset, Lottie, Property } from '../../lottie/index.ts';
import type { ImportWarning } from '../../template/index.ts';
import { findPath } from '../file-names.ts';
import { type Chosen, objectOf } from './manifest.ts';
import {
  documentOf,
  easingOf,
  isNumber,
  isSide,
  numbers,
  type Stops,
  stopsOf,
  THEME_LIMITS,
  type ThemeText,
  themeInvalid,
} from './theme-values.ts';

const MAX_LISTED = 20;

type Json = Record<string, unknown>;
type Holder = Json & { sid: string };

/**
 * The values of a rule as Lottie keyframes; a single value has no keyframes. A rule may have an
 * expression, and then it needs no values: the slot's default remains.
 */
type Values<T> = { expression?: string } & (
  | { value: T }
  | { keyframes: { frame: number; value: T; easing: Json }[] }
  | { isDefault: true }
);

/**
 * Applies a theme of a dotLottie: replaces the values of the slots that its rules name. The slots remain, so
 * they can still become editables. Returns a warning for rules whose slots the animation does not have.
 * Throws `theme_invalid`.
 */
export function applyTheme(
  lottie: Lottie,
  { theme, animation }: Chosen,
  files: ReadonlyMap<string, Uint8Array>,
): ImportWarning[] {
  if (!theme) return [];
  const rules = rulesOf(theme).filter(({ animations: only }) => {
    return !Array.isArray(only) || only.length === 0 || only.includes(animation);
  });
  const holders = holdersOf(lottie, new Set(rules.map(({ id }) => id)));
  const unused = new Set<string>();
  let copied = 0;
  for (const rule of rules) {
    const { id } = rule;
    const slotHolders = holders.get(id) ?? [];
    const setter = setterOf(rule, theme.id, { lottie, files });
    copied += slotHolders.length * setter.size;
    if (copied > THEME_LIMITS.values)
      throw themeInvalid(theme.id, `at most ${THEME_LIMITS.values} values`, 'more');
    const applied = slotHolders.filter((holder) => setter.set(holder));
    if (applied.length === 0) unused.add(id);
    // Otherwise the slot's default would replace the theme's value.
    else if (lottie.slots && Object.hasOwn(lottie.slots, id)) delete lottie.slots[id];
  }
  return unusedRules([...unused], theme.id);
}

/** The warning for rules without an effect, as a list of one or none. */
function unusedRules(ids: readonly string[], theme: string): ImportWarning[] {
  if (ids.length === 0) return [];
  const names = someOf(ids, MAX_LISTED);
  return [
    {
      code: 'theme_rule_unused',
      message: say`The animation has no fitting slots for these rules of the theme ${quoted(theme.slice(0, 100))}: ${names}.`,
      layer_path: null,
      hint: 'Give the properties these slot ids, or remove the rules.',
    },
  ];
}

type Rule = Json & { id: string; type: string };

/**
 * Parses a theme and checks its size and the shape of each rule. Values are checked later, by `valuesOf`.
 */
function rulesOf({ id, bytes }: NonNullable<Chosen['theme']>): Rule[] {
  const { bytes: max, rules: maxRules, characters } = THEME_LIMITS;
  if (bytes.byteLength > max) throw themeInvalid(id, `at most ${max} bytes`, bytes.byteLength);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw themeInvalid(id, 'JSON', 'other text', 'Themes of dotLottie 1 (.lss) are not supported.');
  }
  const rules = objectOf(json)?.['rules'];
  if (!Array.isArray(rules)) throw themeInvalid(id, 'a list "rules"', typeof rules);
  if (rules.length > maxRules) throw themeInvalid(id, `at most ${maxRules} rules`, rules.length);
  return rules.map((rule: unknown, index) => {
    const ruleObject = objectOf(rule);
    const { id: slot, type } = ruleObject ?? {};
    if (
      !ruleObject ||
      typeof slot !== 'string' ||
      typeof type !== 'string' ||
      slot.length > characters
    )
      throw themeInvalid(id, 'an "id" and a "type"', `rule ${index} without them`);
    return { ...ruleObject, id: slot, type };
  });
}

/** Returns all objects of the document that are bound to the slots. */
function holdersOf(lottie: Lottie, ids: ReadonlySet<string>): Map<string, Holder[]> {
  const foundHolders = new Map<string, Holder[]>();
  const { slots: _, ...otherFields } = lottie;
  // The parser limits the number of nodes.
  const open: unknown[] = [otherFields];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { sid } = node as Json;
    if (typeof sid === 'string' && ids.has(sid)) {
      const slotHolders = foundHolders.get(sid);
      if (slotHolders) slotHolders.push(node as Holder);
      else foundHolders.set(sid, [node as Holder]);
    }
    for (const child of Object.values(node)) if (typeof child === 'object') open.push(child ?? 0);
  }
  return foundHolders;
}

/** Sets the value of a rule in an object; false if the object is of another kind. */
type Setter = { size: number; set: (holder: Holder) => boolean };
type Sources = { lottie: Lottie; files: ReadonlyMap<string, Uint8Array> };

/**
 * Checks the values of a rule and returns its setter. A rule of an unknown type sets nothing, so it counts
 * as unused.
 */
function setterOf(rule: Rule, theme: string, sources: Sources): Setter {
  const reader = { theme, id: rule.id };
  switch (rule.type.toLowerCase()) {
    case 'color':
      return numberSetter(
        valuesOf(rule, reader, (v) => numbers(v, 3, 4)),
        sources,
      );
    case 'scalar':
      return numberSetter(
        valuesOf(rule, reader, (v) => numbers([v].flat(), 1, 1)),
        sources,
        true,
      );
    case 'position':
    case 'vector':
      return numberSetter(
        valuesOf(rule, reader, (v) => numbers(v, 2, 3)),
        sources,
      );
    case 'gradient':
      return gradientSetter(valuesOf(rule, reader, stopsOf), sources);
    case 'text':
      return textSetter(valuesOf(rule, reader, documentOf), sources.lottie);
    case 'image':
      return ofImage(rule, reader, sources);
    default:
      return { size: 0, set: () => false };
  }
}

type Reader = { theme: string; id: string };

/**
 * Reads the value or the keyframes of a rule; keyframes win. `readValue` returns undefined for a wrong
 * value. Throws `theme_invalid`. The keyframes are sorted by frame.
 */
function valuesOf<T>(
  rule: Rule,
  { theme, id }: Reader,
  readValue: (value: unknown) => T | undefined,
): Values<T> {
  const where = `the rule ${JSON.stringify(id.slice(0, 100))}`;
  const wrong = () =>
    themeInvalid(theme, `a ${rule.type} of the right form for ${where}`, 'another');
  const { value, keyframes } = rule;
  const ownExpression = expressionOf(rule, { theme, id });
  if (!Array.isArray(keyframes) || keyframes.length === 0) {
    if (value === undefined && ownExpression.expression !== undefined)
      return { ...ownExpression, isDefault: true };
    const parsedValue = readValue(value);
    if (parsedValue === undefined) throw wrong();
    return { ...ownExpression, value: parsedValue };
  }
  const max = THEME_LIMITS.keyframes;
  if (keyframes.length > max)
    throw themeInvalid(theme, `at most ${max} keyframes for ${where}`, keyframes.length);
  const frames = keyframes.map((keyframe: unknown) => {
    const { frame, value: at, ...more } = objectOf(keyframe) ?? {};
    const parsedValue = readValue(at);
    if (parsedValue === undefined || !isNumber(frame)) throw wrong();
    return { frame, value: parsedValue, easing: easingOf(more) };
  });
  return { ...ownExpression, keyframes: frames.toSorted((a, b) => a.frame - b.frame) };
}

/** The expression of a rule, as the JavaScript that exporters write. */
function expressionOf({ expression }: Rule, { theme, id }: Reader): { expression?: string } {
  if (expression === undefined || expression === null || expression === '') return {};
  const max = THEME_LIMITS.characters;
  if (typeof expression === 'string' && expression.length <= max) return { expression };
  const where = `the expression of the rule ${JSON.stringify(id.slice(0, 100))}`;
  throw themeInvalid(theme, `a text of at most ${max} characters for ${where}`, 'another value');
}

/** How many values the setter writes into each object; the sum is limited. */
function sizeOf(values: Values<unknown>): number {
  return 'keyframes' in values ? values.keyframes.length : 1;
}

/** The default value of a holder's slot: a Lottie property, or undefined. */
function defaultOf({ slots = {} }: Lottie, { sid }: Holder): Json | undefined {
  return Object.hasOwn(slots, sid) ? objectOf(slots[sid]?.p) : undefined;
}

/** Sets numbers only where the property has one number (`isScalar`) or several, as the rule has. */
function numberSetter(values: Values<number[]>, { lottie }: Sources, isScalar = false): Setter {
  const set = (holder: Holder) => {
    const usual = defaultOf(lottie, holder);
    const count = countOf(holder['k'] ?? usual?.['k']);
    if (count === undefined || (count === 1) !== isScalar) return false;
    setProperty(holder, values, usual);
    return true;
  };
  return { size: sizeOf(values), set };
}

/** How many numbers a property has; undefined for a text, a gradient and a path. */
function countOf(k: unknown): number | undefined {
  if (!Array.isArray(k)) return typeof k === 'number' ? 1 : undefined;
  const first = objectOf(k[0]);
  const value: unknown[] = first ? [first['s']].flat() : k;
  return value.length > 0 && value.every((part) => typeof part === 'number')
    ? value.length
    : undefined;
}

/**
 * Writes the values into a property in place. A rule with only an expression takes over `usual`, the slot's
 * default. Values are copied: several objects may not share one.
 */
function setProperty(holder: Json, values: Values<number[]>, usual: Json | undefined): void {
  const property = holder as unknown as Property<unknown>;
  delete property.x;
  if (values.expression !== undefined) property.x = values.expression;
  if ('isDefault' in values) {
    if (usual?.['k'] !== undefined)
      Object.assign(property, structuredClone({ a: usual['a'] ?? 0, k: usual['k'] }));
  } else if ('value' in values) {
    property.a = 0;
    const [only] = values.value;
    property.k = values.value.length === 1 ? only : [...values.value];
  } else {
    property.a = 1;
    property.k = values.keyframes.map(({ frame: t, value: s, easing }) =>
      structuredClone({ t, s, ...easing }),
    );
  }
}

/**
 * Sets the stops of a gradient: their values are in an inner property `k`, and `p` counts them. The size is
 * the number of stops of the first value for each keyframe.
 */
function gradientSetter(values: Values<Stops>, { lottie }: Sources): Setter {
  const plain: Values<number[]> =
    'value' in values
      ? { ...values, value: values.value.colors }
      : 'keyframes' in values
        ? {
            ...values,
            keyframes: values.keyframes.map((key) => ({ ...key, value: key.value.colors })),
          }
        : values;
  const [first] =
    'value' in values
      ? [values.value]
      : 'keyframes' in values
        ? values.keyframes.map(({ value }) => value)
        : [];
  const set = (holder: Holder) => {
    const usual = defaultOf(lottie, holder);
    const inner = objectOf(holder['k']) ?? objectOf(structuredClone(usual?.['k']));
    if (!inner) return false;
    holder['k'] = inner;
    const count = first?.count ?? usual?.['p'];
    if (count !== undefined) holder['p'] = count;
    setProperty(inner, plain, objectOf(usual?.['k']));
    return true;
  };
  return { size: sizeOf(values) * Math.max(1, first?.count ?? 0), set };
}

/**
 * Sets text documents: the fields of the rule replace those of the slot's default, and these replace those
 * of the layer's first document. A font that the animation does not list is ignored.
 */
function textSetter(values: Values<ThemeText>, lottie: Lottie): Setter {
  const fonts = lottie.fonts?.list ?? [];
  const set = (holder: Holder) => {
    const [usual] = [defaultOf(lottie, holder)?.['k']].flat();
    const [first] = Array.isArray(holder['k']) ? holder['k'] : [usual];
    const firstValue = objectOf(objectOf(first)?.['s']);
    if (!firstValue) return false;
    const base = { ...firstValue, ...objectOf(objectOf(usual)?.['s']) };
    const withText = ({ document, family }: ThemeText) => {
      const font = fonts.find(({ fName, fFamily }) => fName === family || fFamily === family);
      return {
        ...structuredClone(base),
        ...structuredClone(document),
        ...(font && { f: font.fName }),
      };
    };
    delete holder['x'];
    if (values.expression !== undefined) holder['x'] = values.expression;
    if ('value' in values) holder['k'] = [{ s: withText(values.value), t: 0 }];
    else if ('keyframes' in values)
      holder['k'] = values.keyframes.map(({ frame: t, value }) => ({ s: withText(value), t }));
    else if (objectOf(objectOf(usual)?.['s'])) holder['k'] = [{ s: structuredClone(base), t: 0 }];
    return true;
  };
  return { size: sizeOf(values), set };
}

/** The image of a rule is a file of the package or embedded. */
function ofImage(rule: Rule, { theme, id }: Reader, { lottie, files }: Sources): Setter {
  const { id: named, url, path, width, height } = objectOf(rule['value']) ?? {};
  const link = [url, path].find((text) => typeof text === 'string') as string | undefined;
  const asset = (lottie.assets ?? []).find((a) => a.id === named) as FileAsset | undefined;
  const place = typeof named === 'string' ? `i/${named}` : undefined;
  const file =
    place && (findPath(files, [place]) ?? [...files.keys()].find((name) => stemOf(name) === place));
  const isEmbedded = link?.startsWith('data:') === true;
  const p = isEmbedded ? link : (file?.slice(2) ?? asset?.p ?? link?.replace(/^.*\//, ''));
  if (p === undefined || (!isEmbedded && p.length > 4096)) {
    const where = `the rule ${JSON.stringify(id.slice(0, 100))}`;
    throw themeInvalid(theme, `an image of the package for ${where}`, 'another value');
  }
  const u = file === undefined && !isEmbedded ? (asset?.u ?? '') : '';
  const size = { ...(isSide(width) && { w: width }), ...(isSide(height) && { h: height }) };
  const set = (holder: Holder) => {
    if (typeof holder['id'] !== 'string' || holder['k'] !== undefined) return false;
    Object.assign(holder, { u, p, e: isEmbedded ? 1 : 0 }, size);
    return true;
  };
  return { size: 1, set };
}

function stemOf(name: string): string {
  return name.replace(/\.\w{1,5}$/, '');
}
