import type { Font } from '../../lottie/index.ts';

/** The properties of a font's look that are compared to replace the font. */
export type FontStyle = {
  /** 1–1000, as in CSS. */
  weight: number;
  italic: boolean;
  /** Percent of the normal width, as in CSS. */
  width: number;
  serif: boolean;
  /** The size in points that the font is drawn for, if its name states it. */
  opticalSize?: number | undefined;
};

const WEIGHTS: [RegExp, number][] = [
  [/thin|hairline/i, 100],
  [/(extra|ultra)[ -]?light/i, 200],
  [/(semi|demi)[ -]?light/i, 350],
  [/light/i, 300],
  [/medium/i, 500],
  [/semi[ -]?bold|demi/i, 600],
  [/(extra|ultra)[ -]?bold|heavy/i, 800],
  [/(extra|ultra)[ -]?black/i, 950],
  [/black/i, 900],
  [/bold/i, 700],
];

const WIDTHS: [RegExp, number][] = [
  [/ultra[ -]?(condensed|compressed|narrow)/i, 50],
  [/extra[ -]?(condensed|compressed|narrow)/i, 62.5],
  [/semi[ -]?(condensed|narrow)/i, 87.5],
  [/condensed|compressed|narrow/i, 75],
  [/semi[ -]?(expanded|extended|wide)/i, 112.5],
  [/extra[ -]?(expanded|extended|wide)/i, 150],
  [/ultra[ -]?(expanded|extended|wide)/i, 200],
  [/expanded|extended|wide/i, 125],
];

/** Names of optical sizes, in points. */
const OPTICAL_SIZES: [RegExp, number][] = [
  [/caption|micro/i, 8],
  [/small ?text|smtext/i, 10],
  [/subhead/i, 24],
  [/display|poster/i, 72],
];

/** The weight that a style's name states. */
export function weightOfStyle(style: string): number {
  return spokenIn(WEIGHTS, style) ?? 400;
}

/** The width, in percent, that a style's name states. */
export function widthOfStyle(style: string): number {
  return spokenIn(WIDTHS, style) ?? 100;
}

export function isItalic(style: string): boolean {
  return /italic|oblique|slanted|kursiv|\bit$/i.test(style);
}

function opticalSizeOf(style: string): number | undefined {
  const points = /\b(\d{1,3}) ?pt\b/i.exec(style)?.[1];
  return points === undefined ? spokenIn(OPTICAL_SIZES, style) : Number(points);
}

function spokenIn(table: readonly [RegExp, number][], style: string): number | undefined {
  return table.find(([pattern]) => pattern.test(style))?.[1];
}

/** The style that a name such as "Condensed SemiBold Italic" states. */
export function styleNamed(name: string): FontStyle {
  return {
    weight: weightOfStyle(name),
    italic: isItalic(name),
    width: widthOfStyle(name),
    serif: isSerifName(name) ?? false,
    opticalSize: opticalSizeOf(name),
  };
}

/** The style that an entry of the animation's font list requests; regular if it requests none. */
export function wantedStyle(font: Font | undefined): FontStyle {
  const { fName = '', fFamily = '', fStyle, fClass = '', fWeight = '' } = font ?? {};
  const { words } = splitFamily(familyOf(font));
  const style = styleNamed(`${words} ${styleNameOf({ fName, fStyle })} ${fWeight}`);
  const weight = Number(fWeight);
  return {
    ...style,
    ...(weight >= 1 && weight <= 1000 && { weight }),
    serif: isSerifName(`${fFamily} ${spaced(fName)} ${fClass}`) ?? false,
  };
}

/** The distance between two styles: by width, then by slope, then by weight, as in CSS. */
export function styleDistance(has: FontStyle, wants: FontStyle): number {
  return (
    Math.abs(has.width - wants.width) * 10_000 +
    (has.italic === wants.italic ? 0 : 5000) +
    weightDistance(has.weight, wants.weight)
  );
}

/** CSS Fonts 4, 5.2: for light weights lighter fonts come first, for bold weights bolder fonts. */
function weightDistance(has: number, wants: number): number {
  if (has === wants) return 0;
  const middle = wants >= 400 && wants <= 500;
  if (middle && has > wants && has <= 500) return has - wants;
  const lighterFirst = wants <= 500;
  const away = Math.abs(has - wants);
  return has < wants === lighterFirst ? 100 + away : 1500 + away;
}

