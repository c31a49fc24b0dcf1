import type { FontFace } from './font/font-face.ts';
import type { Paragraph } from './paragraph.ts';

/** The fonts of the clusters, except the text's own font. */
export function otherFaces(paragraphs: readonly Paragraph[], face: FontFace): FontFace[] {
  const faces = new Set<FontFace>();
  for (const { clusters } of paragraphs) for (const cluster of clusters) faces.add(cluster.face);
  faces.delete(face);
  return [...faces];
}

/** Whether other fonts draw all characters except spaces, and there are some. */
export function isBorrowed(paragraphs: readonly Paragraph[], ownFace: FontFace): boolean {
  const drawnClusters = paragraphs.flatMap(({ clusters }) =>
    clusters.filter(({ space }) => !space),
  );
  const isOwn = (face: FontFace) =>
    face === ownFace || face.postScriptName === ownFace.postScriptName;
  return drawnClusters.length > 0 && !drawnClusters.some(({ face }) => isOwn(face));
}

/**
 * The characters that other fonts than `ownFace` set, by font. Emoji and spaces do not count, nor do other files
 * of the same font: services split fonts by characters.
 */
export function borrowedBy(
  paragraphs: readonly Paragraph[],
  ownFace: FontFace | undefined,
): ReadonlyMap<FontFace, ReadonlySet<string>> {
  const borrowed = new Map<FontFace, Set<string>>();
  for (const { text, clusters } of paragraphs) {
    for (const { face, start, end, space, missing } of clusters) {
      const isOwn = face === ownFace || face.postScriptName === ownFace?.postScriptName;
      if (isOwn || face.colors || space || missing.length > 0) continue;
      const characters = borrowed.get(face) ?? new Set();
      for (const character of text.slice(start, end)) characters.add(character);
      borrowed.set(face, characters);
    }
  }
  return borrowed;
}

/** The code points without a glyph, as `U+1F600`. */
export function missingGlyphs(paragraphs: readonly Paragraph[]): string[] {
  const missing = new Set<number>();
  for (const { clusters } of paragraphs)
    for (const cluster of clusters) for (const c of cluster.missing) missing.add(c);
  return [...missing]
    .sort((a, b) => a - b)
    .map((c) => `U+${c.toString(16).toUpperCase().padStart(4, '0')}`);
}
