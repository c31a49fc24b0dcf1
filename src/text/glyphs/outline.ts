import { AppError, quoted, say } from '../../base/index.ts';
import { apply, type Char, type Matrix } from '../../lottie/index.ts';
import type { FontFace } from '../font/font-face.ts';
import type { Cluster, Glyph } from '../shape.ts';

/** Lottie glyphs are drawn at size 100, y down; two decimals are finer than a pixel at any size. */
const SIZE = 100;
/** Maximum for a letter. The most detailed letters have a few thousand points. */
const MAX_POINTS = 20_000;

type Point = [number, number];
export type Contour = { i: number[][]; o: number[][]; v: number[][]; c: true };

/**
 * A cluster's glyphs as the outlines of a Lottie character; quadratic curves become cubic. A blank
 * cluster has no `shapes`, because lottie-web fails on an empty list. Throws `font_invalid` for a
 * glyph with too many points.
 */
export function outlineOf(cluster: Cluster): { data: Char['data']; points: number } {
  const contours = cluster.glyphs.flatMap((glyph) =>
    contoursOf(cluster.face, glyph.id, placeOf(cluster.face, glyph)),
  );
  if (contours.length === 0) return { data: {}, points: 0 };
  const points = pointsOf(contours);
  checkDetail(points, MAX_POINTS, cluster.face);
  const it = contours.map((k) => ({ ty: 'sh', ks: { a: 0, k } }));
  return { data: { shapes: [{ ty: 'gr', it }] }, points };
}

export function pointsOf(contours: readonly Contour[]): number {
  return contours.reduce((sum, { v }) => sum + v.length, 0);
}

/** Throws `font_invalid` for outlines with more than `max` points. */
export function checkDetail(points: number, max: number, face: FontFace): void {
  if (points <= max) return;
  throw new AppError(
    'font_invalid',
    say`Expected at most ${max} points in a letter of the font ${quoted(face.postScriptName)} but received more.`,
    { hint: 'Simplify its outlines, or use another font.' },
  );
}

/** Transforms font units, y up, to the glyph's place in a Lottie character. */
export function placeOf(face: FontFace, { x, y, scale = 1 }: Glyph): Matrix {
  const size = (scale * SIZE) / face.unitsPerEm;
  return [size, 0, 0, -size, x * SIZE, -y * SIZE];
}

/** The outline of a glyph, transformed by `place`. */
export function contoursOf(face: FontFace, glyph: number, place: Matrix): Contour[] {
  const tokens =
    face
      .handle()
      .glyphToPath(glyph)
      .match(/[MLQCZ]|-?[\d.]+(?:e-?\d+)?/g) ?? [];
  let at = 0;
  const point = (): Point => {
    const [x, y] = [Number(tokens[at++]), Number(tokens[at++])];
    return apply(place, x, y);
  };
  const contours: Contour[] = [];
  let contour: Contour | undefined;
  let pen: Point = [0, 0];
  while (at < tokens.length) {
    const command = tokens[at++];
    if (command === 'M') {
      pen = point();
      contour = { i: [[0, 0]], o: [[0, 0]], v: [rounded(pen)], c: true };
      contours.push(contour);
    } else if (contour && (command === 'L' || command === 'Q' || command === 'C')) {
      const [leave, arrive, end] = curve(command, pen, point);
      contour.o[contour.o.length - 1] = leave;
      contour.i.push(arrive);
      contour.o.push([0, 0]);
      contour.v.push(rounded(end));
      pen = end;
    }
  }
  return contours.map(withoutSeam).filter(({ v }) => v.length > 1);
}

/** The two tangents, relative to their ends as in Lottie, and the end point. */
function curve(
  command: 'L' | 'Q' | 'C',
  pen: Point,
  point: () => Point,
): [number[], number[], Point] {
  if (command === 'L') return [[0, 0], [0, 0], point()];
  const first = point();
  const last = command === 'C' ? point() : first;
  const end = point();
  const part = command === 'C' ? 1 : 2 / 3;
  const tangent = (from: Point, to: Point) =>
    rounded([(to[0] - from[0]) * part, (to[1] - from[1]) * part]);
  return [tangent(pen, first), tangent(end, last), end];
}

/** Removes the last point of a contour that ends where it began. */
function withoutSeam(contour: Contour): Contour {
  const last = contour.v.length - 1;
  const [first, end] = [contour.v[0], contour.v[last]];
  if (last < 1 || first?.[0] !== end?.[0] || first?.[1] !== end?.[1]) return contour;
  contour.i[0] = contour.i[last] ?? [0, 0];
  contour.i.pop();
  contour.o.pop();
  contour.v.pop();
  return contour;
}

/** To hundredths; never -0. */
function rounded([x, y]: Point): number[] {
  return [Math.round(x * 100) / 100 || 0, Math.round(y * 100) / 100 || 0];
}
