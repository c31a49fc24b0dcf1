import { isoTime } from '../../system/index.ts';
import type { Account } from '../accounts/accounts.ts';
import { type AccountLimits, limitsFor } from '../accounts/limits.ts';

type Count = (accountId: string) => Promise<number>;

/** The counts of what an account uses. */
type Counts = {
  renderSessions: { runningCount: Count };
  jobs: { countOf: Count };
  usage: { framesToday: Count };
  storage: { usedBy: Count };
};

/** Returns the JSON form of an account, with the limits that apply and their use. */
export async function publicAccount(
  db: Counts,
  { id, name, limits: own, createdAtMs }: Account,
  defaults: AccountLimits,
) {
  const limits = limitsFor(own, defaults);
  return {
    id,
    name,
    limits: {
      renders_at_once: orNull(limits.rendersAtOnce),
      queued_sessions: orNull(limits.queuedSessions),
      frames_per_day: orNull(limits.framesPerDay),
      stored_bytes: orNull(limits.storedBytes),
    },
    usage: {
      rendering_sessions: await db.renderSessions.runningCount(id),
      queued_sessions: await db.jobs.countOf(id),
      frames_today: await db.usage.framesToday(id),
      stored_bytes: await db.storage.usedBy(id),
    },
    created_at: isoTime(createdAtMs),
  };
}

/** A stored 0 means that there is no limit. */
function orNull(limit: number): number | null {
  return limit === 0 ? null : limit;
}
