import { isPrecomp, LAYER, type Layer, type Lottie, prune } from '../lottie/index.ts';
import { around, type Range, type Timeline } from './timeline.ts';

/** Of a segment, in beats. */
const [SHORTEST, LONGEST] = [2, 4];
/** A video is at least so many beats long, or its beats are shorter than a second. */
const LEAST_BEATS = 8;
/** Starting an encoder takes as long as some frames. */
const SHORTEST_BEAT_FRAMES = 12;
/** What it weighs that segments are drawn anew for a text that is seen in a small part of the video. */
const SEEN = 40;
/** Segments are drawn by several at once: what an odd count weighs, and one that four do not share evenly. */
const [ODD, UNEVEN] = [8, 2];
/** A video of so many beats begins with a segment of one: it can be played that much sooner while the rest is drawn. */
const EARLY_FROM_BEATS = 20;

/**
 * Cuts a video into segments of 2 to 4 beats, mostly 2. A beat is a second; in a video of less than
 * 8 s an eighth of it, so that there is something for every core; one of 20 s and more begins with a segment of one.
 * Cuts are put where texts and pictures come and go, so that another text changes few segments. It depends on nothing but the composition.
 */
export function planSegments(lottie: Lottie, timeline: Timeline): Range[] {
  const { frameCount, fps } = timeline;
  const second = Math.max(1, Math.round(fps));
  const beat = Math.min(
    second,
    Math.max(SHORTEST_BEAT_FRAMES, Math.floor(frameCount / LEAST_BEATS)),
  );
  // What is left at the end goes to the last segment.
  const beats = Math.max(1, Math.floor(frameCount / beat));
  const early = beats >= EARLY_FROM_BEATS ? [1] : [];
  const rest = beats - early.length;
  const shown = showings(lottie, timeline, { beat, first: early.length, count: rest });
  const lengths = [...early, ...cut(rest, shown, early.length)];
  let first = 0;
  return lengths.map((length, index) => {
    const count = index === lengths.length - 1 ? frameCount - first : length * beat;
    const segment = { first, count };
    first += count;
    return segment;
  });
}

/** Something that a mapping may change, and in which beats it is seen. `weight`: of a segment's square, to draw it anew. */
type Thing = { during: readonly boolean[]; weight: number };

/** All that is seen in the same beats is one thing. What is seen always weighs nothing: no cut helps. */
function showings(
  lottie: Lottie,
  timeline: Timeline,
  { beat, first: firstBeat, count: beats }: Range & { beat: number },
): Thing[] {
  const seen = new Map<Layer, boolean[]>();
  for (let index = 0; index < beats; index++) {
    const { first, last } = around(timeline, {
      first: (firstBeat + index) * beat,
      count: beat,
    });
    const { layers, assets = [] } = prune(lottie, first, last);
    const all = [layers, ...assets.filter(isPrecomp).map((asset) => asset.layers)].flat();
    for (const layer of all) {
      if (layer.ty !== LAYER.text && layer.ty !== LAYER.image) continue;
      const during = seen.get(layer) ?? [];
      during[index] = true;
      seen.set(layer, during);
    }
  }
  const distinct = new Map(
    [...seen.values()].map((during) => [Object.keys(during).join(), during]),
  );
  return [...distinct.values()].map((during) => {
    const count = Object.keys(during).length;
    return { during, weight: (SEEN * (1 - count / beats)) / count ** 2 };
  });
}

type Step = { cost: number; length: number };

/**
 * The lengths of least cost, by dynamic programming from the end; of equals the one that is longer first.
 * A segment costs its square, more for all that is seen in it: what changes there is drawn anew with it.
 * `before` is how many segments there are already.
 */
function cut(beats: number, things: readonly Thing[], before: number): number[] {
  // The cheapest way from a beat to the end, for each remainder of the number of segments by four.
  const best: (Step | undefined)[][] = [];
  best[beats] = [{ cost: 0, length: 0 }];
  for (let from = beats - 1; from >= 0; from--) {
    const steps: (Step | undefined)[] = [];
    for (const length of lengthsFor(beats)) {
      const own = length ** 2 * (1 + weigh(things, from, length));
      for (const [remainder, rest] of (best[from + length] ?? []).entries()) {
        if (!rest) continue;
        const cost = rest.cost + own;
        const at = (remainder + 1) % 4;
        if (cost < (steps[at]?.cost ?? Number.POSITIVE_INFINITY)) steps[at] = { cost, length };
      }
    }
    best[from] = steps;
  }
  const weight = [0, ODD, UNEVEN, ODD];
  const total = (remainder: number) =>
    (best[0]?.[remainder]?.cost ?? Number.POSITIVE_INFINITY) +
    (weight[(remainder + before) % 4] ?? 0);
  let [remainder = 0] = [0, 1, 2, 3].sort((a, b) => total(a) - total(b));
  const lengths: number[] = [];
  for (let at = 0; at < beats; at += lengths.at(-1) ?? beats) {
    lengths.push(best[at]?.[remainder]?.length ?? beats);
    remainder = (remainder + 3) % 4;
  }
  return lengths;
}

function lengthsFor(beats: number): number[] {
  if (beats < SHORTEST) return [beats];
  return Array.from({ length: LONGEST - SHORTEST + 1 }, (_, index) => LONGEST - index);
}

function weigh(things: readonly Thing[], from: number, length: number): number {
  let sum = 0;
  for (const { during, weight } of things) {
    for (let at = from; at < from + length; at++) {
      if (!during[at]) continue;
      sum += weight;
      break;
    }
  }
  return sum;
}
