import type { FontFace } from '../font/font-face.ts';
import type { FontLibrary } from '../font/font-library.ts';
import { shapeParagraph } from '../paragraph.ts';
import { visualOrder } from '../visual-order.ts';
import { type Contour, outlineOf } from './outline.ts';

const SIZE = 100;
const SHAPING = { language: 'en', tracking: 0, smallCaps: false };

/**
 * Returns a line of text in a font as the path of an SVG: at size 100, with the baseline at 0. `width` is the
 * advance of the line. Throws `font_invalid` for letters with too many points.
 */
export function linePath(
  text: string,
  face: FontFace,
  fonts: FontLibrary,
): { d: string; width: number } {
  const paragraph = shapeParagraph({ text, face, fonts, shaping: SHAPING, memory: new Map() });
  const { length } = paragraph.clusters;
  const { visual } = visualOrder(
    { paragraph, from: 0, to: length, last: true, hyphen: undefined },
    length,
  );
  let pen = 0;
  const parts = visual.map(({ cluster }) => {
    const { shapes = [] } = outlineOf(cluster).data;
    const group = shapes as { it?: { ks?: { k: Contour } }[] }[];
    const contours = group.flatMap(({ it = [] }) => it.flatMap(({ ks }) => ks?.k ?? []));
    const pathData = contours.map((contour) => contourPath(contour, pen)).join('');
    pen += cluster.advance * SIZE;
    return pathData;
  });
  return { d: parts.join(''), width: pen };
}

/** Tangents of a contour are relative to their points. */
function contourPath({ v, i, o }: Contour, left: number): string {
  const at = (point: number, tangents?: number[][]) =>
    [0, 1].map((axis) => {
      const sum = (v[point]?.[axis] ?? 0) + (tangents?.[point]?.[axis] ?? 0);
      return Math.round((axis === 0 ? sum + left : sum) * 10) / 10;
    });
  const curves = v.map((_, from) => {
    const to = (from + 1) % v.length;
    return `C${[...at(from, o), ...at(to, i), ...at(to)].join(' ')}`;
  });
  return `M${at(0).join(' ')}${curves.join('')}Z`;
}
