/** Values at a frame. Points of different `form` (paths with other numbers of points) cannot be blended. */
export type Point = { t: number; values: ArrayLike<number>; form: string };

/** A keyframe: from here to the next the value is held, or changes evenly. */
export type Key = Point & { hold: boolean };

const MIN_TOLERANCE = 1e-4;

/**
 * Leaves out points that lie on a line between their neighbours. The tolerance is a 500th of the range
 * of the values, but at most `max`. Values that jump, such as at the end of a loop, are held until
 * the jump.
 */
export function simplify(points: readonly Point[], max: number): Key[] {
  const [first] = points;
  if (!first) return [];
  const tolerance = tolerances(points, max);
  const isStill = points.every(
    (p) =>
      p.form === first.form &&
      every(p.values, (v, d) => Math.abs(v - (first.values[d] ?? 0)) <= (tolerance[d] ?? max)),
  );
  if (isStill) return [{ ...first, hold: true }];
  const jumps = points.map((_, i) => isJump(points, i, max));
  const keys: Key[] = [];
  for (let start = 0; start < points.length; ) {
    const a = points[start] as Point;
    const hold = jumps[start] === true;
    const end = hold ? start : reach(points, start, jumps, tolerance);
    keys.push({ ...a, hold });
    const last = points[end] as Point;
    if (end === points.length - 1 && end > start) keys.push({ ...last, hold: true });
    start = end > start && end < points.length - 1 ? end : end + 1;
  }
  return keys;
}

/** Returns the farthest point so that one line from `start` passes all points between. */
function reach(
  points: readonly Point[],
  start: number,
  jumps: readonly boolean[],
  tolerance: readonly number[],
): number {
  const a = points[start] as Point;
  const size = a.values.length;
  const low = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const high = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  let end = start;
  while (end + 1 < points.length && (end === start || !jumps[end])) {
    const b = points[end + 1] as Point;
    const dt = b.t - a.t;
    for (let d = 0; d < size; d++) {
      const slope = ((b.values[d] ?? 0) - (a.values[d] ?? 0)) / dt;
      if (slope > (high[d] ?? 0) || slope < (low[d] ?? 0)) return end;
    }
    for (let d = 0; d < size; d++) {
      const change = (b.values[d] ?? 0) - (a.values[d] ?? 0);
      const off = tolerance[d] ?? 0;
      low[d] = Math.max(low[d] ?? 0, (change - off) / dt);
      high[d] = Math.min(high[d] ?? 0, (change + off) / dt);
    }
    end++;
  }
  return end;
}

/** Whether the value jumps after a point: it changes much faster than before and after. */
function isJump(points: readonly Point[], i: number, max: number): boolean {
  const [a, b] = [points[i], points[i + 1]];
  if (!a || !b) return false;
  if (a.form !== b.form) return true;
  if (points.length <= 3) return false;
  return speed(points, i) > 8 * (speed(points, i - 1) + speed(points, i + 1)) + 50 * max;
}

/**
 * The largest change of a value between the point and the next, for each frame. 0 at the ends, and where
 * the form changes.
 */
function speed(points: readonly Point[], i: number): number {
  const [a, b] = [points[i], points[i + 1]];
  if (!a || !b || a.form !== b.form) return 0;
  let most = 0;
  for (let d = 0; d < a.values.length; d++)
    most = Math.max(most, Math.abs((a.values[d] ?? 0) - (b.values[d] ?? 0)));
  return most / (b.t - a.t);
}

/** How far a line may be from the points, for each value: a 500th of its range, but at most `max`. */
function tolerances(points: readonly Point[], max: number): number[] {
  const size = points[0]?.values.length ?? 0;
  return Array.from({ length: size }, (_, d) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { values } of points) {
      low = Math.min(low, values[d] ?? 0);
      high = Math.max(high, values[d] ?? 0);
    }
    return Math.max(Math.min(max, (high - low) / 500), MIN_TOLERANCE);
  });
}

function every(values: ArrayLike<number>, test: (value: number, index: number) => boolean) {
  for (let d = 0; d < values.length; d++) if (!test(values[d] ?? 0, d)) return false;
  return true;
}
