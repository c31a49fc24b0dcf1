import { type Face, type Font, MetricsTag } from 'harfbuzzjs';
import { ColorTable } from './color-table.ts';
import { drawnWeight } from './drawn-weight.ts';
import { fontInvalid } from './font-error.ts';
import { type FontData, fontHandle } from './font-handle.ts';
import {
  type FontStyle,
  isItalic,
  isSerifName,
  isSerifTable,
  weightOfStyle,
  weightOfTable,
  widthOfStyle,
  widthOfTable,
} from './font-style.ts';
import { hasCharacterMap, tablesOf } from './sfnt.ts';
import {
  type Axis,
  type AxisValues,
  type NamedInstance,
  readVariations,
  valuesFor,
} from './variations.ts';

const MAX_NAME_CHARACTERS = 200;
const MAX_EMPTY_GLYPHS = 2000;
/** Cached styles of a variable font, without its named instances. */
const MAX_STYLES = 256;
const MAX_ANSWERS = 65_536;

/** An opened font: its names and metrics. Lengths are in ems. */
export type FontFace = Readonly<FontStyle> & {
  /** Identifies the face: the file's digest, and the face's index and axis values where it has them. */
  readonly key: string;
  /** SHA-256 of the file as received. */
  readonly fileDigest: string;
  /** Size of the unpacked file: a WOFF2 file can be much smaller. */
  readonly fileBytes: number;
  readonly postScriptName: string;
  readonly family: string;
  readonly style: string;
  readonly unitsPerEm: number;
  /** Above and below the baseline, both positive. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /**
   * How far a `p` reaches below the baseline. This is the space that a line needs; `descent` may
   * contain line spacing.
   */
  readonly tail: number;
  readonly spaceAdvance: number;
  /**
   * The style by the thickness of its strokes, for choosing fonts that fit beside it; see
   * `drawnWeight`.
   */
  readonly drawnStyle: FontStyle;
  /** The color glyphs, for example of an emoji font. */
  readonly colors: ColorTable | undefined;
  /** The axes of a variable font; empty for a static font. */
  readonly axes: readonly Axis[];
  /** The instance of a variable font that is nearest to a style; a static font returns itself. */
  inStyle(style: FontStyle): FontFace;
  /** The face with all horizontal distances multiplied, for a font that replaces a narrower one. */
  stretched(factor: number): FontFace;
  /** Whether the font has a glyph for a character, even if the glyph only forms part of others. */
  maps(codePoint: number): boolean;
  /** Whether the font can draw a character by itself. */
  has(codePoint: number): boolean;
  /** Whether a glyph has an outline or colors; a bitmap glyph does not count. */
  draws(glyph: number): boolean;
  /**
   * How far a glyph's ink reaches above and below the baseline; negative if the ink ends before the
   * baseline.
   */
  reach(glyph: number): Reach;
  /** HarfBuzz's font; used only in this folder. */
  handle(): Font;
};

/** In ems; minus infinity for a glyph without ink. */
export type Reach = { readonly rise: number; readonly depth: number };

const NO_INK: Reach = { rise: Number.NEGATIVE_INFINITY, depth: Number.NEGATIVE_INFINITY };

const REQUIRED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
const OUTLINE_TABLES = ['glyf', 'CFF ', 'CFF2'];
const IMAGE_TABLES = ['CBDT', 'sbix', 'SVG '];

/**
 * Reads face `index` of a file: one face, or for a variable font the default and every named
 * instance. `label` names the font in errors. Throws `font_invalid` for a font that cannot be
 * drawn.
 */
export function readFaces(file: FontData, index: number, label: string): FontFace[] {
  const tables = tablesOf(file.bytes, index);
  const missing = REQUIRED_TABLES.filter((table) => !tables.has(table));
  if (missing.length > 0)
    throw fontInvalid(label, `a font without the tables ${missing.join(', ')}`);
  const cmap = tables.get('cmap');
  if (!cmap || !hasCharacterMap(cmap))
    throw fontInvalid(label, 'a font whose cmap names no characters');
  const images = IMAGE_TABLES.some((table) => tables.has(table));
  if (!images && !OUTLINE_TABLES.some((table) => tables.has(table)))
    throw fontInvalid(label, 'a font without outlines');
  const { face } = fontHandle(file, index);
  if (face.upem < 16 || face.upem > 16_384)
    throw fontInvalid(label, `a font with ${face.upem} units per em`);
  const colr = tables.get('COLR');
  const colors = colr && new ColorTable(colr, tables.get('CPAL'));
  if (!images && !colr && !drawsAny(fontHandle(file, index), tables.get('maxp')))
    throw fontInvalid(label, 'a font whose glyphs are all empty');
  const { axes, instances } = readVariations(tables.get('fvar'), label);
  const source = {
    file,
    index,
    axes,
    colors,
    ...statedNames(face, tables.get('OS/2')),
    ...coverage(() => fontHandle(file, index), colors, images),
  };
  if (axes.length === 0) return [faceOf(source)];
  return variableFaces(source, instances, face);
}

