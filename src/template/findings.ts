import { z } from 'zod';
import { findMessage } from '../base/index.ts';
import { adviceFor } from './advice.ts';
import { type ReportEntry, wordingFields } from './report-entry.ts';

/** Equal entries of a report, with the advice for a designer. See `Advice`. */
export const findingSchema = z
  .object({
    code: z.string(),
    message: z.string().meta({ description: 'The message of the first warning' }),
    count: z.int(),
    layer_paths: z.array(z.string()).meta({ description: 'The first ten layers' }),
    hint: z.string().nullable(),
    ...wordingFields,
    start: z
      .number()
      .exactOptional()
      .meta({ description: 'When the first layer shows, in seconds' }),
    end: z.number().exactOptional().meta({ description: 'When the last layer ends, in seconds' }),
    differs_from: z
      .enum(['players', 'design'])
      .nullable()
      .meta({
        description:
          '`players`: the video looks different from Lottie players. `design`: Lottie players differ from the design too. `null`: the warning is not about the look',
      }),
    viewer: z.string().meta({ description: 'The effect on the video' }),
    viewer_id: z.string().meta({ description: 'Names the sentence of `viewer`' }),
    remedies: z
      .object({ after_effects: z.string(), figma: z.string(), lottie_creator: z.string() })
      .meta({ description: 'How to mend it in the tool of the designer' }),
    remedy_ids: z
      .object({ after_effects: z.string(), figma: z.string(), lottie_creator: z.string() })
      .meta({ description: 'Names the sentences of `remedies`' }),
  })
  .meta({ id: 'Finding', description: 'Equal warnings of the import, with advice' });
export type Finding = z.infer<typeof findingSchema>;

const MAX_LAYERS = 10;

/**
 * Groups the entries of a report. Entries are equal if they have the same code, and messages that differ only
 * in quoted names. The order is that of the first entries.
 */
export function groupFindings(entries: readonly ReportEntry[]): Finding[] {
  const groups = new Map<string, Finding & { keys: Set<string> }>();
  for (const entry of entries) {
    const { layer_path: path, start: _start, end: _end, ...words } = entry;
    const key = keyOf(entry);
    const { viewer, differs_from = null, ...remedies } = adviceFor(entry.code);
    const group = groups.get(key) ?? {
      ...words,
      count: 0,
      layer_paths: [],
      differs_from,
      viewer,
      viewer_id: findMessage(viewer).id ?? '',
      remedies,
      remedy_ids: {
        after_effects: findMessage(remedies.after_effects).id ?? '',
        figma: findMessage(remedies.figma).id ?? '',
        lottie_creator: findMessage(remedies.lottie_creator).id ?? '',
      },
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

/** Extends the time of a finding to that of an entry, in place. */
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
