import { Direction, Feature, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import { AppError } from '../base/index.ts';
import type { FontFace } from './font-face.ts';
import { type Run, visible } from './itemise.ts';

/** A glyph within its cluster, placed from the cluster's own origin; in ems, y up. */
export type Glyph = { id: number; x: number; y: number };

/**
 * What moves and selects as one: the glyphs of a shaped cluster. `start`–`end` are UTF-16 indices
 * into the paragraph; `advance` is in ems.
 */
export type Cluster = {
  start: number;
  end: number;
  level: number;
  face: FontFace;
  glyphs: Glyph[];
  advance: number;
  /** A space that may hang over a line's end; `word` is the one (U+0020) by which players find words. */
  space: boolean;
  word: boolean;
  /** Code points without a glyph. */
  missing: number[];
};

export type Shaping = { language: string /** Ems between characters. */; tracking: number };

/** Accents and the like on one letter; some languages use five. */
const MOST_GLYPHS = 256;
/** HarfBuzz looks at five characters on either side of a run. */
const CONTEXT = 16;
const SPACES = /^[ \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+$/;
const CURSIVE: ReadonlySet<string | undefined> = new Set(['Arabic', 'Syriac', 'Mongolian', 'Nko']);
/** One for all: HarfBuzz's memory comes back only when the garbage collector finds the time. */
const buffer = new HarfBuzzBuffer();

/** Shapes a run with HarfBuzz. The clusters come in logical order, whatever the direction. */
export function shapeRun(paragraph: string, run: Run, { language, tracking }: Shaping): Cluster[] {
  const { face, level, start, end } = run;
  // The text around the run lets Arabic letters join across a change of font.
  const from = Math.max(0, start - CONTEXT);
  buffer.reset();
  buffer.addText(paragraph.slice(from, end + CONTEXT), start - from, end - start);
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  buffer.setLanguage(language);
  buffer.guessSegmentProperties();
  const cursive = CURSIVE.has(run.script);
  // Letters that are set apart cannot be one ligature, unless the script joins them anyway.
  shape(
    face.handle(),
    buffer,
    tracking === 0 || cursive ? [] : [new Feature('liga', 0), new Feature('clig', 0)],
  );
  const clusters = collect(from, face, level);
  for (const [index, cluster] of clusters.entries()) {
    cluster.end = clusters[index + 1]?.start ?? end;
    if (cluster.glyphs.length > MOST_GLYPHS) throw overloaded(cluster.glyphs.length);
    describe(cluster, paragraph.slice(cluster.start, cluster.end));
    // Players track every character; joined letters must stay joined.
    if (cursive && !cluster.space) cluster.advance -= tracking;
  }
  return withoutIgnorables(clusters, paragraph);
}

function overloaded(count: number): AppError {
  return new AppError(
    'text_invalid',
    `Expected at most ${MOST_GLYPHS} marks on a letter for a text but received ${count}.`,
    {
      hint: 'Take away accents.',
    },
  );
}

/** Joiners and marks of direction have done their work; as characters they would take part in animations. */
function withoutIgnorables(clusters: readonly Cluster[], paragraph: string): Cluster[] {
  const left: Cluster[] = [];
  for (const cluster of clusters) {
    const before = left.at(-1);
    if (visible(paragraph.slice(cluster.start, cluster.end)).length > 0) left.push(cluster);
    else if (before) before.end = cluster.end;
  }
  return left;
}

function collect(from: number, face: FontFace, level: number): Cluster[] {
  const em = face.unitsPerEm;
  const positions = buffer.getGlyphPositions();
  const clusters = new Map<number, Cluster>();
  for (const [index, info] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const start = from + info.cluster;
    const cluster = clusters.get(start) ?? {
      start,
      end: start,
      level,
      face,
      glyphs: [],
      advance: 0,
      space: false,
      word: false,
      missing: [],
    };
    clusters.set(start, cluster);
    cluster.glyphs.push({ id: info.codepoint, x: cluster.advance + xOffset / em, y: yOffset / em });
    cluster.advance += xAdvance / em;
  }
  return [...clusters.values()].sort((a, b) => a.start - b.start);
}

/** Glyph 0 is the font's box for what it lacks: never drawn, always reported. */
function describe(cluster: Cluster, text: string): void {
  const { face } = cluster;
  cluster.space = SPACES.test(text);
  cluster.word = text === ' ';
  const boxes = cluster.glyphs.some((glyph) => glyph.id === 0);
  const lacking = boxes || nothing(cluster) ? visible(text).filter((c) => !face.has(c)) : [];
  if (!boxes && lacking.length === 0) return;
  cluster.missing = lacking.length > 0 ? lacking : visible(text);
  cluster.glyphs = cluster.glyphs.filter((glyph) => glyph.id !== 0);
  if (cluster.glyphs.length === 0 || !boxes) cluster.advance = face.spaceAdvance;
}

/** An emoji font has glyphs that draw only as parts of others; other fonts' empty glyphs are meant so. */
function nothing({ face, glyphs }: Cluster): boolean {
  return face.colors !== undefined && !glyphs.some((glyph) => face.draws(glyph.id));
}