/**
 * Whether any glyph has an outline: if the font's glyph index is damaged, none has. The first
 * glyphs are enough, since most fonts draw glyph 0.
 */
function drawsAny(font: Font, maxp: DataView | undefined): boolean {
  const count = Math.min(MAX_EMPTY_GLYPHS, maxp && maxp.byteLength >= 6 ? maxp.getUint16(4) : 0);
  for (let glyph = 0; glyph < count; glyph++) if (font.glyphToPath(glyph) !== '') return true;
  return false;
}

/**
 * The properties that the instances of one face share, and the default instance's values from its
 * tables.
 */
type Source = Pick<FontFace, 'axes' | 'colors' | 'family' | 'style' | 'postScriptName'> &
  Coverage & { file: FontData; index: number; weight: number; width: number; serif: boolean };

/**
 * What the font's name and OS/2 tables state. Typographic names (16 and 17) have priority over the older
 * ones (1 and 2).
 */
function statedNames(face: Face, os2: DataView | undefined) {
  const style = nameOf(face, 17) || nameOf(face, 2) || 'Regular';
  const family = nameOf(face, 16) || nameOf(face, 1) || 'Unnamed';
  return {
    family,
    style,
    postScriptName: nameOf(face, 6) || postScriptNameOf(family, style),
    weight: weightOfTable(os2) ?? weightOfStyle(style),
    width: widthOfTable(os2) ?? widthOfStyle(style),
    serif: isSerifName(family) ?? isSerifTable(os2) ?? false,
  };
}

/** The English name of this id in the font's name table, shortened; empty if there is none. */
function nameOf(face: Face, id: number): string {
  return face.getName(id, 'en').slice(0, MAX_NAME_CHARACTERS).toWellFormed();
}

function postScriptNameOf(family: string, style: string): string {
  return `${family}-${style}`.replaceAll(/\s/g, '');
}

type Instance = { values: AxisValues; style: string; postScriptName: string };

/** The faces of a variable font: the default first, then the others in the font's order. */
function variableFaces(
  source: Source,
  instances: readonly NamedInstance[],
  face: Face,
): FontFace[] {
  const faces = new Map<string, FontFace>();
  const prefix = (nameOf(face, 25) || source.family).replaceAll(/[^A-Za-z0-9]/g, '');
  const add = (instance: Instance) => {
    const newFace = faceOf(source, instance, inStyle);
    if (!faces.has(newFace.key)) faces.set(newFace.key, newFace);
    return newFace;
  };
  const inStyle = (style: FontStyle): FontFace => {
    const values = valuesFor(source.axes, style);
    const key = keyOf(source, values);
    const cachedFace = faces.get(key) ?? others.get(key);
    if (cachedFace) return cachedFace;
    // Adobe Technical Note 5902: an instance without a name is named by its axes.
    const axes = [...values].map(([tag, value]) => `_${value}${tag.trim()}`).join('');
    const named = isSloped(source, values) ? `${style.weight} Italic` : String(style.weight);
    const newFace = faceOf(
      source,
      { values, style: named, postScriptName: prefix + axes },
      inStyle,
    );
    if (others.size >= MAX_STYLES) others.clear();
    others.set(key, newFace);
    return newFace;
  };
  const others = new Map<string, FontFace>();
  const named = instances.map(({ nameId, postScriptNameId, values }) => {
    const style = nameOf(face, nameId) || source.style;
    const ownName = postScriptNameId === undefined ? '' : nameOf(face, postScriptNameId);
    return { values, style, postScriptName: ownName || postScriptNameOf(prefix, style) };
  });
  const isDefault = ({ values }: Instance) =>
    source.axes.every((a) => values.get(a.tag) === a.default);
  const { style, postScriptName } = source;
  const values = new Map(source.axes.map((axis) => [axis.tag, axis.default]));
  add(named.find(isDefault) ?? { values, style, postScriptName });
  for (const instance of named) add(instance);
  return [...faces.values()];
}

/** Whether an instance is italic, by its axes. A font without such axes is like its default. */
function isSloped({ style }: Source, values: AxisValues): boolean {
  const [italic, slant] = [values.get('ital'), values.get('slnt')];
  if (italic === undefined && slant === undefined) return isItalic(style);
  return (italic ?? 0) >= 0.5 || (slant ?? 0) < 0;
}

/** Equal for faces that draw the same: the file, the face in it, and the values of its axes. */
function keyOf({ file, index }: Source, values: AxisValues | undefined): string {
  if (!values && index === 0) return file.digest;
  return `${file.digest} ${index} ${[...(values ?? [])].join(' ')}`;
}

