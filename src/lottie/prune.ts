import { innerFrame } from './time.ts';
import {
  type Asset,
  type Char,
  type Effect,
  type EffectValue,
  type Font,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type PrecompAsset,
  type TextDocument,
} from './types.ts';
import { precompOf, precompsById } from './walk.ts';

/** Times in frames of a composition's own time, both ends included. */
type Span = readonly [number, number];

const ALWAYS: Span = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
/** Tolerance for floating-point errors, in frames. */
const TOLERANCE = 1e-3;
/**
 * Maximum number of separate spans of a precomp. More spans are merged, which keeps more layers
 * than needed.
 */
const MAX_SPANS = 64;
const MAX_SAMPLES = 4000;
/**
 * Maximum for all layers of one document. Beyond it, a layer with a time map is assumed to show all
 * of its precomp.
 */
const MAX_SAMPLES_IN_ALL = 200_000;

/**
 * Added to precomps that would be empty: Skia draws no layer whose matte is a precomp without
 * layers, not even with an inverted matte.
 */
const INVISIBLE: Layer = {
  ty: LAYER.solid,
  sw: 1,
  sh: 1,
  sc: '#000000',
  ip: 0,
  op: 0,
  ks: { o: { a: 0, k: 0 } },
};

/**
 * Reduces a document to the layers, precomps (through their time maps), images and glyphs that can
 * show in the frames `first` to `last` (counted from the in-point). Those frames are drawn
 * unchanged. Layers that only move others become nulls. The result shares unchanged parts with the
 * source.
 */
export function prune(lottie: Lottie, first: number, last: number): Lottie {
  const precomps = precompsById(lottie);
  const spans = new Map<string, Span[]>();
  const keptLayers = new Map<string, Layer[]>();
  const budget = { samples: MAX_SAMPLES_IN_ALL };
  const enter = (layers: readonly Layer[], during: readonly Span[]): Layer[] => {
    const { visibleLayers, layers: neededLayers } = visible(layers, during);
    for (const layer of visibleLayers) {
      const inner = precompOf(layer, precomps);
      if (!inner) continue;
      const times = during.flatMap((span) => innerSpan(layer, span, lottie.fr, budget));
      spans.set(inner.id, joinSpans([...(spans.get(inner.id) ?? []), ...times]));
    }
    return neededLayers;
  };
  const layers = enter(lottie.layers, [[lottie.ip + first, lottie.ip + last]]);
  // Outer precomps come first: a precomp's times are complete when all layers that show it have
  // been visited.
  for (const precomp of outerFirst(lottie.layers, precomps)) {
    const times = spans.get(precomp.id);
    const neededLayers = times && enter(precomp.layers, times);
    if (neededLayers)
      keptLayers.set(
        precomp.id,
        isEmpty(neededLayers) && !isEmpty(precomp.layers)
          ? [...neededLayers, INVISIBLE]
          : neededLayers,
      );
  }
  const glyphs = glyphsOf(lottie, [...layers, ...[...keptLayers.values()].flat()]);
  const images = glyphs.flatMap((char) => (char.t === 1 ? [char.data.refId ?? ''] : []));
  for (const precomp of outerFirst(
    images.map((refId) => ({ ty: LAYER.precomp, refId }) as Layer),
    precomps,
  ))
    keptLayers.set(precomp.id, precomp.layers);
  return {
    ...lottie,
    layers,
    ...(lottie.assets && { assets: assetsOf(lottie.assets, layers, keptLayers) }),
    ...(lottie.chars && { chars: glyphs }),
  };
}

function isEmpty(layers: readonly Layer[]): boolean {
  return layers.every(({ ty, hd, td }) => ty === LAYER.null || hd === true || td === 1);
}

