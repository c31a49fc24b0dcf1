import type { Warning } from '../api/types.ts';
import { type Cue, parseTime } from '../cues/cue.ts';
import { translateFault } from '../strings/index.ts';
import type { CaptionKey, TranslateCaptions } from './strings/index.ts';

/** What the service says of captions: by the index of the cue, and of all of them. */
export type Findings = {
  readonly ofCues: ReadonlyMap<number, readonly string[]>;
  readonly general: readonly string[];
};

/** The words for a finding beside its caption, by the message of the service. */
const TEXTS: Readonly<Record<string, CaptionKey>> = {
  caption_joined: 'finding.joined',
  caption_crowded: 'finding.crowded',
  caption_cut_by_next: 'finding.overlap',
  caption_outside: 'finding.outside',
  caption_cut_at_end: 'finding.cut',
  caption_short: 'finding.short',
  caption_long: 'finding.long',
  caption_fast: 'finding.fast',
  caption_overflow: 'finding.overflow',
  caption_reduced: 'finding.reduced',
};

const CODES = /^captions?_/;
/** Warnings about missing characters and fonts have these messages only if they are of captions. */
const OF_CAPTIONS = /"captions?_(?:text|font)"/;

/** Sorts the warnings about captions to the cues whose start they name. */
export function findingsOf(
  warnings: readonly Warning[],
  cues: readonly Cue[],
  t: TranslateCaptions,
): Findings {
  const ofCues = new Map<number, string[]>();
  const general: string[] = [];
  for (const warning of warnings) {
    const { code, message_id: id, params = {} } = warning;
    const isOfCaptions = CODES.test(code) || OF_CAPTIONS.test(JSON.stringify([id, params]));
    if (!isOfCaptions) continue;
    const { time } = params as { time?: unknown };
    const start = typeof time === 'string' ? parseTime(time) : undefined;
    const index =
      start === undefined ? -1 : cues.findIndex((cue) => Math.abs(cue.start - start) < 0.0015);
    const key = id === undefined ? undefined : TEXTS[id];
    if (index < 0) general.push(translateFault(warning, t).message);
    else {
      const text = key ? t(key, valuesOf(params, t.lang)) : translateFault(warning, t).message;
      ofCues.set(index, [...(ofCues.get(index) ?? []), text]);
    }
  }
  return { ofCues, general };
}

/** The numbers of a message, written as in the language. */
function valuesOf(params: Readonly<Record<string, unknown>>, lang: string) {
  const numbers = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? numbers.format(value) : String(value),
    ]),
  );
}
