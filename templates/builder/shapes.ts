import { type Animatable, type Json, property, rgb, type Transform, transform } from './values.ts';

/** Shapes. Sizes and positions are pixels; rectangles and ellipses are positioned by their center. */
export function rectangle(
  x: number,
  y: number,
  width: Animatable | number,
  height?: number,
  roundness = 0,
): Json {
  const size = height === undefined ? width : [width as number, height];
  return {
    ty: 'rc',
    nm: 'rectangle',
    p: property([x, y]),
    s: property(size),
    r: property(roundness),
  };
}

export function ellipse(x: number, y: number, size: Animatable): Json {
  return {
    ty: 'el',
    nm: 'ellipse',
    p: property([x, y]),
    s: property(typeof size === 'number' ? [size, size] : size),
  };
}

/** A path through points; curved points have tangents: `[x, y, inX, inY, outX, outY]`. */
export function path(points: number[][], closed = true): Json {
  return {
    ty: 'sh',
    nm: 'path',
    ks: {
      a: 0,
      k: {
        c: closed,
        v: points.map((p) => p.slice(0, 2)),
        i: points.map((p) => [p[2] ?? 0, p[3] ?? 0]),
        o: points.map((p) => [p[4] ?? 0, p[5] ?? 0]),
      },
    },
  };
}

export function star(
  x: number,
  y: number,
  points: number,
  outer: number,
  inner: number,
  rotation: Animatable = 0,
): Json {
  return {
    ty: 'sr',
    nm: 'star',
    sy: 1,
    d: 1,
    pt: property(points),
    p: property([x, y]),
    r: property(rotation),
    or: property(outer),
    ir: property(inner),
    os: property(0),
    is: property(0),
  };
}

export type Paint = { name?: string; slot?: string; opacity?: Animatable };

/** A fill. Its `name` (`c_01`) or `slot` can make it an editable color. */
export function fill(color: string, { name = 'fill', slot, opacity = 100 }: Paint = {}): Json {
  return {
    ty: 'fl',
    nm: name,
    c: { ...property([...rgb(color), 1]), ...(slot !== undefined && { sid: slot }) },
    o: property(opacity),
    r: 1,
  };
}

export function stroke(
  color: string,
  width: Animatable,
  { name = 'stroke', slot, opacity = 100 }: Paint = {},
): Json {
  return {
    ty: 'st',
    nm: name,
    c: { ...property([...rgb(color), 1]), ...(slot !== undefined && { sid: slot }) },
    o: property(opacity),
    w: property(width),
    lc: 2,
    lj: 2,
  };
}

/** A linear gradient between two points with evenly spaced colors. */
export function gradient(from: Animatable, to: Animatable, colors: string[]): Json {
  const stops = colors.flatMap((color, index) => [index / (colors.length - 1), ...rgb(color)]);
  return {
    ty: 'gf',
    nm: 'gradient',
    t: 1,
    s: property(from),
    e: property(to),
    g: { p: colors.length, k: { a: 0, k: stops } },
    o: property(100),
    r: 1,
  };
}

/** Trims a path: start and end in percent. */
export function trim(start: Animatable, end: Animatable): Json {
  return { ty: 'tm', nm: 'trim', s: property(start), e: property(end), o: property(0), m: 1 };
}

export function group(name: string, items: Json[], placed: Transform = {}): Json {
  return {
    ty: 'gr',
    nm: name,
    it: [...items, { ty: 'tr', ...transform(placed), sk: property(0), sa: property(0) }],
  };
}
