import { Blob, Face, Font } from 'harfbuzzjs';
import { AppError, sha256 } from '../base/index.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_CACHED = 64;

/** A font that has been read: its names, its measure, and HarfBuzz's handle on it. */
export type FontFace = {
  readonly digest: string;
  readonly postScriptName: string;
  readonly family: string;
  readonly style: string;
  /** 100–900, as CSS has it. */
  readonly weight: number;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  /** In ems, above and below the baseline; both positive. */
  readonly ascent: number;
  readonly descent: number;
  has(codePoint: number): boolean;
  /** HarfBuzz's font; only this folder uses it. */
  readonly font: Font;
};

/** Faces by digest: a service meets the same few fonts again and again, and parsing costs. */
const cache = new Map<string, FontFace>();

/**
 * Reads a TrueType or OpenType font (the first face of a collection). `label` names it in errors.
 * Throws `font_invalid` for anything else.
 */
export function parseFont(bytes: Uint8Array, label: string): FontFace {
  checkContainer(bytes, label);
  const digest = sha256(bytes);
  const known = cache.get(digest);
  if (known) {
    cache.delete(digest);
    cache.set(digest, known);
    return known;
  }
  const face = read(bytes, digest, label);
  cache.set(digest, face);
  const oldest = cache.keys().next().value;
  if (cache.size > MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  return face;
}

function checkContainer(bytes: Uint8Array, label: string): void {
  if (bytes.byteLength > MOST_BYTES) {
    throw invalid(label, `${bytes.byteLength} bytes`, `Fonts may have at most ${MOST_BYTES} bytes.`);
  }
  const tag = new TextDecoder('latin1').decode(bytes.subarray(0, 4));
  if (tag === 'wOFF' || tag === 'wOF2') {
    throw invalid(label, `a ${tag === 'wOFF' ? 'WOFF' : 'WOFF2'} file`, 'Convert it to TTF or OTF.');
  }
  if (!['\x00\x01\x00\x00', 'OTTO', 'true', 'ttcf'].includes(tag)) {
    throw invalid(label, `${bytes.byteLength} bytes of another kind`, 'Use a TTF, OTF or TTC file.');
  }
}

function read(bytes: Uint8Array, digest: string, label: string): FontFace {
  const face = new Face(new Blob(bytes), 0);
  const required = ['cmap', 'head', 'hhea', 'hmtx'];
  const missing = required.filter((table) => face.referenceTable(table) === undefined);
  const outlines = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'COLR', 'sbix'].some((t) => face.referenceTable(t) !== undefined);
  if (missing.length > 0 || !outlines || face.upem < 16 || face.upem > 16_384) {
    const what = missing.length > 0 ? `one without the tables ${missing.join(', ')}` : 'one without usable outlines';
    throw invalid(label, what, 'Export the font again, or use another one.');
  }
  const font = new Font(face);
  const names = (id: number) => face.getName(id, 'en').toWellFormed();
  const family = names(16) || names(1) || 'Unnamed';
  const style = names(17) || names(2) || 'Regular';
  const extents = font.hExtents();
  return {
    digest,
    postScriptName: names(6) || `${family}-${style}`.replaceAll(' ', ''),
    family,
    style,
    weight: weightOf(face, style),
    italic: /italic|oblique/i.test(style),
    unitsPerEm: face.upem,
    ascent: extents.ascender / face.upem,
    descent: -extents.descender / face.upem,
    has: (codePoint) => font.glyph(codePoint) !== undefined,
    font,
  };
}

function weightOf(face: Face, style: string): number {
  const os2 = face.referenceTable('OS/2');
  const stored = os2 && os2.byteLength >= 6 ? new DataView(os2.buffer, os2.byteOffset).getUint16(4) : 0;
  return stored >= 1 && stored <= 1000 ? stored : weightOfStyle(style);
}

const WEIGHTS: [RegExp, number][] = [
  [/thin|hairline/i, 100],
  [/extra ?light|ultra ?light/i, 200],
  [/light/i, 300],
  [/medium/i, 500],
  [/semi ?bold|demi/i, 600],
  [/extra ?bold|ultra ?bold|heavy/i, 800],
  [/black/i, 900],
  [/bold/i, 700],
];

/** The weight that a style's name speaks of. */
export function weightOfStyle(style: string): number {
  return WEIGHTS.find(([pattern]) => pattern.test(style))?.[1] ?? 400;
}

function invalid(label: string, received: string, hint: string): AppError {
  return new AppError('font_invalid', `Expected a TrueType or OpenType font for ${label} but received ${received}.`, { hint });
}
