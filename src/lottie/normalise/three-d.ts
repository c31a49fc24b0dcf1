import {
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type Property,
  type Transform,
} from '../types.ts';
import { allLayers } from '../walk.ts';
import { boxOfShape } from './differences/areas.ts';
import { isObject, isProperty, keyframesOf, shapeLists, valuesOf } from './properties.ts';

/** The zoom of After Effects' default camera (50 mm for 36 mm), in widths of a composition. */
const DEFAULT_ZOOM = 50 / 36;

const PATH = /^(sh|rc|el|sr)$/;

function isSpatial({ ty, ddd }: Layer): boolean {
  return ddd === 1 && ty !== LAYER.camera;
}

/** In degrees: between its keyframes, a layer turns at least by this. */
const MIN_TURN = 2;
/** In thousandths of the larger side of the composition: smaller parts before the plane are hardly seen. */
const MIN_RISE = 9;
/** In thousandths of the larger side of the composition: smaller depths are hardly seen. */
const MIN_DEPTH = 5;

/** Whether a transform turns or moves a layer out of the plane of the frame. */
function leavesPlane({ ty, ddd, ks }: Layer): boolean {
  if (ty === LAYER.camera || ddd !== 1 || !isObject(ks)) return false;
  const { rx, ry, or, p } = ks as Transform;
  if (changes(rx, 0) || changes(ry, 0) || changes(or, 0) || changes(or, 1)) return true;
  return isObject(p) && 's' in p ? changes(p.z, 0) : changes(p, 2);
}

/** Whether the perspective of a layer that leaves the plane can be seen. */
function hasPerspective(layer: Layer, side: number): boolean {
  const { rx, ry, or, p } = (layer.ks ?? {}) as Transform;
  const depths =
    isObject(p) && 's' in p ? valuesOf(p.z, [0]).flat() : valuesOf(p, [0]).map(([, , z = 0]) => z);
  if (depths.some((z) => (Math.abs(z) * 1000) / side >= MIN_DEPTH)) return true;
  const angles = [rx, ry].map((property) => valuesOf(property, [0]).flat());
  for (const axis of [0, 1]) angles.push(valuesOf(or, [0]).map((value) => value[axis] ?? 0));
  const thousandths = (radiusOf(layer) * 1000) / side;
  const rises = (angle: number) =>
    Math.abs(Math.sin((angle * Math.PI) / 180)) * thousandths >= MIN_RISE;
  return angles.some((list) => list.some(rises) || turnsOver(list));
}

/** Whether a layer turns between its keyframes, even if both show its front or its back. */
function turnsOver(angles: readonly number[]): boolean {
  const [first = 0] = angles;
  return angles.some((angle) => Math.abs(angle - first) >= MIN_TURN);
}

/** Half of the diagonal of the largest path of a layer, in pixels; infinity if it is not known. */
function radiusOf({ ty, shapes, ks }: Layer): number {
  if (ty !== LAYER.shape) return Number.POSITIVE_INFINITY;
  const paths = [...shapeLists(shapes)].flat().filter((shape) => PATH.test(shape?.ty ?? ''));
  const radii = paths.map((shape) => {
    const { min = [], max = [Number.POSITIVE_INFINITY] } = (shape && boxOfShape(shape)) ?? {};
    return Math.hypot(...max.map((end, axis) => end - (min[axis] ?? 0))) / 2;
  });
  const scales = valuesOf(ks?.s, [100]).flatMap((scale) => scale.slice(0, 2).map(Math.abs));
  return (Math.max(0, ...radii) * Math.max(...scales)) / 100;
}

/** Whether a component of a property ever differs from 0. */
function changes(property: unknown, component: number): boolean {
  if (!isObject(property)) return false;
  const differs = (value: unknown) => {
    const number: unknown = Array.isArray(value) ? value[component] : value;
    return typeof number === 'number' && number !== 0;
  };
  const keys = keyframesOf(property as Property<unknown>);
  return keys ? keys.some(({ s, e }) => differs(s) || differs(e)) : differs(property['k']);
}

/** The layers of each composition with its size in pixels. */
function compositionsOf(lottie: Lottie): { layers: Layer[]; w: number; h: number }[] {
  const sizes = new Map<string, { w: number; h: number }>();
  for (const { layer } of allLayers(lottie)) {
    const { ty, refId, w, h } = layer;
    if (ty !== LAYER.precomp || refId === undefined || sizes.has(refId)) continue;
    if (isSize(w) && isSize(h)) sizes.set(refId, { w, h });
  }
  const inner = (lottie.assets ?? []).filter(isPrecomp).flatMap((asset) => {
    const size = sizes.get(asset.id);
    return size ? [{ layers: asset.layers, ...size }] : [];
  });
  return [lottie, ...inner];
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1e5;
}

/**
 * Adds After Effects' default camera to compositions whose layers leave the plane and that have no
 * camera: Skottie's own default suits one width only.
 */
