/** Returns the row of each span, such that spans in a row do not overlap; as few rows as possible. */
export function rowsOf(
  spans: readonly { start: number; end: number }[],
  gap: number,
): { rows: number[]; count: number } {
  const ends: number[] = [];
  const rows = new Array<number>(spans.length).fill(0);
  const order = spans.map((_, index) => index);
  order.sort((a, b) => (spans[a]?.start ?? 0) - (spans[b]?.start ?? 0) || a - b);
  for (const index of order) {
    const { start, end } = spans[index] ?? { start: 0, end: 0 };
    const freeRow = ends.findIndex((rowEnd) => rowEnd <= start);
    const row = freeRow < 0 ? ends.length : freeRow;
    ends[row] = end + gap;
    rows[index] = row;
  }
  return { rows, count: ends.length };
}

/** Steps of the ruler in seconds. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Returns the times that the ruler of a timeline names, at most `most` of them. */
export function ticksOf(duration: number, most: number): number[] {
  const step = STEPS.find((seconds) => duration / seconds <= most) ?? duration;
  if (!(step > 0)) return [0];
  const count = Math.floor(duration / step + 1e-6);
  return Array.from({ length: count + 1 }, (_, index) => Math.round(index * step * 1000) / 1000);
}
