import type { FileAsset, Layer, PrecompAsset, Property } from '../../lottie/index.ts';
import { LAYER, type Lottie, type Shape, vectorAt } from '../../lottie/index.ts';
import { documentsOf } from '../../template/index.ts';

/** Left, top, right and bottom, in the coordinates of a layer. */
export type Box = [left: number, top: number, right: number, bottom: number];

const MAX_DEPTH = 20;
/** Maximum number of shapes of a layer that are measured. */
const MAX_SHAPES = 20_000;
const CHARACTER_WIDTH = 0.55;

/** Returns roughly the place of a layer's content at a frame; undefined if it has none. */
export function localBox(
  layer: Layer,
  asset: FileAsset | PrecompAsset | undefined,
  { w, h }: Lottie,
): Box | undefined {
  if (layer.ty === LAYER.text) return textBox(layer);
  if (layer.ty === LAYER.shape) return paintBoxes(layer).box;
  if (layer.ty === LAYER.solid) return [0, 0, finite(layer.sw ?? w), finite(layer.sh ?? h)];
  if (layer.ty === LAYER.precomp) return [0, 0, finite(layer.w ?? w), finite(layer.h ?? h)];
  if (!asset || (layer.ty !== LAYER.image && layer.ty !== LAYER.video)) return undefined;
  return [0, 0, finite(asset.w ?? w), finite(asset.h ?? h)];
}

/** The box of paragraph text; for point text an estimate from the font size and the longest line. */
function textBox(layer: Layer): Box | undefined {
  const document = documentsOf(layer)[0];
  if (!document) return undefined;
  const [width, height] = document.sz ?? [];
  const [left = 0, top = 0] = Array.isArray(document.ps) ? document.ps : [];
  if (width !== undefined && height !== undefined)
    return [finite(left), finite(top), finite(left + width), finite(top + height)];
  const size = finite(document.s ?? 0);
  const text = typeof document.t === 'string' ? document.t.slice(0, 10_000) : '';
  const lines = text.replaceAll('\u0003', '\n').split(/[\r\n]/);
  const long = lines.reduce((max, line) => Math.max(max, line.length), 0) * size * CHARACTER_WIDTH;
  const start = document.j === 2 ? -long / 2 : document.j === 1 ? -long : 0;
  return [start, -size * 0.9, start + long, (lines.length - 1) * size * 1.2 + size * 0.3];
}

/** Animators of a text that are looked at. */
const MAX_ANIMATORS = 20;

/**
 * Returns the boxes between which a text's animators move its letters at a frame: its own, that of each animator's
 * position, and that of all together. Other layers have one box.
 */
export function movedBoxes(layer: Layer, box: Box, frame: number): Box[] {
  const animators = layer.ty === LAYER.text && Array.isArray(layer.t?.a) ? layer.t.a : [];
  const moves = animators.slice(0, MAX_ANIMATORS).flatMap((animator) => {
    const position = animator?.a?.['p'];
    if (typeof position !== 'object' || position === null || !('k' in position)) return [];
    const [x = 0, y = 0] = vectorAt(position as Property<number[]>, frame, [0, 0]).map(finite);
    return x === 0 && y === 0 ? [] : [[x, y] as const];
  });
  if (moves.length === 0) return [box];
  const totalMove = moves.reduce(([x, y], [dx, dy]) => [x + dx, y + dy] as const, [0, 0] as const);
  return [
    box,
    ...[...moves, totalMove].map(([x, y]): Box => [box[0] + x, box[1] + y, box[2] + x, box[3] + y]),
  ];
}

