import {
  type Asset,
  type Char,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
  type PrecompAsset,
} from './types.ts';
import { eachObject, precompOf, precompsById } from './walk.ts';

/** Times in frames of a composition's own time, both ends included. */
type Span = readonly [number, number];

const ALWAYS: Span = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
/**
 * Maximum of moments of change in all compositions of a document. Beyond it, the whole document
 * counts as moving.
 */
const MAX_CHANGES = 500_000;
/** In frames. Covers floating-point errors and the different rounding of players. */
const TOLERANCE = 0.01;

/**
 * Finds the frames that look exactly like the frame before them. `frames` are times in frames from
 * the in-point, whole or not, ascending; the result has their indices, never 0. A frame is repeated
 * if no part of the document changes since the frame before. Hidden changes count, too, so callers
 * prune the document to these frames first.
 */
export function repeatedFrames(lottie: Lottie, frames: readonly number[]): Set<number> {
  const repeated = new Set<number>();
  const changes = changesOf(lottie);
  let next = 0;
  for (const [index, frame] of frames.entries()) {
    if (index === 0) continue;
    const startFrame = lottie.ip + (frames[index - 1] ?? 0) - TOLERANCE;
    const endFrame = lottie.ip + frame + TOLERANCE;
    // Both lists ascend and changes do not overlap: a change that ends before one frame ends before
    // all later frames.
    while (next < changes.length && (changes[next]?.[1] ?? 0) < startFrame) next += 1;
    if (!((changes[next]?.[0] ?? Number.POSITIVE_INFINITY) <= endFrame)) repeated.add(index);
  }
  return repeated;
}

/**
 * Returns a function that tests whether a layer of the outermost composition looks the same in all
 * frames from `first` to `last`.
 */
export function stillLayersIn(
  lottie: Lottie,
  first: number,
  last: number,
): (layer: Layer) => boolean {
  const changes = changesIn(lottie);
  const byIndex = new Map(lottie.layers.map((layer) => [layer.ind, layer]));
  // A change at exactly the first frame does not count: the value is constant from there on.
  const [start, end] = [lottie.ip + first, lottie.ip + last + TOLERANCE];
  const stillByLayer = new Map<Layer, boolean>();
  const isStill = (layer: Layer): boolean =>
    !changes([layer]).some(([from, to]) => from <= end && to > start);
  return (layer) => {
    const chain = new Set<Layer>();
    let at: Layer | undefined = layer;
    for (; at && !stillByLayer.has(at) && !chain.has(at); at = parentOf(at)) chain.add(at);
    let isParentStill = (at && stillByLayer.get(at)) ?? true;
    for (const link of [...chain].reverse()) {
      isParentStill = isParentStill && isStill(link);
      stillByLayer.set(link, isParentStill);
    }
    return isParentStill;
  };

  function parentOf({ parent }: Layer): Layer | undefined {
    return parent === undefined ? undefined : byIndex.get(parent);
  }
}

/** The spans in which the outermost composition changes. */
function changesOf(lottie: Lottie): readonly Span[] {
  return changesIn(lottie)(lottie.layers);
}

/** Returns a function that finds the spans in which layers of the outermost composition change. */
function changesIn(lottie: Lottie): (layers: readonly Layer[]) => readonly Span[] {
  const precomps = precompsById(lottie);
  const spansById = new Map<string, readonly Span[]>();
  let count = 0;
  const inside = (layers: readonly Layer[]): readonly Span[] => {
    const spans: Span[] = [];
    for (const layer of layers) {
      for (const span of ownChanges(layer)) spans.push(span);
      for (const span of within(layer)) spans.push(span);
      if (count + spans.length > MAX_CHANGES) return [ALWAYS];
    }
    count += spans.length;
    return joinSpans(spans);
  };
  const spansOf = (precomp: PrecompAsset): readonly Span[] => {
    const spans = spansById.get(precomp.id) ?? inside(precomp.layers);
    spansById.set(precomp.id, spans);
    return spans;
  };
  const within = (layer: Layer): readonly Span[] => {
    const inner = precompOf(layer, precomps);
    // A precomp with a time map changes only while the map changes.
    if (!inner || layer.tm !== undefined) return [];
    const spans = spansOf(inner);
    const [start, stretch] = [layer.st ?? 0, layer.sr ?? 1];
    if (spans.length > 0 && !(stretch > 0)) return [ALWAYS];
    return spans.map(([from, to]) => [start + from * stretch, start + to * stretch]);
  };
  const always = (lottie.assets ?? []).some(moves) || (lottie.chars ?? []).some(showsChange);
  return always ? () => [ALWAYS] : inside;

  function showsChange({ t, data }: Char): boolean {
    const inner = t === 1 ? precomps.get(data.refId ?? '') : undefined;
    // A glyph's precomp runs by the time of its layer, and its own start and end lie beyond the
    // longest video.
    return inner !== undefined && spansOf(inner).some(([from, to]) => to > -1e5 && from < 1e5);
  }
}

/** Whether an asset is an animated image. */
function moves(asset: Asset): boolean {
  return !isPrecomp(asset) && /\.gif$|^data:image\/gif/i.test(asset.p ?? '');
}

/**
 * Returns the spans of frames in which a layer itself may change; layers inside its precomp do not count. These
 * are its start, its end and the spans between keyframes that differ, a frame longer on both sides with motion
 * blur. Videos and wiggly text change in all frames.
 */
function ownChanges(layer: Layer): Span[] {
  if (layer.ty === LAYER.video || hasWigglySelector(layer)) return [ALWAYS];
  const spans: Span[] = [
    [layer.ip, layer.ip],
    [layer.op, layer.op],
  ];
  eachObject(layer, ({ k }) => {
    // Not `push(...spans)`: the number of arguments of a call is limited.
    if (Array.isArray(k) && isKey(k[0]))
      for (const span of betweenKeys(k as Key[])) spans.push(span);
  });
  // Motion blur shows a frame before and after.
  return (layer as { mb?: boolean }).mb ? spans.map(([from, to]) => [from - 1, to + 1]) : spans;
}

/** A wiggly text selector changes with time alone, without keyframes. */
function hasWigglySelector({ t: text }: Layer): boolean {
  return (text?.a ?? []).some(({ s }) => s?.['t'] !== undefined && s['t'] !== 0);
}

type Key = { t: number; s?: unknown; e?: unknown; h?: number; to?: unknown; ti?: unknown };

function isKey(value: unknown): value is Key {
  return typeof value === 'object' && value !== null && 't' in value;
}

/**
 * The spans in which a property changes. A keyframe with a hold, or equal values without a curve, changes
 * only at its time.
 */
function betweenKeys(keys: readonly Key[]): Span[] {
  return keys.flatMap((key, index): Span[] => {
    const next = keys[index + 1];
    if (!next) return [[key.t, key.t]];
    const [start, end] = [JSON.stringify(key.s), JSON.stringify(key.e ?? next.s)];
    const isConstant = start !== undefined && start === end && !curved(key.to) && !curved(key.ti);
    if (isConstant || key.h === 1 || isDocument(key.s)) return [[key.t, key.t]];
    return [[key.t, next.t]];
  });
}

/** Whether a value is a text document, which does not change until the next keyframe. */
function isDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a tangent is curved: a path between equal positions may leave them in between. */
function curved(tangent: unknown): boolean {
  return Array.isArray(tangent) && tangent.some((part) => part !== 0);
}

/** Merges overlapping and touching spans, in order. */
function joinSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const open = merged.at(-1);
    if (open && from <= open[1]) open[1] = Math.max(open[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
