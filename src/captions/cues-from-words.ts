import type { Cue, CueWord } from './cue.ts';
import { leadingWords } from './leading-words.ts';
import { type TimedUnit, timedUnits } from './timed-units.ts';
import { toMilliseconds } from './times.ts';

/** Columns of a line, and lines of a cue, as the guides for subtitles have them. */
const LINE_WIDTH = 42;
const CUE_WIDTH = 2 * LINE_WIDTH;
const MAX_SECONDS = 7;
/** A cue shows at least that long, and as long as people need to read it, if the next cue leaves the time. */
const MIN_SECONDS = 1;
const COLUMNS_PER_SECOND = 17;
/** After its last word, a cue stays a moment. */
const HOLD_SECONDS = 0.3;
/** Two frames without text show that a new cue begins. */
const GAP_SECONDS = 0.08;
/** Shorter gaps between cues would flicker: the earlier cue fills them. */
const SHORT_GAP_SECONDS = 0.5;
/** No cue has words on both sides of such a pause. */
const PAUSE_SECONDS = 1.5;
/** Cues never begin at the same time. */
const MIN_STEP_SECONDS = 0.1;

/**
 * Divides words with times into cues as an editor of subtitles would: at most two lines, which end where a
 * sentence or a part of it ends, as far as times allow; long enough to be read; no word alone. `language` is a
 * language tag.
 */
export function cuesFromWords(
  words: readonly CueWord[],
  {
    language,
    durationSeconds = Number.POSITIVE_INFINITY,
  }: { language?: string | undefined; durationSeconds?: number } = {},
): Cue[] {
  const units = timedUnits(words, language).filter((unit) => unit.startSeconds < durationSeconds);
  const text = new UnitText(units, language);
  const groups = runs(units).flatMap(({ from, to }) => divided(text, from, to));
  return withTimes(
    groups.map(({ from, to }) => ({ units: units.slice(from, to), text: text.lines(from, to) })),
    durationSeconds,
  );
}

type Range = { from: number; to: number };

/** The units between long pauses. */
function runs(units: readonly TimedUnit[]): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (let at = 1; at <= units.length; at += 1) {
    if (at < units.length && gapBefore(units, at) < PAUSE_SECONDS) continue;
    ranges.push({ from, to: at });
    from = at;
  }
  return ranges;
}

function gapBefore(units: readonly TimedUnit[], at: number): number {
  return (units[at]?.startSeconds ?? 0) - (units[at - 1]?.endSeconds ?? 0);
}

