import {
  allLayers,
  exactFps,
  type FileAsset,
  frameSeconds,
  LAYER,
  type Layer,
  type Lottie,
  type Property,
  parseLottie,
} from '../../lottie/index.ts';
import {
  boundName,
  documentsOf,
  type Target,
  type TextSpace,
  targetsOf,
} from '../../template/index.ts';
import { fileFinder } from '../files.ts';
import { findEditables } from '../find-editables.ts';
import { numberedPaths } from '../numbered-paths.ts';
import { parseTemplateJson } from '../template-json.ts';
import type { TemplatePackage } from '../template-package.ts';
import { measureShown, type Shown } from './appearances.ts';
import type { Content } from './content.ts';
import { controlContents } from './control-contents.ts';
import { paintBoxes } from './local-box.ts';
import { textLimits } from './text-limits.ts';

const MAX_TARGETS = 300;

/** The contents of a package, and the layers that show each. Controls have no layers. */
export type ReadContents = {
  contents: Content[];
  layers: ReadonlyMap<Content, ReadonlySet<Layer>>;
  lottie: Lottie;
};

/** Lists the contents of a package in the order of its layers, with equal files and colors as one entry. */
export function contentsOf(source: TemplatePackage): ReadContents {
  const lottie = parseLottie(source.animation, source.label);
  const fileOf = fileFinder(source);
  const hasFile = (asset: Parameters<typeof fileOf>[0]) => fileOf(asset) !== undefined;
  findEditables(lottie, parseTemplateJson(source.templateJson), hasFile);
  const covers = fillEffects(lottie);
  const allTargets = targetsOf(lottie);
  const targets = allTargets.filter((target) => isContent(target, covers));
  const shownByLayer = measureShown(lottie, new Set(targets.map(({ layer }) => layer)));
  const areas = paintAreas(targets);
  for (const property of covers.values()) areas.set(property, 1);
  const limits = textLimits(lottie, shownByLayer);
  const naming = namingOf(allTargets, targets);
  const groups = new Map<string, { target: Target; equalTargets: Target[] }>();
  for (const target of targets) {
    // A color that moves is no single color.
    if (target.type === 'color' && boundName(target) === undefined && isMoving(target)) continue;
    const key = keyOf(target, naming);
    const group = groups.get(key);
    if (group) group.equalTargets.push(target);
    else groups.set(key, { target, equalTargets: [target] });
  }
  const layers = new Map<Content, ReadonlySet<Layer>>();
  for (const { target, equalTargets } of groups.values()) {
    const times = equalTargets.flatMap((t) => shownByLayer.get(t.layer) ?? []);
    const content: Content = {
      ...describeTarget(target, equalTargets, naming),
      ...shownSeconds(times, lottie),
      share: share(target, equalTargets, shownByLayer, areas),
      hasFile: 'asset' in target && target.asset !== undefined && hasFile(target.asset),
      editable: boundName(target) ?? null,
      ...boxField(equalTargets, limits),
    };
    layers.set(content, new Set(equalTargets.map(({ layer }) => layer)));
  }
  return { contents: [...layers.keys(), ...controlContents(lottie)], layers, lottie };
}

/** How targets are named: those that share their path with others, and the paths with several colors. */
type Naming = {
  numbered: ReadonlyMap<Target, string>;
  mixed: ReadonlySet<string>;
  /** The number of texts that have a path. */
  texts: ReadonlyMap<string, number>;
};

function namingOf(allTargets: readonly Target[], contentTargets: readonly Target[]): Naming {
  const texts = countPaths(allTargets.filter(({ type }) => type === 'text'));
  return { numbered: numberedPaths(allTargets), mixed: mixedPaths(contentTargets), texts };
}