export function addDefaultCameras(lottie: Lottie): void {
  for (const { layers, w, h } of compositionsOf(lottie)) {
    if (!layers.some(leavesPlane) || layers.some(({ ty }) => ty === LAYER.camera)) continue;
    const zoom = w * DEFAULT_ZOOM;
    const still = <T>(k: T) => ({ a: 0, k });
    // The times of a precomp may lie outside of the document's.
    const ip = layers.reduce((min, layer) => Math.min(min, layer.ip), lottie.ip);
    const op = layers.reduce((max, layer) => Math.max(max, layer.op), lottie.op);
    const camera: Layer & { pe: Property<number> } = {
      ty: LAYER.camera,
      nm: 'Default camera',
      ddd: 1,
      ip,
      op,
      st: 0,
      pe: still(zoom),
      ks: {
        a: still([w / 2, h / 2, 0]),
        p: still([w / 2, h / 2, -zoom]),
        o: still(100),
        or: still([0, 0, 0]),
        rx: still(0),
        ry: still(0),
        rz: still(0),
      },
    };
    layers.push(camera);
  }
}

/** Skottie projects as if the zoom of a camera were a pixel shorter. */
export function fixZoom({ ty, ...layer }: Layer): void {
  const { pe } = layer as { pe?: unknown };
  if (ty !== LAYER.camera || !isProperty(pe)) return;
  const longer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(longer);
    return typeof value === 'number' ? value + 1 : value;
  };
  const keys = keyframesOf(pe);
  if (!keys) pe.k = longer(pe.k);
  for (const key of keys ?? []) {
    if (key.s !== undefined) key.s = longer(key.s);
    if (key.e !== undefined) key.e = longer(key.e);
  }
}

/** The depth of a layer that stays at one depth; undefined if the depth is not known. */
function depthOf({ ddd, ks, parent, td, tt }: Layer): number | undefined {
  if (ddd !== 1 || parent !== undefined || td || tt || !isObject(ks)) return undefined;
  const { p } = ks as Transform;
  const isSplit = isObject(p) && 's' in p;
  const z = isSplit ? p.z : p;
  if (!isObject(z) || keyframesOf(z as Property<unknown>)) return undefined;
  const k: unknown = (z as Property<unknown>).k;
  const depth: unknown = Array.isArray(k) ? k[isSplit ? 0 : 2] : isSplit ? k : 0;
  return typeof depth === 'number' && Number.isFinite(depth) ? depth : 0;
}

/**
 * Sorts neighbouring 3D layers by depth, the nearest first, as After Effects draws them. Skottie
 * draws all layers in the order of the list.
 */
export function sortByDepth(lottie: Lottie): void {
  for (const { layers } of compositionsOf(lottie)) {
    for (let start = 0; start < layers.length; ) {
      let end = start;
      const run: { layer: Layer; depth: number }[] = [];
      for (; end < layers.length; end++) {
        const layer = layers[end] as Layer;
        const depth = depthOf(layer);
        if (depth === undefined) break;
        run.push({ layer, depth });
      }
      run.sort((a, b) => a.depth - b.depth);
      for (const [index, { layer }] of run.entries()) layers[start + index] = layer;
      start = end + 1;
    }
  }
}

/** The numbers of the layers that 3D layers with content follow, also through other layers. */
function leadersOf(layers: readonly Layer[]): ReadonlySet<number | undefined> {
  const byIndex = new Map(layers.map((layer) => [layer.ind, layer]));
  const leaders = new Set<number | undefined>();
  for (const layer of layers) {
    if (!isSpatial(layer) || layer.ty === LAYER.null) continue;
    let next = layer.parent;
    while (next !== undefined && !leaders.has(next)) {
      leaders.add(next);
      next = byIndex.get(next)?.parent;
    }
  }
  return leaders;
}

type SpatialDifference = {
  layer: Layer;
  code: 'perspective_differs' | 'preview_differs';
  message: string;
};

/**
 * The differences of a composition's layers in 3D: from the design, and between Lottie players, which
 * know no perspective and no camera, and the video. `side`: the larger side of the video in pixels.
 */
export function spatialDifferences(layers: readonly Layer[], side: number): SpatialDifference[] {
  const spatial = layers.filter(leavesPlane);
  const cameras = layers.filter(({ ty }) => ty === LAYER.camera);
  const tilted =
    cameras.length > 0
      ? layers.filter(isSpatial)
      : spatial.filter((layer) => hasPerspective(layer, side));
  const leaders = leadersOf(layers);
  const visibleLayers = tilted.filter((layer) => layer.ty !== LAYER.null || leaders.has(layer.ind));
  const differences: SpatialDifference[] = visibleLayers.map((layer) => ({
    layer,
    code: 'preview_differs',
    message: 'Lottie players draw the 3D layer without perspective, unlike the video.',
  }));
  const [, second] = cameras;
  if (second && spatial.length > 0) {
    differences.push({
      layer: second,
      code: 'perspective_differs',
      message: 'Only the first camera of a composition is used; later shots are seen from there.',
    });
  }
  for (const layer of spatial) {
    const { p } = layer.ks ?? {};
    const z = isObject(p) && 's' in p ? p.z : p;
    const moves = isObject(z) && keyframesOf(z as Property<unknown>) !== undefined;
    const isDeep = isObject(p) && 's' in p ? changes(p.z, 0) : changes(p, 2);
    if (spatial.length > 1 && moves && isDeep) {
      differences.push({
        layer,
        code: 'perspective_differs',
        message: 'The 3D layer moves in depth, and does not pass in front of or behind others.',
      });
    }
  }
  return differences;
}
