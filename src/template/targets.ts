import {
  allLayers,
  type FileAsset,
  type Font,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type PlacedLayer,
  type Property,
  type Shape,
  type TextDocument,
} from '../lottie/index.ts';
import type { ControlTarget } from './controls.ts';

/**
 * The area for a point text that has no box, in pixels of the layer: its width from the text's origin (on
 * both sides of it for centered text), and its height below the first baseline.
 */
export type TextSpace = { width: number; height: number };

/**
 * A text document in a template: its colors may be bound to editables. A document whose text was replaced
 * has the `sample` in its space (`room`).
 */
export type BoundDocument = TextDocument & {
  fcSid?: string;
  scSid?: string;
  room?: TextSpace & { sample?: string };
};

/** A part of the document that an editable can change. */
export type Target =
  | { type: 'text'; layer: Layer; path: string }
  | {
      type: 'color';
      layer: Layer;
      path: string;
      property: Property<number[]>;
      /** The path with the name of the effect's value. */
      alias?: string;
      /** In percent; the opacity that belongs to a fill's or stroke's color. */
      opacity?: Property<number>;
    }
  | {
      type: 'color';
      layer: Layer;
      path: string;
      documents: BoundDocument[];
      key: 'fcSid' | 'scSid';
    }
  | ControlTarget
  /** The file that a layer shows. */
  | { type: 'image'; layer: Layer; path: string; asset: FileAsset }
  | { type: 'video'; layer: Layer; path: string; asset: FileAsset }
  /** An audio layer; without an asset it is silent until it is filled. */
  | { type: 'audio'; layer: Layer; path: string; asset: FileAsset | undefined }
  /** An entry of the font list, once for each layer that uses it. */
  | { type: 'font'; layer: Layer; path: string; font: Font };

/** The editable's name that the target is bound to. */
export function boundName(target: Target): string | undefined {
  if (target.type === 'text') return target.layer.t?.d.sid;
  if (target.type === 'image' || target.type === 'video') return target.asset.sid;
  if (target.type === 'audio') return target.layer.au?.sid ?? target.asset?.sid;
  if (target.type === 'font') return target.font.sid;
  return 'property' in target ? target.property.sid : target.documents[0]?.[target.key];
}

/**
 * Writes the name of the editable to the place that the target changes, in place. `boundName` reads it from
 * there.
 */
export function bind(target: Target, name: string): void {
  if (target.type === 'text') {
    if (target.layer.t) target.layer.t.d.sid = name;
  } else if (target.type === 'image' || target.type === 'video') target.asset.sid = name;
  // Several layers may play one file and be filled separately, so the layer has the name.
  else if (target.type === 'audio') target.layer.au = { ...target.layer.au, sid: name };
  else if (target.type === 'font') target.font.sid = name;
  else if ('property' in target) target.property.sid = name;
  else for (const document of target.documents) document[target.key] = name;
}

/** All possible targets of the document, each layer with its path. */
export function targetsOf(lottie: Lottie): Target[] {
  const assets = new Map(
    (lottie.assets ?? []).filter((a) => !isPrecomp(a)).map((a) => [a.id, a as FileAsset]),
  );
  const fonts = Map.groupBy(lottie.fonts?.list ?? [], ({ fName }) => fName);
  return allLayers(lottie).flatMap((placed) => layerTargets(placed, assets, fonts));
}

/** All targets of one layer. */
function layerTargets(
  placed: PlacedLayer,
  assets: ReadonlyMap<string, FileAsset>,
  fonts: ReadonlyMap<string, readonly Font[]>,
): Target[] {
  const { layer, path } = placed;
  const asset = layer.refId === undefined ? undefined : assets.get(layer.refId);
  return [
    ...textTargets(placed),
    ...fileTargets(placed, asset),
    ...(layer.ty === LAYER.audio ? [{ type: 'audio' as const, layer, path, asset }] : []),
    ...paintTargets(placed),
    ...effectTargets(placed),
    ...fontTargets(placed, fonts),
  ];
}

/** The image or video that the layer shows, as a list of one or none. */
function fileTargets({ layer, path }: PlacedLayer, asset: FileAsset | undefined): Target[] {
  if (!asset || (layer.ty !== LAYER.image && layer.ty !== LAYER.video)) return [];
  return [{ type: layer.ty === LAYER.video ? 'video' : 'image', layer, path, asset }];
}

