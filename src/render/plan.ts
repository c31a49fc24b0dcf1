import { isPrecomp, LAYER, type Layer, type Lottie, prune } from '../lottie/index.ts';
import { around, type Range, type Timeline } from '../output/index.ts';

/** Shortest and longest segment, in beats. */
const [SHORTEST, LONGEST] = [3, 6];
/** A video has at least this many beats; in short videos beats are shorter than half a second. */
const MIN_BEATS = 16;
/** Starting an encoder takes as long as encoding some frames. */
const SHORTEST_BEAT_FRAMES = 6;
/**
 * Fixed cost of a segment, in addition to the square of its beats. Without other costs, segments of
 * √20 beats are best.
 */
const SEGMENT_COST = 20;
/** Cost of redrawing a segment for a text that shows in a small part of the video. */
const REDRAW_COST = 80;
/**
 * Segments are drawn in parallel: the cost of an odd count, and of a count that four rasterisers
 * cannot share evenly.
 */
const [ODD, UNEVEN] = [32, 8];
/**
 * A video of this many beats begins with a segment of two beats, so that playback can start sooner.
 */
const EARLY_FROM_BEATS = 40;
/**
 * Maximum number of layers × beats to examine, which takes a fraction of a second. Beyond it, cuts
 * are even.
 */
const MAX_CHECKS = 1e6;
/**
 * The same for letters, which are only counted, and for time maps, which are sampled at many
 * moments.
 */
const [MAX_LETTERS, MAX_TIME_MAPS] = [5e6, 5e4];

/**
 * Splits a video into segments of 3 to 6 beats, mostly 4 or 5. A beat is half a second; in a video
 * of less than 8 s it is a sixteenth of the video, so that every core has work. Videos of 20 s and
 * more begin with a segment of two beats. Cuts fall where texts and images appear and disappear, so
 * that a changed text changes few segments. The plan depends only on the composition, the rate and
 * the range.
 */
export function planSegments(lottie: Lottie, timeline: Timeline): Range[] {
  const { frameCount, fps } = timeline;
  const shortest = Math.max(SHORTEST_BEAT_FRAMES, frameCount / MIN_BEATS);
  const beat = Math.max(1, Math.min(fps / 2, shortest));
  // The remainder at the end belongs to the last segment.
  const beats = Math.max(1, Math.floor(frameCount / beat));
  const early = beats >= EARLY_FROM_BEATS ? [2] : [];
  const [begin = 0] = early;
  const beatsOfLayer = Array.from({ length: beats - begin }, (_, index) => {
    const first = Math.round((begin + index) * beat);
    return { first, count: Math.round((begin + index + 1) * beat) - first };
  });
  const lengths = [
    ...early,
    ...splitBeats(beatsOfLayer.length, showings(lottie, timeline, beatsOfLayer), early.length),
  ];
  let [at, first] = [0, 0];
  return lengths.map((length, index) => {
    at += length;
    const end = index === lengths.length - 1 ? frameCount : Math.round(at * beat);
    const segment = { first, count: end - first };
    first = end;
    return segment;
  });
}

/**
 * Content that a mapping may change, with the beats in which it shows. `weight`: the cost of
 * redrawing it, as a factor of a segment's square.
 */
type Item = { during: readonly boolean[]; weight: number };

/**
 * Content that shows in the same beats is one item. Content that shows all the time has no weight,
 * since no cut helps.
 */
function showings(lottie: Lottie, timeline: Timeline, beats: readonly Range[]): Item[] {
  const layers = layersOf(lottie);
  const timeMaps = layers.filter(({ tm }) => tm !== undefined).length;
  if (layers.length * beats.length > MAX_CHECKS) return [];
  if ((lottie.chars?.length ?? 0) * beats.length > MAX_LETTERS) return [];
  if (timeMaps * beats.length > MAX_TIME_MAPS) return [];
  const visibleBeats = new Map<Layer, boolean[]>();
  for (const [index, beat] of beats.entries()) {
    const { first, last } = around(timeline, beat);
    for (const layer of layersOf(prune(lottie, first, last))) {
      if (layer.ty !== LAYER.text && layer.ty !== LAYER.image) continue;
      const during = visibleBeats.get(layer) ?? [];
      during[index] = true;
      visibleBeats.set(layer, during);
    }
  }
  const distinct = new Map(
    [...visibleBeats.values()].map((during) => [Object.keys(during).join(), during]),
  );
  return [...distinct.values()].map((during) => {
    const count = Object.keys(during).length;
    return { during, weight: (REDRAW_COST * (1 - count / beats.length)) / count ** 2 };
  });
}

function layersOf({ layers, assets = [] }: Lottie): Layer[] {
  return [layers, ...assets.filter(isPrecomp).map((asset) => asset.layers)].flat();
}

type Step = { cost: number; length: number };

/**
 * Returns the segment lengths with the lowest total cost, by dynamic programming from the end. Among equal
 * plans it chooses the one with the longer segments first. A segment costs SEGMENT_COST plus its square, and
 * more for each item in it, because a change of the item redraws the segment. `before` is the number of
 * earlier segments.
 */
function splitBeats(beats: number, items: readonly Item[], beatsBefore: number): number[] {
  // The cheapest plan from a beat to the end, for each number of segments modulo four.
  const best: (Step | undefined)[][] = [];
  best[beats] = [{ cost: 0, length: 0 }];
  for (let from = beats - 1; from >= 0; from--) {
    const steps: (Step | undefined)[] = [];
    for (const length of lengthsFor(beats)) {
      const ownCost = SEGMENT_COST + length ** 2 * (1 + weigh(items, from, length));
      for (const [remainder, nextStep] of (best[from + length] ?? []).entries()) {
        if (!nextStep) continue;
        const cost = nextStep.cost + ownCost;
        const at = (remainder + 1) % 4;
        if (cost < (steps[at]?.cost ?? Number.POSITIVE_INFINITY)) steps[at] = { cost, length };
      }
    }
    best[from] = steps;
  }
  const weight = [0, ODD, UNEVEN, ODD];
  const total = (remainder: number) =>
    (best[0]?.[remainder]?.cost ?? Number.POSITIVE_INFINITY) +
    (weight[(remainder + beatsBefore) % 4] ?? 0);
  let [remainder = 0] = [0, 1, 2, 3].sort((a, b) => total(a) - total(b));
  const lengths: number[] = [];
  for (let at = 0; at < beats; at += lengths.at(-1) ?? beats) {
    lengths.push(best[at]?.[remainder]?.length ?? beats);
    remainder = (remainder + 3) % 4;
  }
  return lengths;
}

/**
 * The lengths to try for a segment, in beats, the longest first. The last beats of a video may be fewer
 * than the shortest.
 */
function lengthsFor(beats: number): number[] {
  if (beats < SHORTEST) return [beats];
  return Array.from({ length: LONGEST - SHORTEST + 1 }, (_, index) => LONGEST - index);
}

/** The weights of the items that show in at least one of the beats; each counts once. */
function weigh(items: readonly Item[], from: number, length: number): number {
  let sum = 0;
  for (const { during, weight } of items) {
    for (let at = from; at < from + length; at++) {
      if (!during[at]) continue;
      sum += weight;
      break;
    }
  }
  return sum;
}