/**
 * Builds a face of a file: of `instance`, or the default. Without `inStyle` the face has no other styles.
 * `stretch` widens the letters.
 */
function faceOf(
  source: Source,
  instance?: Instance,
  inStyle?: (style: FontStyle) => FontFace,
  stretch = 1,
): FontFace {
  const { file, index, axes, colors, family, maps, has, draws } = source;
  const values = instance?.values;
  const { style, postScriptName } = instance ?? source;
  const handle = () => fontHandle(file, index, values, stretch);
  const stretches = new Map<number, FontFace>();
  let drawnStyle: FontStyle | undefined;
  const face: FontFace = {
    key: keyOf(source, values) + (stretch === 1 ? '' : ` ×${stretch}`),
    fileDigest: file.digest,
    fileBytes: file.bytes.byteLength,
    postScriptName,
    family,
    style,
    weight: values?.get('wght') ?? source.weight,
    width: (values?.get('wdth') ?? source.width) * stretch,
    opticalSize: values?.get('opsz'),
    italic: isItalic(style) || (values !== undefined && isSloped(source, values)),
    serif: source.serif,
    ...measureFont(handle()),
    get drawnStyle() {
      const { weight, italic, width, serif, opticalSize } = face;
      drawnStyle ??= { weight: drawnWeight(weight, handle()), italic, width, serif, opticalSize };
      return drawnStyle;
    },
    colors,
    axes,
    inStyle: inStyle ?? (() => face),
    stretched: (factor) => {
      const percent = Math.round(factor * 100) / 100;
      const cachedFace = percent === 1 ? face : stretches.get(percent);
      const stretchedFace = cachedFace ?? faceOf(source, instance, inStyle, percent);
      stretches.set(percent, stretchedFace);
      return stretchedFace;
    },
    maps,
    has,
    draws,
    handle,
    reach: reachOf(handle),
  };
  return face;
}

/**
 * Returns a function that gives how far a glyph's ink reaches from the baseline, in ems: up (`rise`) and
 * down (`depth`).
 */
function reachOf(handle: () => Font): FontFace['reach'] {
  const answers = new Map<number, Reach>();
  return (glyph) => {
    const cachedReach = answers.get(glyph);
    if (cachedReach) return cachedReach;
    const font = handle();
    const { height = 0, yBearing = 0 } = font.glyphExtents(glyph) ?? {};
    const { upem } = font.face;
    const reach =
      height === 0 ? NO_INK : { rise: yBearing / upem, depth: -(yBearing + height) / upem };
    if (answers.size >= MAX_ANSWERS) answers.clear();
    answers.set(glyph, reach);
    return reach;
  };
}

type Measure = Pick<
  FontFace,
  'unitsPerEm' | 'ascent' | 'descent' | 'capHeight' | 'tail' | 'spaceAdvance'
>;

/** Measures in ems, with usual values for a font that does not state them. */
function measureFont(font: Font): Measure {
  const unitsPerEm = font.face.upem;
  const { ascender, descender } = font.hExtents();
  const [p, space] = [font.glyph(0x70), font.glyph(0x20)];
  const tail = p === undefined ? undefined : font.glyphExtents(p);
  const ems = (units: number | undefined, otherwise: number) =>
    units !== undefined && units > 0 ? units / unitsPerEm : otherwise;
  return {
    unitsPerEm,
    ascent: ems(ascender, 0.8),
    descent: ems(-descender, 0.2),
    capHeight: ems(font.getMetricPosition(MetricsTag.CAP_HEIGHT), 0.7),
    tail: ems(tail && -(tail.yBearing + tail.height), 0.22),
    spaceAdvance: space === undefined ? 0.25 : font.glyphHAdvance(space) / unitsPerEm,
  };
}

type Coverage = Pick<FontFace, 'maps' | 'has' | 'draws'>;

/** Which characters and glyphs a face can draw. The answer is the same for all its instances. */
function coverage(handle: () => Font, colors: ColorTable | undefined, images: boolean): Coverage {
  const maps = (codePoint: number) => handle().glyph(codePoint) !== undefined;
  const draws = (glyph: number) =>
    colors?.paint(glyph) !== undefined || handle().glyphToPath(glyph) !== '';
  const answers = new Map<number, boolean>();
  const has = (codePoint: number) => {
    const cachedAnswer = answers.get(codePoint);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const glyph = handle().glyph(codePoint);
    // In a font with outlines only, an empty glyph is intended.
    const outlines = !images && !colors;
    const answer = glyph !== undefined && (outlines || isBlank(codePoint) || draws(glyph));
    if (answers.size >= MAX_ANSWERS) answers.clear();
    answers.set(codePoint, answer);
    return answer;
  };
  return { maps, has, draws };
}

function isBlank(codePoint: number): boolean {
  return /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(String.fromCodePoint(codePoint));
}