/** The layers that show, and the layers that they need, in their order. */
function visible(
  layers: readonly Layer[],
  during: readonly Span[],
): { visibleLayers: Layer[]; layers: Layer[] } {
  // Built on demand: compositions with many layers (the frames of a video) rarely refer to layers
  // by index.
  let indices: ReadonlyMap<number, Layer> | undefined;
  const byIndex = (index: number) => {
    indices ??= new Map(layers.flatMap((l) => (l.ind === undefined ? [] : [[l.ind, l] as const])));
    return indices.get(index);
  };
  let places: ReadonlyMap<Layer, number> | undefined;
  const above = (layer: Layer) => {
    places ??= new Map(layers.map((l, index) => [l, index]));
    return layers[(places.get(layer) ?? 0) - 1];
  };
  const visibleLayers = new Set<Layer>();
  const show = (first: Layer) => {
    const open: (Layer | undefined)[] = [first];
    // A loop instead of recursion: chains of mattes may be as long as the document.
    while (open.length > 0) {
      const layer = open.pop();
      if (!layer || visibleLayers.has(layer)) continue;
      visibleLayers.add(layer);
      // The source of a matte stands directly above the layer, unless `tp` names it.
      if (layer.tt) open.push(layer.tp === undefined ? above(layer) : byIndex(layer.tp));
      for (const index of layersInEffects(layer)) open.push(byIndex(index));
    }
  };
  for (const layer of layers) {
    const isDrawn = layer.hd !== true && layer.td !== 1;
    if (isDrawn && during.some((span) => overlap(layer, span))) show(layer);
  }
  const moving = new Set<Layer>();
  for (const layer of visibleLayers) {
    for (let up = parentOf(layer, byIndex); up && !moving.has(up); up = parentOf(up, byIndex))
      moving.add(up);
  }
  const neededLayers = layers.flatMap((layer) => {
    if (visibleLayers.has(layer)) return [layer];
    return moving.has(layer) ? [asNull(layer)] : [];
  });
  return { visibleLayers: [...visibleLayers], layers: neededLayers };
}

function overlap({ ip, op }: Layer, [from, to]: Span): boolean {
  return ip <= to && op > from;
}

function parentOf(layer: Layer, byIndex: (index: number) => Layer | undefined): Layer | undefined {
  return layer.parent === undefined ? undefined : byIndex(layer.parent);
}

/** Type of an effect control that names a layer by its index, for example a displacement map. */
const LAYER_CONTROL = 10;

/** The indices of the layers that layer controls of effects name. */
function layersInEffects({ ef }: Layer): number[] {
  const values = listOf<Effect | null>(ef).flatMap((e) => listOf<EffectValue | null>(e?.ef));
  return values.flatMap((value) => {
    const k = value?.ty === LAYER_CONTROL ? value.v?.k : undefined;
    return typeof k === 'number' ? [k] : [];
  });
}

/** Parsing does not check the lists of effects and texts. */
function listOf<T>(list: unknown): readonly T[] {
  return Array.isArray(list) ? list : [];
}

/** Keeps only what other layers use of a layer: its transform and times. */
function asNull({ ind, parent, ks, ip, op, st, sr, ao, ddd, nm }: Layer): Layer {
  const transformFields = { ind, parent, ks, st, sr, ao, ddd, nm };
  const definedFields = Object.entries(transformFields).filter(([, value]) => value !== undefined);
  return { ty: LAYER.null, ip, op, ...Object.fromEntries(definedFields) };
}

/** The times of a precomp that a layer shows during a span of the layer's composition. */
function innerSpan(layer: Layer, [a, b]: Span, fps: number, budget: { samples: number }): Span[] {
  const [from, to] = [Math.max(a, layer.ip), Math.min(b, layer.op)];
  if (from > to) return [];
  if (from === Number.NEGATIVE_INFINITY || to === Number.POSITIVE_INFINITY) return [ALWAYS];
  if (layer.tm === undefined)
    return [widened(innerFrame(layer, from, fps), innerFrame(layer, to, fps))];
  // A time map may run backwards between its keyframes, so it is sampled.
  const steps = Math.min(MAX_SAMPLES, Math.ceil((to - from) * 2) + 1);
  budget.samples -= steps;
  if (budget.samples < 0) return [ALWAYS];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [stride, previousTime] = [0, Number.NaN];
  for (let step = 0; step <= steps; step++) {
    const time = innerFrame(layer, from + ((to - from) * step) / steps, fps);
    [min, max] = [Math.min(min, time), Math.max(max, time)];
    if (step > 0) stride = Math.max(stride, Math.abs(time - previousTime));
    previousTime = time;
  }
  return [[min - stride, max + stride]];
}