/** The text of a layer, and the colors of its fill and stroke if its first document has them. */
function textTargets({ layer, path }: PlacedLayer): Target[] {
  const documents = layer.ty === LAYER.text ? documentsOf(layer) : [];
  const [first] = documents;
  if (!first) return [];
  const foundTargets: Target[] = [{ type: 'text', layer, path }];
  if (first.fc) foundTargets.push({ type: 'color', layer, path, documents, key: 'fcSid' });
  if (first.sc) foundTargets.push({ type: 'color', layer, path, documents, key: 'scSid' });
  return foundTargets;
}

/**
 * A target for each font that the layer's texts use. Fonts of the list with equal names all become targets.
 */
function fontTargets(
  { layer, path }: PlacedLayer,
  fonts: ReadonlyMap<string | undefined, readonly Font[]>,
): Target[] {
  const usedFonts = new Set(layer.ty === LAYER.text ? documentsOf(layer).map(({ f }) => f) : []);
  return [...usedFonts].flatMap((name) =>
    (fonts.get(name) ?? []).map((font): Target => ({ type: 'font', layer, path, font })),
  );
}

/** The colors of fills and strokes in shapes, also within groups; gradients are not editable. */
function paintTargets({ layer, path: layerPath }: PlacedLayer): Target[] {
  const foundTargets: Target[] = [];
  for (const { shape, path } of shapesOf(layer.shapes, layerPath)) {
    if ((shape.ty !== 'fl' && shape.ty !== 'st') || !isProperty(shape.c)) continue;
    const opacity = isProperty(shape.o) ? (shape.o as Property<number>) : undefined;
    foundTargets.push({
      type: 'color',
      layer,
      path,
      property: shape.c,
      ...(opacity && { opacity }),
    });
  }
  return foundTargets;
}

/** The color values of a layer's effects; the alias also names the value. */
function effectTargets({ layer, path }: PlacedLayer): Target[] {
  const foundTargets: Target[] = [];
  for (const effect of Array.isArray(layer.ef) ? layer.ef : []) {
    for (const value of Array.isArray(effect?.ef) ? effect.ef : []) {
      if (value?.ty !== 2 || !isProperty(value.v)) continue;
      const property = value.v as Property<number[]>;
      const name = `${path} > ${effect.nm ?? 'effect'}`;
      const alias = `${name} > ${value.nm ?? 'value'}`;
      foundTargets.push({ type: 'color', layer, path: name, alias, property });
    }
  }
  return foundTargets;
}

/**
 * The text documents of all keyframes of a layer, which are changed in place; none if it is no text layer.
 */
export function documentsOf(layer: Layer): BoundDocument[] {
  const keys = layer.t?.d?.k;
  if (!Array.isArray(keys)) return [];
  return keys.map((key) => key?.s).filter((s) => typeof s === 'object' && s !== null);
}

/** After Effects' forced line break. */
const END_OF_TEXT = '\u0003';

/** The number of lines that a document's own line breaks make. */
export function lineCount({ t = '' }: BoundDocument): number {
  return String(t)
    .replaceAll(END_OF_TEXT, '\n')
    .split(/\r\n?|\n/).length;
}

/** All shapes, including nested ones; outer shapes first. */
function* shapesOf(
  shapes: Shape[] | undefined,
  parent: string,
): Generator<{ shape: Shape; path: string }> {
  const open = [{ shapes, parent, next: 0 }];
  for (let list = open.at(-1); list; list = open.at(-1)) {
    const shape = Array.isArray(list.shapes) ? list.shapes[list.next] : undefined;
    list.next += 1;
    if (!Array.isArray(list.shapes) || list.next > list.shapes.length) open.pop();
    else if (typeof shape === 'object' && shape !== null) {
      // The groups of a repeater's copies are not the designer's.
      const isCopy = shape['copy'] === true;
      const path = isCopy ? list.parent : `${list.parent} > ${shape.nm ?? shape.ty}`;
      yield { shape, path };
      if (open.length <= 100) open.push({ shapes: shape.it, parent: path, next: 0 });
    }
  }
}

function isProperty(value: unknown): value is Property<number[]> {
  return typeof value === 'object' && value !== null && 'k' in value;
}
