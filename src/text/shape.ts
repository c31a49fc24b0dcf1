import { Buffer as HarfBuzzBuffer, Direction, shape } from 'harfbuzzjs';
import type { FontFace } from './font-face.ts';
import type { Run } from './itemise.ts';

/** A glyph within its cluster; offsets and advance in ems, y up. */
export type Glyph = { id: number; x: number; y: number };

/**
 * What moves and selects as one: the glyphs of a shaped cluster, placed from the cluster's own
 * origin. `start`–`end` are UTF-16 indices into the paragraph; `advance` is in ems.
 */
export type Cluster = {
  start: number;
  end: number;
  level: number;
  face: FontFace;
  glyphs: Glyph[];
  advance: number;
  missing: boolean;
};

/** Shapes a run with HarfBuzz. The clusters come in logical order, whatever the direction. */
export function shapeRun(paragraph: string, run: Run, language: string): Cluster[] {
  const { face, level, missing } = run;
  const buffer = new HarfBuzzBuffer();
  // The text around the run lets Arabic letters join across a change of font.
  buffer.addText(paragraph, run.start, run.end - run.start);
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  buffer.setLanguage(language);
  buffer.guessSegmentProperties();
  shape(face.font, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const clusters = new Map<number, Cluster>();
  const em = face.unitsPerEm;
  for (const [index, info] of infos.entries()) {
    const position = positions[index];
    if (!position) continue;
    const cluster = clusters.get(info.cluster) ?? {
      start: info.cluster,
      end: run.end,
      level,
      face,
      glyphs: [],
      advance: 0,
      missing,
    };
    clusters.set(info.cluster, cluster);
    cluster.glyphs.push({ id: info.codepoint, x: cluster.advance + position.xOffset / em, y: position.yOffset / em });
    cluster.advance += position.xAdvance / em;
  }
  const ordered = [...clusters.values()].sort((a, b) => a.start - b.start);
  for (const [index, cluster] of ordered.entries()) cluster.end = ordered[index + 1]?.start ?? run.end;
  return missing ? ordered.map((c) => ({ ...c, glyphs: [] })) : ordered;
}
