import { apply, type Matrix, type Shape } from '../../lottie/index.ts';
import type { Paint, PaintColor, Point, Stop } from '../font/color-table.ts';
import type { Contour } from './outline.ts';

export type Fill = Paint & { kind: 'solid' | 'linear' | 'radial' };
type Linear = Fill & { kind: 'linear' };
type Radial = Fill & { kind: 'radial' };

/** A group of outlines with their fill. `place` transforms the paint's units to the outlines' units. */
export function fillContours(contours: readonly Contour[], paint: Fill, place: Matrix): Shape {
  if (paint.kind === 'solid') return group(contours, solid(paint.color));
  // A gradient without extent is filled with its last color.
  const last = paint.stops.at(-1)?.color ?? [0, 0, 0, 0];
  const shaded = paint.kind === 'linear' ? linear : radial;
  return shaded(contours, paint as Linear & Radial, place) ?? group(contours, solid(last));
}

/**
 * A Lottie group: the fill comes after the outlines, the transform last. `tr` replaces fields of the still
 * transform.
 */
function group(contours: readonly Contour[], fill: Shape, tr: Record<string, unknown> = {}): Shape {
  return {
    ty: 'gr',
    it: [
      ...contours.map((k) => ({ ty: 'sh', ks: { a: 0, k } })),
      fill,
      {
        ty: 'tr',
        p: { a: 0, k: [0, 0] },
        a: { a: 0, k: [0, 0] },
        s: { a: 0, k: [100, 100] },
        r: { a: 0, k: 0 },
        o: { a: 0, k: 100 },
        ...tr,
      },
    ],
  };
}

function solid([r, g, b, alpha]: PaintColor): Shape {
  const c = { a: 0, k: [rounded(r), rounded(g), rounded(b), 1] };
  return { ty: 'fl', c, o: { a: 0, k: rounded(alpha * 100) }, r: 1 };
}

/** Lottie appends the opacities to the colors of a gradient; type 1 is linear, 2 radial. */
function gradient(type: 1 | 2, stops: readonly Stop[], from: Point, to: Point): Shape {
  const colors = stops.flatMap(({ at, color: [r, g, b] }) => [at, r, g, b]);
  const alphas = stops.flatMap(({ at, color }) => [at, color[3]]);
  const opaque = stops.every(({ color }) => color[3] === 1);
  return {
    ty: 'gf',
    t: type,
    g: { p: stops.length, k: { a: 0, k: [...colors, ...(opaque ? [] : alphas)].map(rounded) } },
    s: { a: 0, k: from.map(rounded) },
    e: { a: 0, k: to.map(rounded) },
    o: { a: 0, k: 100 },
    r: 1,
  };
}

/** The stops, rescaled to 0–1, and the range of the gradient line that they now cover. */
function withinOne(stops: readonly Stop[]): { stops: Stop[]; low: number; high: number } {
  const low = Math.min(0, stops[0]?.at ?? 0);
  const high = Math.max(1, stops.at(-1)?.at ?? 1);
  return {
    stops: stops.map(({ at, color }) => ({ at: (at - low) / (high - low), color })),
    low,
    high,
  };
}

function between(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/**
 * A linear gradient has one color along the line `from`–`turn`, and changes across that line
 * towards `to`.
 */
function linear(contours: readonly Contour[], paint: Linear, place: Matrix): Shape | undefined {
  const [start, end, along] = [paint.from, paint.to, paint.turn].map(([x, y]) =>
    apply(place, x, y),
  );
  if (!start || !end || !along) return undefined;
  const across: Point = [along[1] - start[1], start[0] - along[0]];
  const squared = across[0] ** 2 + across[1] ** 2;
  if (squared === 0) return undefined;
  const part = ((end[0] - start[0]) * across[0] + (end[1] - start[1]) * across[1]) / squared;
  if (part === 0) return undefined;
  const { stops, low, high } = withinOne(paint.stops);
  const at = (place: number): Point => [
    start[0] + across[0] * part * place,
    start[1] + across[1] * part * place,
  ];
  return group(contours, gradient(1, stops, at(low), at(high)));
}

/**
 * An affine transformation makes a circle an ellipse. So the outlines are drawn in the space of a
 * circle of radius 100, and the group moves them into place. A gradient between two circles becomes
 * one circle with a highlight.
 */
function radial(contours: readonly Contour[], paint: Radial, place: Matrix): Shape | undefined {
  const circles = circlesOf(paint);
  const axes = axesOf(place);
  if (circles.radius <= 0 || !axes) return undefined;
  const center = apply(place, ...circles.center);
  const focus = apply(place, ...circles.focus);
  const size = axes.lengths.map((length) => (length * circles.radius) / 100) as [number, number];
  const [cos, sin] = [Math.cos(axes.angle), Math.sin(axes.angle)];
  const back = (x: number, y: number): Point => [
    (cos * x + sin * y) / size[0],
    (cos * y - sin * x) / size[1],
  ];
  const vectors = (list: number[][], [x, y]: Point) =>
    list.map((v) => back((v[0] ?? 0) - x, (v[1] ?? 0) - y).map(rounded));
  const shape = contours.map(({ i, o, v }) => ({
    i: vectors(i, [0, 0]),
    o: vectors(o, [0, 0]),
    v: vectors(v, center),
    c: true as const,
  }));
  const [x, y] = back(focus[0] - center[0], focus[1] - center[1]);
  const highlight = {
    h: { a: 0, k: rounded(Math.min(99, Math.hypot(x, y))) },
    a: { a: 0, k: rounded((Math.atan2(y, x) * 180) / Math.PI) },
  };
  return group(
    shape,
    { ...gradient(2, circles.stops, [0, 0], [100, 0]), ...highlight },
    {
      p: { a: 0, k: center.map(rounded) },
      s: { a: 0, k: size.map((n) => rounded(n * 100)) },
      r: { a: 0, k: rounded((axes.angle * 180) / Math.PI) },
    },
  );
}

/** The larger circle, the center of the smaller one, and the stops from that center outwards. */
function circlesOf({ stops: ownStops, inner, innerRadius, outer, radius }: Radial) {
  const { stops, low, high } = withinOne(ownStops);
  const circle = (part: number) => ({
    center: [between(inner[0], outer[0], part), between(inner[1], outer[1], part)] as Point,
    radius: Math.max(0, between(innerRadius, radius, part)),
  });
  const [first, last] = [circle(low), circle(high)];
  const grows = last.radius >= first.radius;
  const [small, large] = grows ? [first, last] : [last, first];
  const start = large.radius > 0 ? small.radius / large.radius : 0;
  const outwards = grows ? stops : stops.map(({ at, color }) => ({ at: 1 - at, color })).reverse();
  return {
    focus: small.center,
    center: large.center,
    radius: large.radius,
    stops: outwards.map(({ at, color }) => ({ at: between(start, 1, at), color })),
  };
}

/** The half-axes of the ellipse that the unit circle becomes, and the angle of the first. */
function axesOf([a, b, c, d]: Matrix): { lengths: Point; angle: number } | undefined {
  const [e, f, g, h] = [(a + d) / 2, (a - d) / 2, (b + c) / 2, (b - c) / 2];
  const [q, r] = [Math.hypot(e, h), Math.hypot(f, g)];
  const lengths: Point = [q + r, Math.abs(q - r)];
  if (lengths[1] < lengths[0] * 1e-4) return undefined;
  return { lengths, angle: (Math.atan2(g, f) + Math.atan2(h, e)) / 2 };
}

/** To four decimals; never -0, which JSON would write as 0. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000 || 0;
}
