import { AppError, say } from '../base/index.ts';
import type { MadeCounts } from './made-limits.ts';

/** How much the edit tokens of one session may have spoken and recognised in a day (UTC); 0: no limit. */
export type EditLimits = { charactersPerDay: number; secondsPerDay: number };

const DAY_MS = 24 * 3600 * 1000;
const MAX_SESSIONS = 10_000;

/**
 * Counts what the edit tokens of each session have spoken and recognised today, in this process. Such a token is in the
 * hands of a stranger, who must not spend the money of an account on ever new texts.
 */
export class EditCounts {
  readonly #limits: EditLimits;
  /** By session, the oldest first. */
  readonly #counts = new Map<string, MadeCounts>();
  #day = 0;

  constructor(limits: EditLimits) {
    this.#limits = limits;
  }

  /** Counts work for a session. Throws `daily_limit_exceeded` above the limit, and counts nothing. */
  add(sessionId: string, { characters, seconds }: MadeCounts, nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.#day) this.#counts.clear();
    this.#day = day;
    const usage = this.#counts.get(sessionId) ?? { characters: 0, seconds: 0 };
    const freesAtMs = (day + 1) * DAY_MS;
    const { charactersPerDay, secondsPerDay } = this.#limits;
    if (charactersPerDay > 0 && characters > 0 && usage.characters + characters > charactersPerDay)
      throw speechError({ limit: charactersPerDay, used: usage.characters, characters, freesAtMs });
    if (secondsPerDay > 0 && seconds > 0 && usage.seconds + seconds > secondsPerDay)
      throw transcriptionError({ limit: secondsPerDay, used: usage.seconds, seconds, freesAtMs });
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= MAX_SESSIONS) this.#counts.delete(oldest);
    this.#counts.set(sessionId, {
      characters: usage.characters + characters,
      seconds: usage.seconds + seconds,
    });
  }

  /** Takes back what was counted for work that has failed. */
  takeBack(sessionId: string, { characters, seconds }: MadeCounts): void {
    const usage = this.#counts.get(sessionId);
    if (!usage) return;
    this.#counts.set(sessionId, {
      characters: Math.max(0, usage.characters - characters),
      seconds: Math.max(0, usage.seconds - seconds),
    });
  }
}

type Exceeded = { limit: number; used: number; freesAtMs: number };

function speechError({ characters, ...exceeded }: Exceeded & { characters: number }): AppError {
  const { limit, used: usedCharacters } = exceeded;
  const left = limit - usedCharacters;
  return new AppError(
    'daily_limit_exceeded',
    say`The text has ${characters} characters, but the edit tokens of this session may have only ${left} of ${limit} characters more spoken today.`,
    {
      hint: 'Wait until the next day (UTC), or use texts that were spoken before.',
      limit: { name: 'edit_speech_characters_per_day', ...exceeded, requested: characters },
    },
  );
}

function transcriptionError({ seconds, ...exceeded }: Exceeded & { seconds: number }): AppError {
  const limit = { ...exceeded, used: Math.ceil(exceeded.used), requested: Math.ceil(seconds) };
  const left = Math.max(0, limit.limit - limit.used);
  return new AppError(
    'daily_limit_exceeded',
    say`The audio has ${limit.requested} s, but the edit tokens of this session may have the words of only ${left} of ${limit.limit} s more recognised today.`,
    {
      hint: 'Wait until the next day (UTC), or send the captions as a file.',
      limit: { name: 'edit_transcription_seconds_per_day', ...limit },
    },
  );
}
