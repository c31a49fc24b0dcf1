import { type Advice, adviceFor } from './advice.ts';
import type { ReportEntry } from './types.ts';

/** Equal entries of a report: the number, the first layers, and the advice for a designer. */
export type Finding = {
  code: string;
  /** The message of the first entry. */
  message: string;
  count: number;
  /** The paths of the first layers, without repetitions. */
  layer_paths: string[];
  hint: string | null;
  /** From the first to the last moment at which one of the layers can be seen, in seconds. */
  start?: number;
  end?: number;
  /** See `Advice`; null if the warning is not about the look. */
  differs_from: Advice['differs_from'] | null;
  /** The effect on the video. */
  viewer: string;
  /** How to mend it in each tool. */
  remedies: Omit<Advice, 'viewer' | 'differs_from'>;
};

const MAX_LAYERS = 10;

/**
 * Groups the entries of a report. Entries are equal if they have the same code, and messages that differ only
 * in quoted names. The order is that of the first entries.
 */
export function groupFindings(entries: readonly ReportEntry[]): Finding[] {
  const groups = new Map<string, Finding & { keys: Set<string> }>();
  for (const entry of entries) {
    const { code, message, layer_path: path, hint } = entry;
    const key = keyOf(entry);
    const { viewer, differs_from = null, ...remedies } = adviceFor(code);
    const group = groups.get(key) ?? {
      code,
      message,
      count: 0,
      layer_paths: [],
      hint,
      differs_from,
      viewer,
      remedies,
      keys: new Set(),
    };
    groups.set(key, group);
    group.count += 1;
    addTime(group, entry);
    if (path === null || group.keys.has(path) || group.layer_paths.length >= MAX_LAYERS) continue;
    group.keys.add(path);
    group.layer_paths.push(path);
  }
  return [...groups.values()].map(({ keys: _, ...finding }) => finding);
}

function addTime(finding: Finding, { start, end }: ReportEntry): void {
  if (start === undefined || end === undefined) return;
  finding.start = Math.min(finding.start ?? start, start);
  finding.end = Math.max(finding.end ?? end, end);
}

/**
 * Returns at most `max` entries in their order. If there are more, each finding keeps its first entries, so
 * that many equal entries do not hide others.
 */
export function fairly(entries: readonly ReportEntry[], max: number): ReportEntry[] {
  if (entries.length <= max) return [...entries];
  const ranks = new Map<string, number>();
  const ranked = entries.map((entry, index) => {
    const key = keyOf(entry);
    const rank = ranks.get(key) ?? 0;
    ranks.set(key, rank + 1);
    return { entry, index, rank };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, max)
    .sort((a, b) => a.index - b.index)
    .map(({ entry }) => entry);
}

function keyOf({ code, message }: ReportEntry): string {
  return JSON.stringify([code, withoutNames(message)]);
}

/** Messages quote names as JSON. A quote without an end takes the rest, so that each is read once. */
function withoutNames(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '""');
}
