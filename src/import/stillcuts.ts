import {
  type Appearance,
  appearancesOf,
  exactFps,
  frameCount,
  frameSeconds,
  type Layer,
  type Lottie,
  largestScale,
  placedLayers,
} from '../lottie/index.ts';
import type { FoundEditable } from './find-editables.ts';
import { MAX_STILLCUTS } from './template-json.ts';

/**
 * When editables show: `scores[i]` is the highest opacity of an editable's layers at sample `i`, and `scales`
 * is the largest scale of each editable.
 */
export type Visibility = {
  frames: number[];
  scores: Map<string, number[]>;
  scales: Map<string, number>;
};

const MAX_SAMPLES = 300;
/** Maximum number of measured layers over all samples. A template with very many layers has fewer samples. */
const MAX_MEASURED_LAYERS = 500_000;
/** Cost of a hidden layer relative to a visible layer. */
const LOOKS_PER_HIDDEN_LAYER = 0.1;

/** Measures the editables at up to 300 evenly spaced frames. */
export function measureVisibility(lottie: Lottie, editables: readonly FoundEditable[]): Visibility {
  const count = frameCount(lottie);
  const appearancesAt = appearancesOf(lottie);
  const showing = byLayer(editables);
  const pairs = [...showing.values()].reduce((sum, names) => sum + names.length, 0);
  const layerCounts = [0, 0.5].map(
    (at) => appearancesAt(lottie.ip + Math.floor(at * count)).length,
  );
  const layersPerSample = Math.max(
    1,
    ...layerCounts,
    pairs,
    placedLayers(lottie) * LOOKS_PER_HIDDEN_LAYER,
  );
  const samples = Math.max(
    1,
    Math.min(count, MAX_SAMPLES, Math.floor(MAX_MEASURED_LAYERS / layersPerSample)),
  );
  const frames = Array.from({ length: samples }, (_, i) => Math.floor((i * count) / samples));
  const scores = new Map(editables.map((e) => [e.name, new Array<number>(samples).fill(0)]));
  const scales = new Map(editables.map((e) => [e.name, 0]));
  for (const [index, frame] of frames.entries()) {
    for (const appearance of appearancesAt(lottie.ip + frame)) {
      const best = score(appearance);
      const size = appearance.visible ? largestScale(appearance.matrix) : 0;
      for (const name of showing.get(appearance.layer) ?? []) {
        const row = scores.get(name);
        if (row) row[index] = Math.max(row[index] ?? 0, best);
        scales.set(name, Math.max(scales.get(name) ?? 0, size));
      }
    }
  }
  return { frames, scores, scales };
}

/** Returns the names of the editables in each layer. */
function byLayer(editables: readonly FoundEditable[]): Map<Layer, string[]> {
  const names = new Map<Layer, string[]>();
  for (const { name, targets } of editables) {
    for (const layer of new Set(targets.map((target) => target.layer))) {
      const knownNames = names.get(layer);
      if (knownNames) knownNames.push(name);
      else names.set(layer, [name]);
    }
  }
  return names;
}

function score(appearance: Appearance): number {
  return appearance.visible ? appearance.opacity : 0;
}

/** Returns the seconds of the first and last frame that show an editable; the whole length if none does. */
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

/** Returns a function that gives the still that shows an editable best; among equal stills the first. */
export function bestStillcuts(
  visibility: Visibility,
  stillcuts: Record<string, number>,
  fps: number,
): (name: string) => string {
  const { frames, scores } = visibility;
  const places = Object.entries(stillcuts).map(([still, seconds]) => {
    const at = frames.findLastIndex((f) => f <= Math.floor(seconds * fps + 1e-6));
    return { still, at: Math.max(0, at) };
  });
  return (name) => {
    const row = scores.get(name) ?? [];
    let best = { still: '', score: -1 };
    for (const { still, at } of places) {
      const value = row[at] ?? 0;
      if (value > best.score + 1e-6) best = { still, score: value };
    }
    return best.still;
  };
}

/**
 * Chooses stills for a template that names none. The first still is the moment at which most editables have
 * their highest opacity, the next is the best moment for the remaining editables, and so on, up to 50 stills.
 * Their names follow their order in time.
 */
export function chooseStillcuts(visibility: Visibility, lottie: Lottie): Record<string, number> {
  let open = [...visibility.scores.values()].flatMap((row) => {
    const max = row.reduce((a, b) => Math.max(a, b), 0);
    return max > 0 ? [row.map((s) => s >= max * 0.99)] : [];
  });
  const counts = visibility.frames.map((_, at) => open.filter((row) => row[at]).length);
  const chosen: number[] = [];
  while (open.length > 0 && chosen.length < MAX_STILLCUTS) {
    const at = middleOfLongestRun(counts, Math.max(...counts));
    chosen.push(at);
    for (const row of open) if (row[at]) takeOff(counts, row);
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

function takeOff(counts: number[], row: readonly boolean[]): void {
  for (const [at, full] of row.entries()) if (full) counts[at] = (counts[at] ?? 0) - 1;
}

/** The middle is away from entrances and exits. A position slightly after it is calmer still. */
function middleOfLongestRun(counts: number[], wantedCount: number): number {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let i = 0; i <= counts.length; i++) {
    if (counts[i] === wantedCount) continue;
    if (i - start > best.length) best = { start, length: i - start };
    start = i + 1;
  }
  return best.start + Math.floor(best.length * 0.6);
}
