import { keyframesOf } from './normalise/properties.ts';
import { frameCount } from './time.ts';
import type { Layer, Lottie } from './types.ts';
import { allLayers, precompOf, precompsById } from './walk.ts';

/** Seconds from the in-point: the first and the last moment at which something can show. */
export type ShownTime = { start: number; end: number };

/** Maximum number of places of layers that are followed. Later ones have no times. */
const MAX_PLACES = 50_000;

/** Frames: the first one, and the one after the last. */
type Span = { from: number; to: number };

/**
 * The time from the first to the last frame in which a layer can show, by the layer's path in
 * `allLayers`. Layers with equal paths, and a layer in several places, have the time of all of them. A
 * layer whose opacity starts or ends with 0 shows from or to that keyframe. Within a time map, a layer has
 * the time of its precomp. Layers that never show have none.
 */
export function shownTimes(lottie: Lottie): Map<string, ShownTime> {
  const spans = shownSpans(lottie);
  const times = new Map<string, ShownTime>();
  const seconds = (frame: number) => Math.round((frame / lottie.fr) * 1000) / 1000;
  for (const { layer, path } of allLayers(lottie)) {
    const span = spans.get(layer);
    if (!span) continue;
    const [start, end] = [seconds(span.from), seconds(span.to)];
    const knownTime = times.get(path);
    times.set(path, {
      start: Math.min(knownTime?.start ?? start, start),
      end: Math.max(knownTime?.end ?? end, end),
    });
  }
  return times;
}

/**
 * When each layer shows, from its first to its last frame in the video; a layer of several precomps spans
 * all of them. Layers that never show, and those after the limit of places, are missing.
 */
function shownSpans(lottie: Lottie): Map<Layer, Span> {
  const precomps = precompsById(lottie);
  const spans = new Map<Layer, Span>();
  /** Read once, because a layer can have many keyframes and many places. */
  const owns = new Map<Layer, Span>();
  let places = 0;
  /** `toVideo` turns a frame of the composition of `layers` into a frame of the video, if that is known. */
  const enter = (
    layers: readonly Layer[],
    within: Span,
    toVideo: ((frame: number) => number) | undefined,
  ) => {
    for (const layer of layers) {
      places += 1;
      if (places > MAX_PLACES) return;
      const layerSpan = owns.get(layer) ?? spanOf(layer);
      owns.set(layer, layerSpan);
      const visibleSpan = toVideo ? limited(within, layerSpan, toVideo) : within;
      if (!(visibleSpan.from < visibleSpan.to)) continue;
      const knownSpan = spans.get(layer) ?? visibleSpan;
      spans.set(layer, {
        from: Math.min(knownSpan.from, visibleSpan.from),
        to: Math.max(knownSpan.to, visibleSpan.to),
      });
      const inner = precompOf(layer, precomps);
      if (!inner) continue;
      const { st = 0, sr = 1, tm } = layer;
      const isKnown = toVideo !== undefined && tm === undefined && Number.isFinite(1 / sr);
      enter(inner.layers, visibleSpan, isKnown ? (frame) => toVideo(st + frame * sr) : undefined);
    }
  };
  enter(lottie.layers, { from: 0, to: frameCount(lottie) }, (frame) => frame - lottie.ip);
  return spans;
}

/** The part of `within` that a span of an inner composition covers, which may run backwards. */
function limited(within: Span, span: Span, toVideo: (frame: number) => number): Span {
  const [edge, other] = [toVideo(span.from), toVideo(span.to)];
  return {
    from: Math.max(within.from, Math.min(edge, other)),
    to: Math.min(within.to, Math.max(edge, other)),
  };
}

/** The frames of a layer without those at its start and end at which its opacity is 0. */
function spanOf({ ip, op, ks }: Layer): Span {
  const opacity = ks?.o;
  const keys = opacity === undefined || opacity.xn !== undefined ? undefined : keyframesOf(opacity);
  if (!keys) return { from: ip, to: op };
  const isEmpty = (value: unknown) => [value].flat()[0] === 0;
  let [from, to] = [ip, op];
  // Old exporters write the value of a last keyframe as the end of the one before.
  const values = keys.map(({ t, s }, index) => ({ t, value: s ?? keys[index - 1]?.e }));
  const firstVisible = (list: typeof values) => list.findIndex(({ value }) => !isEmpty(value));
  const [first, last] = [firstVisible(values), firstVisible(values.toReversed())];
  if (first > 0) from = Math.max(from, values[first - 1]?.t ?? from);
  if (last > 0) to = Math.min(to, values.at(-last)?.t ?? to);
  return from < to ? { from, to } : { from: ip, to: op };
}
