import { z } from 'zod';
import { type Account, type AccountLimits, limitsFor } from '../database/index.ts';
import { isoTime } from '../system/index.ts';

const limit = z.int().nullable();

/** An account as the API shows it. */
export const accountSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    limits: z
      .object({
        renders_at_once: limit.meta({ description: 'Further renders and imports wait' }),
        queued_sessions: limit.meta({
          description:
            'Sessions and imports that wait or run; more are answered 429 (`queue_full`)',
        }),
        frames_per_day: limit.meta({
          description: 'Frames in a day (UTC); more are answered 429 (`daily_limit_exceeded`)',
        }),
        stored_bytes: limit.meta({ description: 'More is answered 429 (`quota_exceeded`)' }),
        speech_characters_per_day: limit.meta({
          description: 'Characters that are spoken in a day (UTC); more are `daily_limit_exceeded`',
        }),
        transcription_seconds_per_day: limit.meta({
          description:
            'Seconds of audio whose words are recognised in a day (UTC); more are `daily_limit_exceeded`',
        }),
      })
      .meta({ id: 'AccountLimits', description: 'Null: no limit' }),
    usage: z
      .object({
        rendering_sessions: z.int().meta({ description: 'Sessions that are composed or drawn' }),
        queued_sessions: z.int().meta({ description: 'Sessions and imports that wait or run' }),
        frames_today: z
          .int()
          .meta({
            description:
              'Frames of renders that ended today, and of all renders that have not ended',
          }),
        stored_bytes: z.int(),
        speech_characters_today: z.int().meta({ description: 'Characters spoken today (UTC)' }),
        transcription_seconds_today: z
          .number()
          .meta({ description: 'Seconds of audio whose words were recognised today (UTC)' }),
      })
      .meta({ id: 'AccountUsage', description: 'What an account uses now' }),
    created_at: z.string(),
  })
  .meta({ id: 'Account', description: 'The limits of an account and their use' });

type Count = (accountId: string) => Promise<number>;

/** The counts of what an account uses. */
type Counts = {
  renderSessions: { runningCount: Count };
  jobs: { countOf: Count };
  usage: {
    framesToday: Count;
    madeToday: (accountId: string) => Promise<{ characters: number; seconds: number }>;
  };
  storage: { usedBy: Count };
};

/** Returns an account with the limits that apply and their use. */
export async function presentAccount(
  db: Counts,
  { id, name, limits: ownLimits, createdAtMs }: Account,
  defaults: AccountLimits,
): Promise<z.infer<typeof accountSchema>> {
  const limits = limitsFor(ownLimits, defaults);
  const { characters, seconds } = await db.usage.madeToday(id);
  return {
    id,
    name,
    limits: {
      renders_at_once: orNull(limits.rendersAtOnce),
      queued_sessions: orNull(limits.queuedSessions),
      frames_per_day: orNull(limits.framesPerDay),
      stored_bytes: orNull(limits.storedBytes),
      speech_characters_per_day: orNull(limits.speechCharactersPerDay),
      transcription_seconds_per_day: orNull(limits.transcriptionSecondsPerDay),
    },
    usage: {
      rendering_sessions: await db.renderSessions.runningCount(id),
      queued_sessions: await db.jobs.countOf(id),
      frames_today: await db.usage.framesToday(id),
      stored_bytes: await db.storage.usedBy(id),
      speech_characters_today: characters,
      transcription_seconds_today: Math.round(seconds * 1000) / 1000,
    },
    created_at: isoTime(createdAtMs),
  };
}

/** A stored 0 means that there is no limit. */
function orNull(limit: number): number | null {
  return limit === 0 ? null : limit;
}
