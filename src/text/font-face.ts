import { type Face, type Font, MetricsTag } from 'harfbuzzjs';
import { AppError, sha256 } from '../base/index.ts';
import { ColorTable } from './color-table.ts';
import { fontHandle } from './font-handle.ts';
import { tablesOf } from './sfnt.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_NAME_CHARACTERS = 200;

/** A font that has been read: its names and its measure. Lengths are in ems. */
export type FontFace = {
  /** SHA-256 of the file. */
  readonly digest: string;
  readonly postScriptName: string;
  readonly family: string;
  readonly style: string;
  /** 1–1000, as CSS has it. */
  readonly weight: number;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  /** Above and below the baseline, both positive. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** How far a `p` reaches below the baseline: what a line needs, where `descent` may hold line spacing. */
  readonly tail: number;
  readonly spaceAdvance: number;
  /** Its color glyphs, as of an emoji font. */
  readonly colors: ColorTable | undefined;
  /** Whether the font has a glyph for a character, if only as a part of others. */
  maps(codePoint: number): boolean;
  /** Whether the font can draw a character by itself. */
  has(codePoint: number): boolean;
  /** Whether a glyph has an outline or colors; a picture made of pixels does not count. */
  draws(glyph: number): boolean;
  /** HarfBuzz's font, for this folder. */
  handle(): Font;
};

/**
 * Reads a TrueType or OpenType font (the first face of a collection). `label` names it in errors.
 * Throws `font_invalid` for anything else.
 */
export function parseFont(bytes: Uint8Array, label: string): FontFace {
  checkContainer(bytes, label);
  // A copy: the caller's memory may be part of a pool that is written again.
  const own = new Uint8Array(bytes);
  try {
    return read(own, sha256(own), label);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalid(label, 'one that cannot be read', { cause: error });
  }
}

function checkContainer(bytes: Uint8Array, label: string): void {
  if (bytes.byteLength > MOST_BYTES) {
    throw invalid(label, `${bytes.byteLength} bytes`, {
      hint: `Fonts may have at most ${MOST_BYTES} bytes.`,
    });
  }
  const tag = new TextDecoder('latin1').decode(bytes.subarray(0, 4));
  if (tag === 'wOFF' || tag === 'wOF2') {
    throw invalid(label, `a ${tag === 'wOFF' ? 'WOFF' : 'WOFF2'} file`, {
      hint: 'Convert it to TTF or OTF.',
    });
  }
  if (!['\x00\x01\x00\x00', 'OTTO', 'true', 'ttcf'].includes(tag)) {
    throw invalid(label, `${bytes.byteLength} bytes of another kind`, {
      hint: 'Use a TTF, OTF or TTC file.',
    });
  }
}

const REQUIRED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
const OUTLINE_TABLES = ['glyf', 'CFF ', 'CFF2'];
const PICTURE_TABLES = ['CBDT', 'sbix', 'SVG '];

function read(bytes: Uint8Array, digest: string, label: string): FontFace {
  const tables = tablesOf(bytes);
  const missing = REQUIRED_TABLES.filter((table) => !tables.has(table));
  if (missing.length > 0) throw invalid(label, `one without the tables ${missing.join(', ')}`);
  const pictures = PICTURE_TABLES.some((table) => tables.has(table));
  if (!pictures && !OUTLINE_TABLES.some((table) => tables.has(table)))
    throw invalid(label, 'one without outlines');
  const handle = () => fontHandle(digest, bytes);
  const font = handle();
  const { face } = font;
  if (face.upem < 16 || face.upem > 16_384)
    throw invalid(label, `one with ${face.upem} units in an em`);
  const colr = tables.get('COLR');
  const colors = colr && new ColorTable(colr, tables.get('CPAL'));
  const style = nameOf(face, 17) || nameOf(face, 2) || 'Regular';
  const family = nameOf(face, 16) || nameOf(face, 1) || 'Unnamed';
  return {
    digest,
    postScriptName: nameOf(face, 6) || `${family}-${style}`.replaceAll(' ', ''),
    family,
    style,
    weight: storedWeight(tables.get('OS/2')) ?? weightOfStyle(style),
    italic: isItalic(style),
    ...measure(font),
    colors,
    ...coverage(handle, colors, pictures),
    handle,
  };
}

function nameOf(face: Face, id: number): string {
  return face.getName(id, 'en').slice(0, MOST_NAME_CHARACTERS).toWellFormed();
}

type Measure = Pick<
  FontFace,
  'unitsPerEm' | 'ascent' | 'descent' | 'capHeight' | 'tail' | 'spaceAdvance'
>;

function measure(font: Font): Measure {
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

function coverage(
  handle: () => Font,
  colors: ColorTable | undefined,
  pictures: boolean,
): Pick<FontFace, 'maps' | 'has' | 'draws'> {
  const maps = (codePoint: number) => handle().glyph(codePoint) !== undefined;
  const draws = (glyph: number) =>
    colors?.paint(glyph) !== undefined || handle().glyphToPath(glyph) !== '';
  const answers = new Map<number, boolean>();
  const has = (codePoint: number) => {
    const known = answers.get(codePoint);
    if (known !== undefined) return known;
    const glyph = handle().glyph(codePoint);
    // Where all is outline, an empty one is meant to be so.
    const outlines = !pictures && !colors;
    const answer = glyph !== undefined && (outlines || isBlank(codePoint) || draws(glyph));
    answers.set(codePoint, answer);
    return answer;
  };
  return { maps, has, draws };
}

function isBlank(codePoint: number): boolean {
  return /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(String.fromCodePoint(codePoint));
}

function storedWeight(table: DataView | undefined): number | undefined {
  if (!table || table.byteLength < 6) return undefined;
  const weight = table.getUint16(4);
  return weight >= 1 && weight <= 1000 ? weight : undefined;
}

const WEIGHTS: [RegExp, number][] = [
  [/thin|hairline/i, 100],
  [/extra[ -]?light|ultra[ -]?light/i, 200],
  [/light/i, 300],
  [/medium/i, 500],
  [/semi[ -]?bold|demi/i, 600],
  [/extra[ -]?bold|ultra[ -]?bold|heavy/i, 800],
  [/black/i, 900],
  [/bold/i, 700],
];

/** The weight that a style's name speaks of. */
export function weightOfStyle(style: string): number {
  return WEIGHTS.find(([pattern]) => pattern.test(style))?.[1] ?? 400;
}

export function isItalic(style: string): boolean {
  return /italic|oblique/i.test(style);
}

function invalid(
  label: string,
  received: string,
  {
    hint = 'Export the font again, or use another one.',
    cause,
  }: { hint?: string; cause?: unknown } = {},
): AppError {
  return new AppError(
    'font_invalid',
    `Expected a TrueType or OpenType font for ${label} but received ${received}.`,
    { hint },
    { cause },
  );
}
