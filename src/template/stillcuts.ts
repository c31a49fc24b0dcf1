import {
  type Appearance,
  appearancesAt,
  exactFps,
  frameCount,
  frameSeconds,
  type Layer,
  type Lottie,
  largestScale,
} from '../lottie/index.ts';
import type { FoundEditable } from './find-editables.ts';

/** When editables show: `scores[i]` tells for sample `i` the opacity of the best of its layers; `scales` the largest magnification. */
export type Visibility = {
  frames: number[];
  scores: Map<string, number[]>;
  scales: Map<string, number>;
};

const MOST_SAMPLES = 300;
/** Layers looked at, over all samples: a template of very many layers is looked at less often. */
const MOST_LOOKS = 2_000_000;

/** Looks at the composition at evenly spaced frames, 300 at the most. */
export function measureVisibility(lottie: Lottie, editables: readonly FoundEditable[]): Visibility {
  const count = frameCount(lottie);
  const layers = Math.max(
    1,
    ...[0, 0.5].map((at) => appearancesAt(lottie, lottie.ip + Math.floor(at * count)).length),
  );
  const samples = Math.max(1, Math.min(count, MOST_SAMPLES, Math.floor(MOST_LOOKS / layers)));
  const frames = Array.from({ length: samples }, (_, i) => Math.floor((i * count) / samples));
  const scores = new Map(editables.map((e) => [e.name, new Array<number>(samples).fill(0)]));
  const scales = new Map<string, number>();
  for (const [index, frame] of frames.entries()) {
    const shown = new Map<Layer, number>();
    const sizes = new Map<Layer, number>();
    for (const appearance of appearancesAt(lottie, lottie.ip + frame)) {
      shown.set(appearance.layer, Math.max(shown.get(appearance.layer) ?? 0, score(appearance)));
      if (appearance.visible)
        sizes.set(
          appearance.layer,
          Math.max(sizes.get(appearance.layer) ?? 0, largestScale(appearance.matrix)),
        );
    }
    for (const editable of editables) {
      const best = Math.max(0, ...editable.targets.map((t) => shown.get(t.layer) ?? 0));
      scales.set(
        editable.name,
        Math.max(
          scales.get(editable.name) ?? 0,
          ...editable.targets.map((t) => sizes.get(t.layer) ?? 0),
        ),
      );
      const row = scores.get(editable.name);
      if (row) row[index] = best;
    }
  }
  return { frames, scores, scales };
}

function score(appearance: Appearance): number {
  return appearance.visible ? appearance.opacity : 0;
}

/** The seconds from the first to the last frame in which an editable shows; the whole if it never does. */
export function shownSpan(
  visibility: Visibility,
  name: string,
  lottie: Lottie,
): { start: number; end: number } {
  const row = visibility.scores.get(name) ?? [];
  const first = row.findIndex((s) => s > 0);
  const last = row.findLastIndex((s) => s > 0);
  const count = frameCount(lottie);
  const fps = exactFps(lottie.fr);
  if (first < 0) return { start: 0, end: frameSeconds(count, fps) };
  return {
    start: frameSeconds(visibility.frames[first] ?? 0, fps),
    end: frameSeconds(visibility.frames[last + 1] ?? count, fps),
  };
}

/** Which of the named stills shows an editable best; the first of equals. */
export function bestStillcut(
  visibility: Visibility,
  name: string,
  stillcuts: Record<string, number>,
  fps: number,
): string {
  const row = visibility.scores.get(name) ?? [];
  let best = { still: '', score: -1 };
  for (const [still, seconds] of Object.entries(stillcuts)) {
    const at = visibility.frames.findLastIndex((f) => f <= Math.floor(seconds * fps + 1e-6));
    const value = row[Math.max(0, at)] ?? 0;
    if (value > best.score + 1e-6) best = { still, score: value };
  }
  return best.still;
}

/**
 * Stills for a template that names none: the moment at which most editables are at their fullest
 * takes those, the next moment most of the rest, and so on. Named by their order in time.
 */
export function chooseStillcuts(visibility: Visibility, lottie: Lottie): Record<string, number> {
  const full = [...visibility.scores.values()].map((row) => {
    const most = Math.max(0, ...row);
    return row.map((s) => most > 0 && s >= most * 0.99);
  });
  let open = full.filter((row) => row.includes(true));
  const chosen: number[] = [];
  while (open.length > 0) {
    const counts = visibility.frames.map((_, i) => open.filter((row) => row[i]).length);
    const at = middleOfLongestRun(counts, Math.max(...counts));
    chosen.push(at);
    open = open.filter((row) => !row[at]);
  }
  if (chosen.length === 0) chosen.push(Math.floor(visibility.frames.length / 2));
  const named = chosen
    .sort((a, b) => a - b)
    .map((at, i) => [
      `stillcut_${String(i + 1).padStart(2, '0')}`,
      frameSeconds(visibility.frames[at] ?? 0, exactFps(lottie.fr)),
    ]);
  return Object.fromEntries(named) as Record<string, number>;
}

/** Middle, so that entrances and exits around a stretch are over; its later half is calmer still. */
function middleOfLongestRun(counts: number[], wanted: number): number {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let i = 0; i <= counts.length; i++) {
    if (counts[i] === wanted) continue;
    if (i - start > best.length) best = { start, length: i - start };
    start = i + 1;
  }
  return best.start + Math.floor(best.length * 0.6);
}
