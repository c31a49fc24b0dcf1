import type { Shape } from '../lottie/index.ts';
import type { Cluster } from './shape.ts';

/** Lottie glyphs are drawn at size 100, y down; two decimals are finer than a pixel at any size. */
const SIZE = 100;

type Contour = { i: number[][]; o: number[][]; v: number[][]; c: true };

/** A cluster's glyphs as one Lottie shape group. Quadratic curves are raised to cubic ones. */
export function outlineOf(cluster: Cluster): Shape[] {
  const contours = cluster.glyphs.flatMap((glyph) => contoursOf(cluster, glyph));
  if (contours.length === 0) return [];
  return [{ ty: 'gr', it: contours.map((k) => ({ ty: 'sh', ks: { a: 0, k } })) }];
}

function contoursOf(cluster: Cluster, glyph: Cluster['glyphs'][number]): Contour[] {
  const { font, unitsPerEm } = cluster.face;
  const scale = SIZE / unitsPerEm;
  const place = (x: number, y: number): [number, number] => [x * scale + glyph.x * SIZE, -(y * scale) - glyph.y * SIZE];
  const contours: Contour[] = [];
  const tokens = font.glyphToPath(glyph.id).match(/[MLQCZ]|-?\d*\.?\d+(?:e-?\d+)?/g) ?? [];
  let contour: Contour | undefined;
  let pen: [number, number] = [0, 0];
  let at = 0;
  const point = () => place(Number(tokens[at++]), Number(tokens[at++]));
  while (at < tokens.length) {
    const command = tokens[at++];
    if (command === 'M') {
      pen = point();
      contour = { i: [[0, 0]], o: [[0, 0]], v: [pen.map(rounded)], c: true };
      contours.push(contour);
    } else if (command === 'L' || command === 'Q' || command === 'C') {
      const [out, into, end] = curve(command, pen, point);
      if (!contour) continue;
      contour.o[contour.o.length - 1] = out;
      contour.i.push(into);
      contour.o.push([0, 0]);
      contour.v.push(end.map(rounded));
      pen = end;
    }
  }
  return contours.map(closeSeam).filter((c) => c.v.length > 1);
}

/** Tangents relative to their ends, as Lottie wants them, and the end point. */
function curve(command: 'L' | 'Q' | 'C', pen: [number, number], point: () => [number, number]): [number[], number[], [number, number]] {
  if (command === 'L') return [[0, 0], [0, 0], point()];
  if (command === 'C') {
    const [a, b, end] = [point(), point(), point()];
    return [[rounded(a[0] - pen[0]), rounded(a[1] - pen[1])], [rounded(b[0] - end[0]), rounded(b[1] - end[1])], end];
  }
  const [control, end] = [point(), point()];
  const toward = (from: number, c: number) => rounded(((c - from) * 2) / 3);
  return [
    [toward(pen[0], control[0]), toward(pen[1], control[1])],
    [toward(end[0], control[0]), toward(end[1], control[1])],
    end,
  ];
}

/** A contour that ends where it began needs its first point only once. */
function closeSeam(contour: Contour): Contour {
  const last = contour.v.length - 1;
  const [first, end] = [contour.v[0], contour.v[last]];
  if (last < 1 || first?.[0] !== end?.[0] || first?.[1] !== end?.[1]) return contour;
  contour.i[0] = contour.i[last] ?? [0, 0];
  contour.i.pop();
  contour.o.pop();
  contour.v.pop();
  return contour;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100 || 0;
}
