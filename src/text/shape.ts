import { Direction, Feature, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import { AppError, quoted, say } from '../base/index.ts';
import type { FontFace } from './font/font-face.ts';
import { type Run, visible } from './itemise.ts';

/**
 * A glyph in its cluster, relative to the cluster's origin; in ems, y up. `scale` is below 1 for
 * capitals that replace small caps that the font lacks.
 */
export type Glyph = { id: number; x: number; y: number; scale?: number };

/**
 * The glyphs of a shaped cluster, which are moved and selected together. `start`–`end` are UTF-16
 * indices into the paragraph; `advance` is in ems.
 */
export type Cluster = {
  start: number;
  end: number;
  level: number;
  face: FontFace;
  glyphs: Glyph[];
  advance: number;
  /** How far its ink reaches above and below the baseline, in ems; at least 0. */
  rise: number;
  depth: number;
  /** Joined with the next cluster, as Arabic letters are: tracking does not separate them. */
  joined?: boolean;
  /**
   * `space`: may hang over a line's end. `word`: the space (U+0020) by which players find words.
   */
  space: boolean;
  word: boolean;
  /** Code points without a glyph. */
  missing: number[];
};

export type Shaping = {
  language: string;
  /** Ems between characters. */
  tracking: number;
  smallCaps: boolean;
  /** Whether lines break only between words, and in Japanese between phrases. */
  keepsPhrases?: boolean;
};

/** Accents and other marks on one letter; some languages use five. */
const MAX_GLYPHS = 256;
/**
 * Glyphs for a UTF-16 unit. Letters that the font decomposes have five or six; a few, such as
 * U+FDFA, have 18.
 */
const MAX_GLYPHS_PER_UNIT = 8;
const MAX_MORE_GLYPHS = 1024;
/** Characters of context around a part. HarfBuzz looks at five on either side. */
const CONTEXT = 16;
const SPACES = /^[ \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+$/;
/** Scripts of letters that join on both sides (`Joining_Type=D`). */
const CURSIVE: ReadonlySet<string | undefined> = new Set([
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Adlam', 'Hanifi_Rohingya', 'Mandaic', 'Phags_Pa'],
  ...['Manichaean', 'Psalter_Pahlavi', 'Sogdian', 'Chorasmian', 'Old_Uyghur'],
]);
/** One buffer for all runs: HarfBuzz's memory is freed only when the garbage collector runs. */
const buffer = new HarfBuzzBuffer();

/** Shapes a run with HarfBuzz. Returns clusters in logical order for both directions. */
export function shapeRun(paragraph: string, run: Run, shaping: Shaping): Cluster[] {
  const cursive = CURSIVE.has(run.script);
  // Letters with tracking cannot form a ligature, unless the script joins them anyway.
  const features =
    shaping.tracking === 0 || cursive ? [] : [new Feature('liga', 0), new Feature('clig', 0)];
  const shaped = shaping.smallCaps
    ? casesOf(paragraph, run, shaping.language).flatMap((cases) =>
        shapeCases({ paragraph, cases, run, language: shaping.language, features }),
      )
    : shapePart({ text: paragraph, part: run, run, language: shaping.language, features });
  const clusters = wholeClusters(shaped, paragraph.slice(run.start, run.end), run.start);
  for (const [index, cluster] of clusters.entries()) {
    cluster.end = clusters[index + 1]?.start ?? run.end;
    if (cluster.glyphs.length > MAX_GLYPHS) throw overloaded(cluster.glyphs.length);
    describe(cluster, paragraph.slice(cluster.start, cluster.end));
  }
  const visibleClusters = withoutIgnorables(clusters, paragraph);
  for (const cluster of visibleClusters) measureInk(cluster);
  for (const [index, cluster] of visibleClusters.entries())
    cluster.joined = cursive && !cluster.space && visibleClusters[index + 1]?.space === false;
  return visibleClusters;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Rejoins consonants that a virama joins: HarfBuzz splits them where the font has no single glyph
 * for them.
 */
function wholeClusters(shaped: Cluster[], text: string, start: number): Cluster[] {
  if (!/\p{M}/u.test(text)) return shaped;
  const starts = new Set([...graphemes.segment(text)].map(({ index }) => start + index));
  const joinedClusters: Cluster[] = [];
  for (const cluster of shaped) {
    const previousCluster = joinedClusters.at(-1);
    if (!previousCluster || starts.has(cluster.start)) joinedClusters.push(cluster);
    else join(previousCluster, cluster);
  }
  return joinedClusters;
}

/** Appends `nextCluster`, the next one of the text, on the side to which the text runs. */
function join(cluster: Cluster, nextCluster: Cluster): void {
  const [left, right] = cluster.level % 2 === 1 ? [nextCluster, cluster] : [cluster, nextCluster];
  const movedGlyphs = right.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + left.advance }));
  cluster.glyphs = [...left.glyphs, ...movedGlyphs];
  cluster.advance += nextCluster.advance;
}

