import type { Font } from '../../lottie/index.ts';
import { type FontStyle, familyOf, styleDistance, wantedStyle } from '../../text/index.ts';
import { plainName } from './font-files.ts';

/** A rule `@font-face`: its style, and the address of its font. */
export type CssFace = {
  family: string;
  weights: [number, number];
  italic: boolean;
  /** Percent, as `font-stretch`. */
  width: number;
  /** The characters that the font is for; undefined for all. */
  ranges: [number, number][] | undefined;
  url: string;
};

const MAX_FACES = 1000;
/** Maximum number of files of one font: services split a font by scripts. */
const MAX_FILES = 12;
/** A rule of a part of a Chinese font has 2,000 characters. */
const MAX_RULE = 8000;
const FORMATS = ['woff2', 'woff', 'truetype', 'opentype'];
const LATIN = 0x41;

/** Reads the rules `@font-face` of a style sheet. `base`: its address, for relative addresses. */
export function facesOfCss(css: string, base: string): CssFace[] {
  const plain = css.replaceAll(/\/\*.*?(?:\*\/|$)/gs, ' ');
  const rules = plain.split(/@font-face\s*\{/i, MAX_FACES + 1).slice(1);
  return rules.flatMap((rule) => faceOf(rule.slice(0, MAX_RULE), base) ?? []);
}

/**
 * Returns the faces of a style sheet that a font of the list asks for: of its family (or of the only family
 * of the sheet) in the nearest style. Of a font that is split by characters, these are the parts with Latin
 * letters and with characters of `text`.
 */
export function facesFor(faces: readonly CssFace[], font: Font, text: string): CssFace[] {
  const names = [familyOf(font), font.fName].map(plainName);
  const familyFaces = faces.filter(({ family }) => names.includes(plainName(family)));
  const isOnly = new Set(faces.map(({ family }) => plainName(family))).size === 1;
  const family = familyFaces.length > 0 || !isOnly ? familyFaces : faces;
  const style = wantedStyle(font);
  const distances = new Map(family.map((face) => [face, distance(face, style)]));
  const least = Math.min(...distances.values());
  const nearest = family.filter((face) => distances.get(face) === least);
  // Of several faces for the same characters, the last counts.
  const wholeFace = nearest.findLast(({ ranges }) => !ranges);
  if (wholeFace) return [wholeFace];
  const codes = Uint32Array.from(new Set(text), (c) => c.codePointAt(0) ?? 0).sort();
  const isLatin = (face: CssFace) => holdsAny(face, Uint32Array.of(LATIN));
  return [
    ...nearest.filter(isLatin),
    ...nearest.filter((face) => !isLatin(face) && holdsAny(face, codes)),
  ].slice(0, MAX_FILES);
}

/** Whether a face is for any of these characters, which are sorted. */
function holdsAny({ ranges = [] }: CssFace, codes: Uint32Array): boolean {
  return ranges.some(([first, last]) => (codes[firstFrom(first, codes)] ?? Infinity) <= last);
}

/** The position of the first code that is not below `least`. */
function firstFrom(least: number, codes: Uint32Array): number {
  let [low, high] = [0, codes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((codes[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * How different a face is from the style; smaller is more similar. A variable font has all weights of its
 * range.
 */
function distance({ weights: [light, bold], italic, width }: CssFace, style: FontStyle): number {
  const weight = Math.min(bold, Math.max(light, style.weight));
  return styleDistance({ weight, italic, width, serif: false }, style);
}

/**
 * Reads the text of one `@font-face` rule; undefined without a URL. `base`: the address of the CSS, for
 * relative URLs.
 */
function faceOf(rule: string, base: string): CssFace | undefined {
  const end = rule.indexOf('}');
  const body = end < 0 ? rule : rule.slice(0, end);
  const get = (name: string) =>
    new RegExp(`(?:^|[;\\s])${name}\\s*:([^;]*)`, 'i').exec(body)?.[1]?.trim() ?? '';
  const url = urlOf(/(?:^|[;\s])src\s*:(.*)/is.exec(body)?.[1] ?? '', base);
  if (url === undefined) return undefined;
  return {
    family: get('font-family').replaceAll(/["']/g, ''),
    weights: weightsOf(get('font-weight')),
    italic: /^(italic|oblique)/i.test(get('font-style')),
    width: Number.parseFloat(get('font-stretch')) || 100,
    ranges: rangesOf(get('unicode-range')),
    url,
  };
}

/** The address of the first font in a supported format, in the order of `FORMATS`. */
function urlOf(src: string, base: string): string | undefined {
  const matches = src.matchAll(
    /url\(\s*(?:"([^"(]*)"|'([^'(]*)'|([^()\s"']*))\s*\)(?:\s*format\(\s*["']?([\w-]+))?/gi,
  );
  const ranked = [...matches].flatMap(([, double, single, bare, format]) => {
    const url = URL.parse(double ?? single ?? bare ?? '', base)?.href;
    const stated = format ?? extensionFormat(url ?? '');
    const rank = FORMATS.indexOf(stated.toLowerCase());
    return url !== undefined && (rank >= 0 || stated === '') ? [{ url, rank }] : [];
  });
  return ranked.sort((a, b) => a.rank - b.rank)[0]?.url;
}

/** The format that an address states by its ending; '' for other endings. */
function extensionFormat(url: string): string {
  const ending = /\.(woff2|woff|ttf|otf|eot|svg)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return { ttf: 'truetype', otf: 'opentype' }[ending] ?? ending;
}

/**
 * Returns the first and the last weight of a `font-weight`, which differ for a variable font; 400 if there
 * is none.
 */
function weightsOf(text: string): [number, number] {
  const [first, last = first] = text
    .replaceAll(/\bnormal\b/gi, '400')
    .replaceAll(/\bbold\b/gi, '700')
    .split(/\s+/)
    .map(Number)
    .filter((weight) => weight >= 1 && weight <= 1000);
  return first === undefined || last === undefined ? [400, 400] : [first, last];
}

/** `U+0000-00FF, U+0131, U+4??` as pairs of code points; undefined without any. */
function rangesOf(text: string): [number, number][] | undefined {
  const matches = text.matchAll(/U\+([0-9a-f?]{1,6})(?:-([0-9a-f]{1,6}))?/gi);
  const ranges = [...matches].map(([, first = '', last = first]): [number, number] => [
    Number.parseInt(first.replaceAll('?', '0'), 16),
    Number.parseInt(last.replaceAll('?', 'F'), 16),
  ]);
  return ranges.length > 0 ? ranges : undefined;
}
