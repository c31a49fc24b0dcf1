import { isPrecomp, type Layer, type Lottie } from './types.ts';

/** lottie-web converts no part of a document whose version is this or later. */
const CONVERTED_VERSION = '5.7.15';

/** The type of the element that lottie-web puts after the outline of a letter. */
const END = 'no';

type Json = Record<string, unknown>;

/**
 * Undoes what lottie-web writes into a document while it plays: tangents of paths relative to the
 * origin instead of to their points, copies of precomps in their layers, and transforms of letters. Some editors save such
 * documents. lottie-web marks the document (`__complete`) or single layers (`completed`). Changes
 * the document.
 */
export function undoPlayerChanges(lottie: Lottie): void {
  const marks = lottie as Lottie & { __complete?: unknown };
  const isWhole = Boolean(marks.__complete);
  delete marks.__complete;
  const lists = [lottie.layers, ...(lottie.assets ?? []).filter(isPrecomp).map((a) => a.layers)];
  for (const layer of lists.flat()) undoLayer(layer, isWhole);
  if (!isWhole) return;
  for (const { t: type, data } of lottie.chars ?? []) {
    relativeShapes(data?.shapes);
    if (type === undefined && data) undoLetter(data as Json);
  }
  // Colors, texts and closed paths of older versions were converted, too.
  lottie.v = CONVERTED_VERSION;
}

/**
 * Restores a layer that lottie-web has changed for playing. `isWhole`: the layer is certainly changed;
 * otherwise its mark `completed` decides, because changing it twice would break its paths.
 */
function undoLayer(layer: Layer, isWhole: boolean): void {
  const playerLayer = layer as Layer & { completed?: unknown; layers?: unknown };
  const isCompleted = isWhole || Boolean(playerLayer.completed);
  delete playerLayer.completed;
  if (!isCompleted) return;
  if (layer.refId !== undefined) delete playerLayer.layers;
  relativeShapes(layer.shapes);
  for (const mask of listOf(layer.masksProperties)) relativeProperty(mask['pt']);
}

/**
 * Removes what makes the outline of a letter a layer: its times, an end mark, and a transform that
 * scales it to the size that was drawn last.
 */
function undoLetter(data: Json): void {
  const { shapes } = data;
  if (!Array.isArray(shapes) || listOf(shapes).at(-1)?.['ty'] !== END) return;
  shapes.pop();
  for (const key of ['ip', 'op', 'st', 'sr', 'ks']) delete data[key];
  const items = listOf(shapes)[0]?.['it'];
  if (Array.isArray(items) && listOf(items).at(-1)?.['ty'] === 'tr') items.pop();
}

/** Makes the tangents of all paths relative, in place. */
function relativeShapes(shapes: unknown): void {
  for (const shape of listOf(shapes)) {
    if (shape['ty'] === 'sh') relativeProperty(shape['ks']);
    relativeShapes(shape['it']);
  }
}

/** Writes the paths of a property, or of its keyframes, with tangents relative to their points. */
function relativeProperty(property: unknown): void {
  const { k } = (isObject(property) ? property : {}) as { k?: unknown };
  const keys = listOf(k).flatMap(({ s, e }) => [s, e].flat());
  for (const path of [k, ...keys]) if (isObject(path)) relativePath(path);
}

/** Turns absolute tangents of a path into relative ones, in place. */
function relativePath({ v, i, o }: Json): void {
  if (!Array.isArray(v)) return;
  for (const tangents of [i, o]) {
    if (!Array.isArray(tangents)) continue;
    for (const [index, tangent] of tangents.entries()) {
      const point: unknown = v[index];
      if (!isPoint(tangent) || !isPoint(point)) continue;
      tangents[index] = tangent.map((at, axis) => at - (point[axis] ?? 0));
    }
  }
}

function isPoint(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((axis) => typeof axis === 'number');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