/**
 * Adds a tolerance to fractions, because players round them differently. Whole frames are exact.
 */
function widened(a: number, b: number): Span {
  const [from, to] = a <= b ? [a, b] : [b, a];
  return [
    Number.isInteger(from) ? from : from - TOLERANCE,
    Number.isInteger(to) ? to : to + TOLERANCE,
  ];
}

/**
 * Merges overlapping spans, in order. More than the limit become one span from the first start to the last
 * end: more frames are kept then, never fewer.
 */
function joinSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const open = merged.at(-1);
    if (open && from <= open[1] + TOLERANCE) open[1] = Math.max(open[1], to);
    else merged.push([from, to]);
  }
  const [start, end] = [merged[0]?.[0] ?? 0, merged.at(-1)?.[1] ?? 0];
  return merged.length > MAX_SPANS ? [[start, end]] : merged;
}

/** The precomps that layers lead to, each after all precomps that show it. */
function outerFirst(
  layers: readonly Layer[],
  precomps: ReadonlyMap<string, PrecompAsset>,
): PrecompAsset[] {
  const visitedPrecomps = new Set<PrecompAsset>();
  const enter = (list: readonly Layer[]) => {
    for (const layer of list) {
      const inner = precompOf(layer, precomps);
      if (!inner || visitedPrecomps.has(inner)) continue;
      enter(inner.layers);
      visitedPrecomps.add(inner);
    }
  };
  enter(layers);
  return [...visitedPrecomps].reverse();
}

/** The glyphs of the texts among `layers`, and their capitals for text that is set in capitals. */
function glyphsOf(lottie: Lottie, layers: readonly Layer[]): Char[] {
  const letters = new Map<string, Set<string>>();
  // The first of several fonts with the same name counts, so the map is filled in reverse.
  const fonts = new Map(
    (lottie.fonts?.list ?? []).map((font): [string, Font] => [font.fName, font]).reverse(),
  );
  for (const layer of layers) {
    if (layer.ty !== LAYER.text) continue;
    for (const entry of listOf<{ s?: TextDocument } | null>(layer.t?.d?.k)) {
      const document = entry?.s;
      const font = fonts.get(document?.f ?? '');
      const key = `${font?.fFamily} ${font?.fStyle}`;
      const fontLetters = letters.get(key) ?? new Set();
      letters.set(key, fontLetters);
      const text = String(document?.t ?? '');
      for (const letter of `${text}${text.toUpperCase()} \r`) fontLetters.add(letter);
    }
  }
  return (lottie.chars ?? []).filter(({ ch, fFamily, style }) =>
    letters.get(`${fFamily} ${style}`)?.has(ch),
  );
}

/** Keeps precomps with kept layers, with only these layers, and files that a kept layer shows. */
function assetsOf(
  assets: readonly Asset[],
  outermost: readonly Layer[],
  keptLayers: ReadonlyMap<string, Layer[]>,
): Asset[] {
  const files = new Set(
    [...outermost, ...[...keptLayers.values()].flat()].map(({ refId }) => refId),
  );
  return assets.flatMap((asset): Asset[] => {
    if (!isPrecomp(asset)) return files.has(asset.id) ? [asset] : [];
    const layers = keptLayers.get(asset.id);
    return layers ? [{ ...asset, layers }] : [];
  });
}