type Part = { start: number; end: number };

type PartShaping = {
  text: string;
  part: Part;
  run: Run;
  language: string;
  features: Feature[];
  origins?: readonly number[] | undefined;
};

/**
 * Shapes the text from `start` to `end`. `origins` maps the units of a text that was changed before, such
 * as small capitals, to positions of the paragraph.
 */
function shapePart({
  text,
  part: { start, end },
  run,
  language,
  features,
  origins,
}: PartShaping): Cluster[] {
  const { face, level, scriptTag } = run;
  // The text around the part lets Arabic letters join across a change of font.
  const from = Math.max(0, start - CONTEXT);
  buffer.reset();
  buffer.addText(text.slice(from, end + CONTEXT), start - from, end - start);
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  buffer.setLanguage(language);
  // HarfBuzz cannot guess the script of text that consists of shared signs.
  if (scriptTag) buffer.setScript(scriptTag);
  buffer.guessSegmentProperties();
  shape(face.handle(), buffer, features);
  return collect(run, end - start, (index) => (origins ? (origins[index] ?? 0) : from + index));
}

/**
 * A range of letters to draw as capitals (`capitals`, and for each its index in the paragraph), or
 * of other characters.
 */
type Cases = Part & { small: boolean; capitals: string; origins: number[] };

const MARK = /\p{M}/u;
const HAS_CAPITAL = /\p{Changes_When_Uppercased}/u;

/**
 * Splits for small capitals into parts whose letters become capitals (`small`) and others. One letter may
 * become several capitals, so `origins` has the position of each unit's letter.
 */
function casesOf(paragraph: string, { start, end }: Part, language: string): Cases[] {
  const parts: Cases[] = [];
  let at = start;
  for (const character of paragraph.slice(start, end)) {
    let part = parts.at(-1);
    // A mark has the case of its letter.
    const small = MARK.test(character) ? part?.small === true : HAS_CAPITAL.test(character);
    if (part?.small !== small) {
      part = { start: at, end: at, small, capitals: '', origins: [] };
      parts.push(part);
    }
    const written = small ? character.toLocaleUpperCase(language) : character;
    part.capitals += written;
    for (let unit = 0; unit < written.length; unit++) part.origins.push(at);
    at += character.length;
    part.end = at;
  }
  return parts;
}

/** The size at which After Effects draws capitals that replace small caps. */
const SMALL_CAPS_SCALE = 0.8;

/** Small caps out of the font where it has them for these letters, else capitals made smaller. */
function shapeCases({
  paragraph,
  cases,
  run,
  language,
  features,
}: {
  paragraph: string;
  cases: Cases;
  run: Run;
  language: string;
  features: Feature[];
}): Cluster[] {
  const plain = () => shapePart({ text: paragraph, part: cases, run, language, features });
  if (!cases.small) return plain();
  if (run.face.handle().face.getTableFeatureTags('GSUB').includes('smcp')) {
    const partClusters = shapePart({
      text: paragraph,
      part: cases,
      run,
      language,
      features: [...features, new Feature('smcp', 1)],
    });
    const ids = (clusters: Cluster[]) => clusters.flatMap(({ glyphs }) => glyphs.map((g) => g.id));
    if (ids(partClusters).join() !== ids(plain()).join()) return partClusters;
  }
  const { capitals, origins } = cases;
  const wholeRange = { start: 0, end: capitals.length };
  const clusters = shapePart({
    text: capitals,
    part: wholeRange,
    run,
    language,
    features,
    origins,
  });
  for (const cluster of clusters) {
    cluster.advance *= SMALL_CAPS_SCALE;
    for (const glyph of cluster.glyphs) {
      glyph.scale = SMALL_CAPS_SCALE;
      glyph.x *= SMALL_CAPS_SCALE;
      glyph.y *= SMALL_CAPS_SCALE;
    }
  }
  return clusters;
}