/** The name of a font's style. Some entries state it only in the PostScript name or as a weight. */
export function styleNameOf({ fName, fStyle, fWeight }: StyleNames): string {
  return fStyle || spaced(fName.split('-').slice(1).join(' ')) || (fWeight ?? '');
}

type StyleNames = { fName: string; fStyle?: string | undefined; fWeight?: string };

/** The first family name; entries may hold a list as in CSS. */
export function familyOf(font: Font | undefined): string {
  return (font?.fFamily ?? '').split(',', 1)[0]?.replaceAll(/["']/g, '').trim() ?? '';
}

/** Splits words at capitals: "ExtraBoldItalic" becomes "Extra Bold Italic". */
function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/**
 * Starts only at the beginning of a run of spaces: starting at every space would take quadratic
 * time.
 */
const STYLE_WORD =
  /(?<![ _-])[ _-]+(thin|hairline|((extra|ultra|semi|demi)[ -]?)?(light|bold|black|condensed|narrow|compressed|expanded|extended|wide)|regular|normal|book|medium|heavy|demi|italic|oblique|variable|vf|roman)$/i;

/** Splits a style off a family's name: "Poppins SemiBold" is "Poppins" and "SemiBold". */
export function splitFamily(family: string): { base: string; words: string } {
  let base = family.trim();
  let words = '';
  for (let match = STYLE_WORD.exec(base); match; match = STYLE_WORD.exec(base)) {
    words = `${match[1]} ${words}`;
    base = base.slice(0, match.index);
  }
  return { base, words: words.trim() };
}

const SERIF_WORD = /serif|slab/i;
const SANS =
  /sans|gothic|grotes|helvetica|arial|roboto|\binter\b|futura|verdana|tahoma|calibri|segoe|poppins|montserrat|mono/i;
const SERIF_FAMILY = new RegExp(
  [
    'roman\\b|antiqua|mincho|myeongjo|batang|song(ti|\\b)|ming(liu|\\b)|naskh|didone|old ?standard|schoolbook',
    'times|georgia|garamond|merriweather|playfair|bodoni|baskerville|caslon|didot|cambria|palatino|bookman',
    'century|minion|\\blora\\b|crimson|cormorant|spectral|\\bbitter\\b|rokkitt|rockwell|cinzel|trajan|plantin',
    'sabon|tiempos|abril|arvo|cardo|domine|frank ?ruhl|gelasio|gentium|neuton|noticia|\\bprata\\b|vollkorn',
    'yeseva|constantia|perpetua|cochin|hoefler|\\bcharter\\b|fraunces|newsreader|literata|alegreya|amiri',
    'scheherazade|clarendon|tinos|bembo|goudy|iowan|athelas|recoleta|canela',
  ].join('|'),
  'i',
);

/** Whether a font of this name has serifs; undefined if the name does not show it. */
export function isSerifName(name: string): boolean | undefined {
  const plain = name.replaceAll(/sans[ -]?serif/gi, 'sans');
  if (SERIF_WORD.test(plain)) return true;
  if (SANS.test(plain)) return false;
  return SERIF_FAMILY.test(plain) || undefined;
}

/** Whether a font has serifs by its OS/2 table: PANOSE first, then the family class. */
export function isSerifTable(table: DataView | undefined): boolean | undefined {
  if (!table || table.byteLength < 42) return undefined;
  const [familyKind, serifStyle] = [table.getUint8(32), table.getUint8(33)];
  if (familyKind === 2 && serifStyle >= 2 && serifStyle <= 15) return serifStyle <= 10;
  const familyClass = table.getUint8(30);
  if (familyClass >= 1 && familyClass <= 7 && familyClass !== 6) return true;
  return familyClass === 8 ? false : undefined;
}

/** The weight that the OS/2 table states. */
export function weightOfTable(table: DataView | undefined): number | undefined {
  if (!table || table.byteLength < 6) return undefined;
  const weight = table.getUint16(4);
  return weight >= 1 && weight <= 1000 ? weight : undefined;
}

/** Percent of the normal width for the nine classes of OS/2. */
const WIDTH_CLASSES = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

/** The width that the OS/2 table states, in percent. */
export function widthOfTable(table: DataView | undefined): number | undefined {
  return table && table.byteLength >= 8 ? WIDTH_CLASSES[table.getUint16(6) - 1] : undefined;
}
