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
  | {
      type: 'color';
      layer: Layer;
      path: string;
      property: Property<number[]>;
      /** Percent; beside a fill's or stroke's color. */
      opacity?: Property<number>;
    }
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

function layerTargets(placed: PlacedLayer, assets: Map<string, FileAsset>): Target[] {
  const { layer, path } = placed;
  const asset = layer.refId === undefined ? undefined : assets.get(layer.refId);
  return [
    ...textTargets(placed),
    ...(layer.ty === LAYER.image && asset ? [{ type: 'image' as const, layer, path, asset }] : []),
    ...paintTargets(placed),
    ...effectTargets(placed),
  ];
}

function textTargets({ layer, path }: PlacedLayer): Target[] {
  const documents = layer.ty === LAYER.text ? documentsOf(layer) : [];
  const [first] = documents;
  if (!first) return [];
  const found: Target[] = [{ type: 'text', layer, path }];
  if (first.fc) found.push({ type: 'color', layer, path, documents, key: 'fcSid' });
  if (first.sc) found.push({ type: 'color', layer, path, documents, key: 'scSid' });
  return found;
}

function paintTargets({ layer, path: layerPath }: PlacedLayer): Target[] {
  const found: Target[] = [];
  for (const { shape, path } of shapesOf(layer.shapes, layerPath)) {
    if ((shape.ty !== 'fl' && shape.ty !== 'st') || !isProperty(shape.c)) continue;
    const opacity = isProperty(shape.o) ? (shape.o as Property<number>) : undefined;
    found.push({ type: 'color', layer, path, property: shape.c, ...(opacity && { opacity }) });
  }
  return found;
}

function effectTargets({ layer, path }: PlacedLayer): Target[] {
  const found: Target[] = [];
  for (const effect of Array.isArray(layer.ef) ? layer.ef : []) {
    for (const value of Array.isArray(effect?.ef) ? effect.ef : []) {
      if (value?.ty !== 2 || !isProperty(value.v)) continue;
      const property = value.v as Property<number[]>;
      found.push({ type: 'color', layer, path: `${path} > ${effect.nm ?? 'effect'}`, property });
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