/** Returns the box of a shape layer, and the area that each fill or stroke paints. */
export function paintBoxes(layer: Layer): {
  box: Box | undefined;
  areas: Map<Property<number[]>, number>;
} {
  const areas = new Map<Property<number[]>, number>();
  let remainingShapes = MAX_SHAPES;
  const measure = (shapes: unknown, scale: number, depth: number): Box | undefined => {
    if (!Array.isArray(shapes) || depth > MAX_DEPTH) return undefined;
    const list = (shapes as (Shape | null)[]).filter(
      (shape): shape is Shape => typeof shape === 'object' && shape !== null && shape.hd !== true,
    );
    const room = remainingShapes;
    remainingShapes = Math.max(0, remainingShapes - list.length);
    const tr = list.find(({ ty }) => ty === 'tr');
    const [sx = 100, sy = 100] = numbers(tr?.['s'], [100, 100]);
    const inner = scale * Math.abs((sx / 100) * (sy / 100));
    let box: Box | undefined;
    for (const shape of list.slice(0, room)) {
      const ownBox = shape.ty === 'gr' ? measure(shape.it, inner, depth + 1) : geometry(shape);
      box = union(box, ownBox);
    }
    const area = box ? (box[2] - box[0]) * (box[3] - box[1]) : 0;
    notePaints(list, area * inner, areas);
    return box && tr ? transformed(box, tr) : box;
  };
  return { box: measure(layer.shapes, 1, 0), areas };
}

/** A stroke paints about a twentieth of the box of its path. */
function notePaints(list: readonly Shape[], area: number, areas: Map<Property<number[]>, number>) {
  for (const { ty, c } of list) {
    if ((ty === 'fl' || ty === 'st') && c) areas.set(c, finite(area * (ty === 'fl' ? 1 : 0.05)));
  }
}

/** Applies the anchor, scale and position of a group's transform; rotation and skew are ignored. */
function transformed(box: Box, tr: Shape): Box {
  const [ax = 0, ay = 0] = numbers(tr['a'], [0, 0]);
  const [px = 0, py = 0] = numbers(tr['p'], [0, 0]);
  const [sx = 100, sy = 100] = numbers(tr['s'], [100, 100]);
  const x = (value: number) => ((value - ax) * sx) / 100 + px;
  const y = (value: number) => ((value - ay) * sy) / 100 + py;
  return ordered([x(box[0]), y(box[1]), x(box[2]), y(box[3])]);
}

/**
 * The box of a shape's first frame in its group's units; undefined for a shape without points. Of a path it
 * contains the vertices, not the bulges of its curves.
 */
function geometry(shape: Shape): Box | undefined {
  if (shape.ty === 'rc' || shape.ty === 'el') {
    const [x = 0, y = 0] = numbers(shape['p'], [0, 0]);
    const [width = 0, height = 0] = numbers(shape['s'], [0, 0]);
    return ordered([x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
  }
  if (shape.ty === 'sr') {
    const [x = 0, y = 0] = numbers(shape['p'], [0, 0]);
    const [radius = 0] = numbers(shape['or'], [0]);
    return ordered([x - radius, y - radius, x + radius, y + radius]);
  }
  const k: unknown = shape.ty === 'sh' ? shape.ks?.k : undefined;
  const first = (Array.isArray(k) ? k[0]?.s?.[0] : k) as { v?: unknown } | undefined;
  const points = Array.isArray(first?.v) ? (first.v as unknown[]) : [];
  let box: Box | undefined;
  for (const point of points) {
    if (!Array.isArray(point)) continue;
    const [x, y] = [finite(point[0]), finite(point[1])];
    box = union(box, [x, y, x, y]);
  }
  return box;
}

/** The value of a property in frame 0. */
function numbers(property: unknown, fallback: number[]): number[] {
  if (typeof property !== 'object' || property === null || !('k' in property)) return fallback;
  return vectorAt(property as Property<number[]>, 0, fallback).map(finite);
}

function finite(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) < 1e7 ? value : 0;
}

/** A negative size or scale exchanges the sides of a box. */
function ordered([a, b, c, d]: Box): Box {
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function union(a: Box | undefined, b: Box | undefined): Box | undefined {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