function countPaths(targets: readonly Target[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of targets) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** Texts except captions, files, and the fills of layers. The colors of texts and of other effects are left out. */
function isContent(target: Target, covers: ReadonlyMap<Layer, object>): boolean {
  if (target.type === 'text') return target.layer.captions === undefined;
  if (target.type !== 'color') return target.type === 'image' || target.type === 'video';
  if (target.layer.td === 1) return false;
  const cover = covers.get(target.layer);
  return cover ? 'property' in target && target.property === cover : 'opacity' in target;
}

const FILL_EFFECT = 21;
const COLOR_VALUE = 2;

/** The color of the last Fill effect of each layer: it covers the layer's own colors. */
function fillEffects(lottie: Lottie): Map<Layer, Property<number[]>> {
  const colorsByLayer = new Map<Layer, Property<number[]>>();
  for (const { layer } of allLayers(lottie)) {
    for (const effect of Array.isArray(layer.ef) ? layer.ef : []) {
      if (effect?.ty !== FILL_EFFECT || effect.en === 0 || !Array.isArray(effect.ef)) continue;
      const isInvisible = effect.ef.some((value) => value?.nm === 'Opacity' && value.v?.k === 0);
      const color = effect.ef.find((value) => value?.ty === COLOR_VALUE)?.v;
      if (color && !isInvisible) colorsByLayer.set(layer, color as Property<number[]>);
    }
  }
  return colorsByLayer;
}

/**
 * The smallest box of the limited texts, as the field `box` of template.json; empty if no text is limited.
 */
function boxField(targets: readonly Target[], limits: ReadonlyMap<Layer, TextSpace>) {
  const boxes = targets.flatMap(({ type, layer }) => (type === 'text' && limits.get(layer)) || []);
  return boxes.length === 0 ? {} : { fields: { box: smallest(boxes) } };
}

/** Returns a box that fits into each of the boxes. */
export function smallest(boxes: readonly TextSpace[]): TextSpace {
  return {
    width: Math.min(...boxes.map(({ width }) => width)),
    height: Math.min(...boxes.map(({ height }) => height)),
  };
}

/** Targets with the same key become one content: equal colors, the same file, or the same text of a path. */
function keyOf(target: Target, { texts }: Naming): string {
  const bound = boundName(target);
  const isShared = target.type === 'text' && bound === undefined && texts.get(target.path) !== 1;
  const by = target.type === 'color' ? [hexOf(target), bound] : [idOf(target)];
  return JSON.stringify([target.type, ...by, ...(isShared ? [sampleOf(target)] : [])]);
}

function idOf(target: Target): string {
  return 'asset' in target && target.asset ? `asset:${target.asset.id}` : `path:${target.path}`;
}

/**
 * An image or a video is named by its asset, so one editable changes it in all layers; other contents by
 * their paths.
 */
function describeTarget(target: Target, targets: readonly Target[], naming: Naming) {
  const counts = countPaths(targets);
  const paths = [...new Set(targets.map((t) => pathIn(t, counts, naming)))].slice(0, MAX_TARGETS);
  const [path = target.path] = paths;
  const name: unknown = target.layer.nm;
  const asset = 'asset' in target ? target.asset : undefined;
  const font: unknown = target.type === 'text' ? documentsOf(target.layer)[0]?.f : undefined;
  return {
    type: target.type as Content['type'],
    path,
    name: typeof name === 'string' && name.trim() !== '' ? name : undefined,
    targets: asset ? [{ asset: asset.id }] : paths,
    sample: sampleOf(target),
    ...(asset && fileNameOf(asset)),
    ...(typeof font === 'string' && { font }),
  };
}

/** The path that names a target, but no target of another content. `counts`: of the paths of its content. */
function pathIn(
  target: Target,
  counts: ReadonlyMap<string, number>,
  { numbered, mixed, texts }: Naming,
): string {
  const { type, path } = target;
  const isNamed =
    type === 'color'
      ? !mixed.has(path)
      : type !== 'text' || boundName(target) !== undefined || counts.get(path) === texts.get(path);
  return isNamed ? path : (numbered.get(target) ?? path);
}

function fileNameOf({ p = '' }: FileAsset): { fileName?: string } {
  const fileName = p.startsWith('data:') ? '' : (p.split(/[\\/]/).at(-1) ?? '');
  return fileName === '' ? {} : { fileName };
}

/** The sample for the list of contents: color, size in pixels, or text. */
function sampleOf(target: Target): string {
  if (target.type === 'color') return hexOf(target);
  if ('asset' in target) return `${target.asset?.w ?? 0}×${target.asset?.h ?? 0}`;
  const text: unknown = documentsOf(target.layer)[0]?.t;
  return typeof text === 'string' ? text.replaceAll(/\r\n?/g, '\n').replaceAll('\u0003', '\n') : '';
}

/** From the first to the last time at which one of the layers shows, in seconds. */
function shownSeconds(times: readonly Shown[], lottie: Lottie): { start: number; end: number } {
  if (times.length === 0) return { start: 0, end: 0 };
  const fps = exactFps(lottie.fr);
  const least = times.reduce((min, { first }) => Math.min(min, first), Number.POSITIVE_INFINITY);
  const last = times.reduce((max, { end }) => Math.max(max, end), 0);
  return { start: frameSeconds(least, fps), end: frameSeconds(last, fps) };
}

/** The part of the frame that a target covers: for a color the sum of its shapes. */
function share(
  target: Target,
  targets: readonly Target[],
  shownByLayer: ReadonlyMap<Layer, Shown>,
  areas: ReadonlyMap<object, number>,
): number {
  const of = (t: Target) => shownByLayer.get(t.layer)?.share ?? 0;
  if (target.type !== 'color') return targets.reduce((max, t) => Math.max(max, of(t)), 0);
  const sum = targets.reduce(
    (total, t) => total + of(t) * ('property' in t ? (areas.get(t.property) ?? 0) : 0),
    0,
  );
  return Math.min(1, sum);
}

/** Returns the part of its layer's box that each fill paints. */
function paintAreas(targets: readonly Target[]): Map<object, number> {
  const areas = new Map<object, number>();
  const seenLayers = new Set<Layer>();
  for (const { type, layer } of targets) {
    if (type !== 'color' || layer.ty !== LAYER.shape || seenLayers.has(layer)) continue;
    seenLayers.add(layer);
    const { box, areas: ownAreas } = paintBoxes(layer);
    const boxArea = box ? Math.max(1, (box[2] - box[0]) * (box[3] - box[1])) : 1;
    for (const [property, area] of ownAreas) areas.set(property, Math.min(1, area / boxArea));
  }
  return areas;
}

/** The paths under which several different colors are found. One editable would make them equal. */
function mixedPaths(targets: readonly Target[]): Set<string> {
  const colors = new Map<string, string>();
  const mixed = new Set<string>();
  for (const target of targets) {
    if (target.type !== 'color') continue;
    const hex = isMoving(target) ? 'moving' : hexOf(target);
    const previousColor = colors.get(target.path);
    if (previousColor !== undefined && previousColor !== hex) mixed.add(target.path);
    else colors.set(target.path, hex);
  }
  return mixed;
}

function isMoving(target: Target): boolean {
  if (!('property' in target)) return false;
  const { k, x } = target.property;
  return !Array.isArray(k) || typeof k[0] !== 'number' || x !== undefined;
}

/** The first color of a property as six hexadecimal digits, without `#`; black if it has none. */
function hexOf(target: Target): string {
  const k: unknown = 'property' in target ? target.property.k : undefined;
  const [first] = Array.isArray(k) ? (k as unknown[]) : [];
  const start = (first as { s?: unknown } | undefined)?.s;
  const color = (typeof first === 'number' ? k : start) as unknown;
  return [0, 1, 2]
    .map((at) => {
      const value = Number(Array.isArray(color) ? color[at] : 0) || 0;
      return Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('');
}
