import { AppError, type Fault, say } from '../base/index.ts';
import { type AccountLimits, type LimitedAccount, limitsFor } from '../database/index.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Spoken characters, and seconds of recognised audio. */
export type MadeCounts = { characters: number; seconds: number };

/**
 * Throws `daily_limit_exceeded` if an account may not have so much more spoken or recognised today. Call it in the
 * transaction that counts it.
 */
export async function checkMadeToday(
  { account, tx }: LimitedAccount,
  { characters, seconds }: MadeCounts,
  { defaultLimits, nowMs }: { defaultLimits: AccountLimits; nowMs: number },
): Promise<void> {
  const limits = limitsFor(account.limits, defaultLimits);
  const { speechCharactersPerDay, transcriptionSecondsPerDay } = limits;
  if (speechCharactersPerDay === 0 && transcriptionSecondsPerDay === 0) return;
  const today = await tx.usage.madeToday(account.id);
  const checks = [
    {
      name: 'speech_characters_per_day' as const,
      limit: speechCharactersPerDay,
      used: today.characters,
      requested: characters,
    },
    {
      name: 'transcription_seconds_per_day' as const,
      limit: transcriptionSecondsPerDay,
      used: Math.ceil(today.seconds),
      requested: Math.ceil(seconds),
    },
  ];
  for (const exceeded of checks) {
    const { limit, requested } = exceeded;
    if (limit > 0 && requested > 0 && exceeded.used + requested > limit)
      throw limitError(exceeded, nowMs);
  }
}

/**
 * Throws `daily_limit_exceeded` if an account may still not have spoken or recognised for which these faults say that
 * it was too much.
 */
export async function checkMadeAgain(
  account: LimitedAccount,
  faults: readonly Fault[],
  options: { defaultLimits: AccountLimits; nowMs: number },
): Promise<void> {
  for (const { limit } of faults) {
    const requested = limit?.requested ?? 0;
    if (limit?.name === 'speech_characters_per_day')
      await checkMadeToday(account, { characters: requested, seconds: 0 }, options);
    if (limit?.name === 'transcription_seconds_per_day')
      await checkMadeToday(account, { characters: 0, seconds: requested }, options);
  }
}

type Exceeded = {
  name: 'speech_characters_per_day' | 'transcription_seconds_per_day';
  limit: number;
  used: number;
  requested: number;
};

function limitError(exceeded: Exceeded, nowMs: number): AppError {
  const { name, limit, requested } = exceeded;
  const left = Math.max(0, limit - exceeded.used);
  const isSpeech = name === 'speech_characters_per_day';
  // Waiting does not help a text that is longer than the limit.
  const isTooLarge = requested > limit;
  const freesAtMs = isTooLarge ? null : (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  return new AppError(
    'daily_limit_exceeded',
    isSpeech
      ? say`The text has ${requested} characters, but ${left} of ${limit} characters that may be spoken are left today.`
      : say`The audio has ${requested} s, but ${left} of ${limit} s of audio whose words may be recognised are left today.`,
    {
      hint: isSpeech
        ? 'Wait until the next day (UTC), or use texts that were spoken before.'
        : 'Wait until the next day (UTC), or send the captions as a file.',
      retryable: !isTooLarge,
      limit: { ...exceeded, freesAtMs },
    },
  );
}
