import type { Line } from './paragraph.ts';
import type { Cluster } from './shape.ts';

/**
 * A cluster of a line: its index in the paragraph, its level (odd: right to left), its position in
 * ems.
 */
export type Item = {
  cluster: Cluster;
  index: number;
  level: number;
  left: number;
  advance: number;
};

/**
 * The line's clusters up to `to`, in reading order and in visual order from left to right (UAX #9,
 * L1 and L2).
 */
export function visualOrder(line: Line, to: number): { logical: Item[]; visual: Item[] } {
  const { paragraph, from, hyphen } = line;
  const clusters = paragraph.clusters.slice(from, to);
  if (hyphen) clusters.push(hyphen);
  const logical = clusters.map((cluster, offset) => {
    return { cluster, index: from + offset, level: cluster.level, left: 0, advance: 0 };
  });
  for (let i = logical.length - 1; i >= 0 && logical[i]?.cluster.space; i--) {
    const item = logical[i];
    if (item) item.level = paragraph.baseLevel;
  }
  const visual = [...logical];
  const highest = visual.reduce((max, { level }) => Math.max(max, level), 0);
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < visual.length; start++) {
      let end = start;
      while (end < visual.length && (visual[end]?.level ?? 0) >= level) end += 1;
      reverse(visual, start, end);
      start = Math.max(start, end);
    }
  }
  return { logical, visual };
}

function reverse<T>(list: T[], start: number, end: number): void {
  for (const [offset, item] of list.slice(start, end).entries()) list[end - 1 - offset] = item;
}
