import {
  allLayers,
  type FileAsset,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type PlacedLayer,
  type Property,
  type Shape,
  type TextDocument,
} from '../lottie/index.ts';

/** A text document as the template carries it: its colors may be bound to editables. */
export type BoundDocument = TextDocument & { fcSid?: string; scSid?: string };

/** A thing that an editable can drive, and how the editable's name is put on it. */
export type Target =
  | { type: 'text'; layer: Layer; path: string }
  | { type: 'color'; layer: Layer; path: string; property: Property<number[]> }
  | {
      type: 'color';
      layer: Layer;
      path: string;
      documents: BoundDocument[];
      key: 'fcSid' | 'scSid';
    }
  | { type: 'image'; layer: Layer; path: string; asset: FileAsset };

/** The name that is on a target already. */
export function boundName(target: Target): string | undefined {
  if (target.type === 'text') return target.layer.t?.d.sid;
  if (target.type === 'image') return target.asset.sid;
  return 'property' in target ? target.property.sid : target.documents[0]?.[target.key];
}

export function bind(target: Target, name: string): void {
  if (target.type === 'text') {
    if (target.layer.t) target.layer.t.d.sid = name;
  } else if (target.type === 'image') target.asset.sid = name;
  else if ('property' in target) target.property.sid = name;
  else for (const document of target.documents) document[target.key] = name;
}

/** Everything in the document that could be driven, each layer with its path. */
export function targetsOf(lottie: Lottie): Target[] {
  const assets = new Map(
    (lottie.assets ?? []).filter((a) => !isPrecomp(a)).map((a) => [a.id, a as FileAsset]),
  );
  return allLayers(lottie).flatMap((placed) => layerTargets(placed, assets));
}

function layerTargets({ layer, path }: PlacedLayer, assets: Map<string, FileAsset>): Target[] {
  const found: Target[] = [];
  if (layer.ty === LAYER.text && documentsOf(layer).length > 0) {
    found.push({ type: 'text', layer, path });
    const documents = documentsOf(layer);
    if (documents[0]?.fc) found.push({ type: 'color', layer, path, documents, key: 'fcSid' });
    if (documents[0]?.sc) found.push({ type: 'color', layer, path, documents, key: 'scSid' });
  }
  const asset = layer.refId === undefined ? undefined : assets.get(layer.refId);
  if (layer.ty === LAYER.image && asset) found.push({ type: 'image', layer, path, asset });
  for (const { shape, path: shapePath } of shapesOf(layer.shapes, path)) {
    if ((shape.ty === 'fl' || shape.ty === 'st') && isProperty(shape.c)) {
      found.push({ type: 'color', layer, path: shapePath, property: shape.c });
    }
  }
  for (const effect of Array.isArray(layer.ef) ? layer.ef : []) {
    for (const value of Array.isArray(effect?.ef) ? effect.ef : []) {
      if (value?.ty === 2 && isProperty(value.v)) {
        found.push({
          type: 'color',
          layer,
          path: `${path} > ${effect.nm ?? 'effect'}`,
          property: value.v as Property<number[]>,
        });
      }
    }
  }
  return found;
}

export function documentsOf(layer: Layer): BoundDocument[] {
  const keys = layer.t?.d?.k;
  if (!Array.isArray(keys)) return [];
  return keys.map((key) => key?.s).filter((s) => typeof s === 'object' && s !== null);
}

function* shapesOf(
  shapes: Shape[] | undefined,
  parent: string,
  depth = 0,
): Generator<{ shape: Shape; path: string }> {
  if (!Array.isArray(shapes) || depth > 100) return;
  for (const shape of shapes) {
    if (typeof shape !== 'object' || shape === null) continue;
    const path = `${parent} > ${shape.nm ?? shape.ty}`;
    yield { shape, path };
    yield* shapesOf(shape.it, path, depth + 1);
  }
}

function isProperty(value: unknown): value is Property<number[]> {
  return typeof value === 'object' && value !== null && 'k' in value;
}