const SENTENCE_END = /[.!?…。！？؟۔।॥။።፧][\p{Pe}\p{Pf}"'’”]*$/u;
const PART_END = /[,;:،؛、，；：၊፣–—-][\p{Pe}\p{Pf}"'’”]*$/u;
/** A point that ends no sentence: initials, ordinals and the most common abbreviations. */
const ABBREVIATION =
  /^(?:\p{L}|\p{N}+|mr|mrs|ms|dr|prof|st|vs|etc|no|nr|bzw|ca|ggf|usw|inkl|sr|sra|mme|m)\.$/iu;
const LOWER_CASE = /^[\p{Ps}\p{Pi}"'¿¡]*\p{Ll}/u;
const HIRAGANA = /^\p{Script=Hiragana}{1,3}$/u;

/** Words that begin a part of a sentence. */
const CONJUNCTIONS = new Set([
  ...['and', 'but', 'or', 'because', 'so', 'which', 'who', 'that', 'when', 'while', 'if'],
  ...['und', 'aber', 'oder', 'weil', 'dass', 'denn', 'wenn', 'et', 'mais', 'ou', 'parce', 'que'],
  ...['y', 'pero', 'o', 'porque', 'e', 'mas', 'quando', 'ma', 'perché', 'en', 'maar', 'omdat'],
]);

/** The units of a text with the costs of dividing it. */
class UnitText {
  readonly units: readonly TimedUnit[];
  readonly #leaders: ReadonlySet<string>;
  /** The columns of all units before an index, with their spaces. */
  readonly #widths: number[] = [0];
  /** The costs of the boundaries before an index that stand within a cue. */
  readonly #innerCosts: number[] = [0];

  constructor(units: readonly TimedUnit[], language: string | undefined) {
    this.units = units;
    this.#leaders = leadingWords(language);
    for (const [at, { width, hasSpace }] of units.entries()) {
      this.#widths.push((this.#widths[at] ?? 0) + width + (hasSpace ? 1 : 0));
      this.#innerCosts.push((this.#innerCosts[at] ?? 0) + this.#innerCost(at));
    }
  }

  /** Columns of the units as one line. */
  width(from: number, to: number): number {
    const space = this.units[from]?.hasSpace ? 1 : 0;
    return (this.#widths[to] ?? 0) - (this.#widths[from] ?? 0) - space;
  }

  seconds(from: number, to: number): number {
    return (this.units[to - 1]?.endSeconds ?? 0) - (this.units[from]?.startSeconds ?? 0);
  }

  /** The cost of the boundaries within a cue: a cue should not contain the end of a sentence, or a pause. */
  inner(from: number, to: number): number {
    return (this.#innerCosts[to] ?? 0) - (this.#innerCosts[from + 1] ?? 0);
  }

  #innerCost(at: number): number {
    const gap = gapBefore(this.units, at);
    return (this.endsSentence(at) ? 30 : 0) + (gap > SHORT_GAP_SECONDS ? gap * 40 : 0);
  }

  /** Whether a sentence ends before the unit. */
  endsSentence(at: number): boolean {
    const [previous, next] = [this.units[at - 1]?.text ?? '', this.units[at]?.text];
    if (!SENTENCE_END.test(previous)) return false;
    if (next === undefined || !previous.endsWith('.')) return true;
    return !ABBREVIATION.test(previous) && !LOWER_CASE.test(next);
  }

  /** The cost of a break before the unit: none at the end of a sentence, high behind an article. */
  breakCost(at: number): number {
    const [previous, next] = [this.units[at - 1]?.text ?? '', this.units[at]?.text ?? ''];
    if (this.endsSentence(at)) return 0;
    const pause = 20 * Math.min(1, Math.max(0, gapBefore(this.units, at)));
    if (PART_END.test(previous)) return Math.max(0, 8 - pause);
    if (this.#leaders.has(previous.toLowerCase())) return 75 - pause;
    if (HIRAGANA.test(next)) return 65 - pause;
    return (CONJUNCTIONS.has(next.toLowerCase()) ? 24 : 45) - pause;
  }

  /** Where the second line begins; `from` if all stands in one; undefined if two are not enough. */
  secondLine(from: number, to: number): number | undefined {
    if (this.width(from, to) <= LINE_WIDTH) return from;
    let best: { at: number; cost: number } | undefined;
    for (let at = from + 1; at < to; at += 1) {
      const [first, second] = [this.width(from, at), this.width(at, to)];
      if (first > LINE_WIDTH) break;
      if (second > LINE_WIDTH) continue;
      const cost = Math.abs(first - second) + this.breakCost(at);
      if (!best || cost < best.cost) best = { at, cost };
    }
    return best?.at;
  }

  /** The text of a cue, in one or two lines. */
  lines(from: number, to: number): string {
    const second = this.secondLine(from, to) ?? from;
    return this.units
      .slice(from, to)
      .map(({ text, hasSpace }, index) => {
        const at = from + index;
        if (at === from) return text;
        return (at === second ? '\n' : hasSpace ? ' ' : '') + text;
      })
      .join('');
  }
}

/** The cost of a cue by itself. */
const CUE_COST = 40;
/** A cue with fewer columns costs more. */
const GOOD_WIDTH = 60;

/** Divides the units of a run into cues with the lowest cost together. */
function divided(text: UnitText, from: number, to: number): Range[] {
  const best: { cost: number; start: number }[] = [{ cost: 0, start: from }];
  for (let end = from + 1; end <= to; end += 1) {
    let bestCue = { cost: Number.POSITIVE_INFINITY, start: end - 1 };
    for (let start = end - 1; start >= from; start -= 1) {
      const isSingle = end - start === 1;
      const isTooLarge =
        text.width(start, end) > CUE_WIDTH || text.seconds(start, end) > MAX_SECONDS;
      if (!isSingle && isTooLarge) break;
      if (!isSingle && text.secondLine(start, end) === undefined) continue;
      const earlierCost = best[start - from]?.cost ?? 0;
      const cost = earlierCost + cueCost(text, { from: start, to: end }, { from, to });
      if (cost < bestCue.cost) bestCue = { cost, start };
    }
    best.push(bestCue);
  }
  const ranges: Range[] = [];
  for (let end = to; end > from; ) {
    const { start } = best[end - from] ?? { start: end - 1 };
    ranges.unshift({ from: start, to: end });
    end = start;
  }
  return ranges;
}

function cueCost(text: UnitText, { from, to }: Range, run: Range): number {
  const width = text.width(from, to);
  const nextSeconds = text.units[to]?.startSeconds ?? Number.POSITIVE_INFINITY;
  const shownSeconds = nextSeconds - (text.units[from]?.startSeconds ?? 0);
  const small = Math.max(0, 1 - width / GOOD_WIDTH) ** 2 * 30;
  const short = Math.max(0, MIN_SECONDS - shownSeconds) * 40;
  const readingSeconds = width / COLUMNS_PER_SECOND;
  const fast = Math.max(0, readingSeconds - shownSeconds) * 10;
  const isOrphan = to - from === 1 && run.to - run.from > 1;
  const isSentence = (from === run.from || text.endsSentence(from)) && text.endsSentence(to);
  const orphan = isOrphan ? (isSentence ? 25 : 70) : 0;
  const breakCost = to < run.to ? text.breakCost(to) : 0;
  return CUE_COST + small + short + fast + orphan + text.inner(from, to) + breakCost;
}

/** Gives cues the time that their words and their readers need, without overlaps. */
function withTimes(
  groups: readonly { units: readonly TimedUnit[]; text: string }[],
  durationSeconds: number,
): Cue[] {
  let earliest = 0;
  const starts = groups.map(({ units }) => {
    const start = Math.max(earliest, units[0]?.startSeconds ?? 0);
    earliest = start + MIN_STEP_SECONDS;
    return start;
  });
  return groups.map(({ units, text }, index) => {
    const start = starts[index] ?? 0;
    const spokenEnd = units.at(-1)?.endSeconds ?? start;
    const width = units.reduce((sum, unit) => sum + unit.width + 1, 0);
    const readEnd = start + Math.max(MIN_SECONDS, width / COLUMNS_PER_SECOND);
    const wantedEnd = Math.max(
      spokenEnd,
      Math.min(Math.max(spokenEnd + HOLD_SECONDS, readEnd), start + MAX_SECONDS),
    );
    const nextStart = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const lastEnd = Math.max(start + MIN_STEP_SECONDS / 2, nextStart - GAP_SECONDS);
    const isNear = nextStart - wantedEnd < SHORT_GAP_SECONDS && nextStart - start <= MAX_SECONDS;
    const end = Math.min(isNear ? lastEnd : wantedEnd, lastEnd, Math.max(durationSeconds, start));
    const startSeconds = toMilliseconds(start);
    const endSeconds = Math.max(toMilliseconds(end), startSeconds + 0.001);
    const within = (seconds: number) =>
      Math.min(endSeconds, Math.max(startSeconds, toMilliseconds(seconds)));
    const words = units.map((unit) => ({
      startSeconds: within(unit.startSeconds),
      endSeconds: within(unit.endSeconds),
      text: unit.text,
    }));
    return { startSeconds, endSeconds: toMilliseconds(endSeconds), text, words };
  });
}
