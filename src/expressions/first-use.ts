import type { Sample } from './read-answer.ts';

/** Maximum difference of values that look equal. */
const TOLERANCE = 0.01;

/**
 * Returns the samples of the first use of a property, and those of other uses at times that the first
 * does not show. `differs` is set if uses have different values at the same time: their composition
 * has one list of keyframes, so only one of them can be right.
 */
export function firstUse(samples: readonly Sample[]): { samples: Sample[]; hasConflict: boolean } {
  const [first] = samples;
  if (samples.every(({ use }) => use === first?.use))
    return { samples: [...samples], hasConflict: false };
  const byUse = Map.groupBy(samples, ({ use }) => use);
  let ownSamples: Sample[] = [];
  let hasConflict = false;
  for (const list of [...byUse.values()].map(inTime)) {
    const added = list.filter(
      (sample) => !ownSamples.some((ownSample) => overlaps(ownSample, sample)),
    );
    hasConflict ||= conflicts(ownSamples, list) || conflicts(list, ownSamples);
    ownSamples = inTime([...ownSamples, ...added]);
  }
  return { samples: ownSamples, hasConflict };
}

function inTime(samples: readonly Sample[]): Sample[] {
  return samples.toSorted((a, b) => a.from - b.from);
}

function overlaps(a: Sample, b: Sample): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** Whether a value of `list` differs from that of `others` at its first or last time. */
function conflicts(others: readonly Sample[], list: readonly Sample[]): boolean {
  let at = 0;
  return list.some(({ from, to, values }) =>
    [from, to].some((time) => {
      while (at + 1 < others.length && (others[at + 1]?.from ?? 0) <= time) at++;
      const other = others[at];
      if (!other || time < other.from || time > other.to) return false;
      return !areEqual(values, other.values);
    }),
  );
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= TOLERANCE);
}