function overgrown({ postScriptName }: FontFace): AppError {
  return new AppError(
    'font_invalid',
    say`Expected at most ${MAX_GLYPHS_PER_UNIT} glyphs for a character of the font ${quoted(postScriptName)} but received more.`,
    { hint: 'The font’s substitutions multiply glyphs. Use another font.' },
  );
}

function overloaded(count: number): AppError {
  return new AppError(
    'text_invalid',
    say`Expected at most ${MAX_GLYPHS} marks on a letter for a text but received ${count}.`,
    { hint: 'Remove accents.' },
  );
}

/**
 * Drops joiners and direction marks: shaping has used them, and as characters animators would count
 * them.
 */
function withoutIgnorables(clusters: readonly Cluster[], paragraph: string): Cluster[] {
  const keptClusters: Cluster[] = [];
  for (const cluster of clusters) {
    const previousCluster = keptClusters.at(-1);
    if (visible(paragraph.slice(cluster.start, cluster.end)).length > 0) keptClusters.push(cluster);
    else if (previousCluster) previousCluster.end = cluster.end;
  }
  return keptClusters;
}

/** `units`: UTF-16 units of the text that the buffer was shaped from. */
function collect(
  { face, level }: Run,
  units: number,
  indexOf: (cluster: number) => number,
): Cluster[] {
  const em = face.unitsPerEm;
  const infos = buffer.getGlyphInfos();
  if (infos.length > MAX_GLYPHS_PER_UNIT * units + MAX_MORE_GLYPHS) throw overgrown(face);
  const positions = buffer.getGlyphPositions();
  const clusters = new Map<number, Cluster>();
  for (const [index, info] of infos.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const start = indexOf(info.cluster);
    const cluster = clusters.get(start) ?? {
      start,
      end: start,
      level,
      face,
      glyphs: [],
      advance: 0,
      rise: 0,
      depth: 0,
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

/**
 * The object replacement character. It represents content that is not text; fonts that have it draw
 * a box.
 */
const OBJECT = '\ufffc';

/**
 * Fills in `space`, `word` and `missing`. Glyph 0 is the font's box for a missing glyph: it is
 * never drawn, always reported.
 */
function describe(cluster: Cluster, text: string): void {
  const { face } = cluster;
  cluster.space = SPACES.test(text);
  cluster.word = text === ' ';
  if (text.startsWith(OBJECT)) {
    cluster.missing = visible(text);
    cluster.glyphs = [];
    cluster.advance = face.spaceAdvance;
    return;
  }
  const boxes = cluster.glyphs.some((glyph) => glyph.id === 0);
  const missingCharacters =
    boxes || drawsNothing(cluster) ? visible(text).filter((c) => !face.has(c)) : [];
  if (!boxes && missingCharacters.length === 0) return;
  cluster.missing = missingCharacters.length > 0 ? missingCharacters : visible(text);
  cluster.glyphs = cluster.glyphs.filter((glyph) => glyph.id !== 0);
  if (cluster.glyphs.length === 0 || !boxes) cluster.advance = face.spaceAdvance;
}

/** Sets how far the glyphs of a cluster reach above and below the baseline, in ems. */
function measureInk(cluster: Cluster): void {
  for (const { id, y, scale = 1 } of cluster.glyphs) {
    const { rise, depth } = cluster.face.reach(id);
    cluster.rise = Math.max(cluster.rise, y + rise * scale);
    cluster.depth = Math.max(cluster.depth, depth * scale - y);
  }
}

/**
 * Whether a cluster of an emoji font draws nothing: some of its glyphs draw only as parts of
 * others. Empty glyphs of other fonts are intended.
 */
function drawsNothing({ face, glyphs }: Cluster): boolean {
  return face.colors !== undefined && !glyphs.some((glyph) => face.draws(glyph.id));
}
