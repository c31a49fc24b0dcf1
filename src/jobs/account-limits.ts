import { AppError, assert } from '../base/index.ts';
import { type AccountLimits, limitsFor, type Repositories } from '../database/index.ts';
import { plannedOutputs } from '../isolated/index.ts';
import { timelineOf } from '../output/index.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Checks the limits of accounts, in the transaction of the change that they may prevent. */
export function accountLimits(defaults: AccountLimits, nowMs: () => number) {
  const limitsOf = async (accountId: string, tx: Repositories): Promise<AccountLimits> => {
    const account = await tx.accounts.find(accountId);
    assert(account, `there is no account ${accountId}`);
    return limitsFor(account.limits, defaults);
  };
  const checkBytes = async (accountId: string, limit: number, tx: Repositories): Promise<void> => {
    if (limit === 0) return;
    const used = await tx.storage.usedBy(accountId);
    if (used <= limit) return;
    throw storageExceeded(used, limit, await tx.storage.freesAt(accountId, used - limit));
  };

  return {
    /** Throws `quota_exceeded` if the account stores too much after the transaction. */
    async checkStorage(accountId: string, tx: Repositories): Promise<void> {
      await checkBytes(accountId, (await limitsOf(accountId, tx)).storedBytes, tx);
    },

    /**
     * Throws `queue_full` if more sessions and imports of the account wait and run than its limit allows,
     * after one was added, and `quota_exceeded` if it stores too much.
     */
    async checkJob(accountId: string, tx: Repositories): Promise<void> {
      const { queuedSessions: limit, storedBytes } = await limitsOf(accountId, tx);
      const count = limit === 0 ? 0 : await tx.jobs.countOf(accountId);
      if (count > limit) {
        const freesAtMs = await tx.renderSessions.nextEnd(accountId);
        throw queueFull(count - 1, limit, freesAtMs);
      }
      await checkBytes(accountId, storedBytes, tx);
    },

    /**
     * Reserves the frames of a render until it ends. Throws `daily_limit_exceeded` if these are more than
     * the account may still have today.
     */
    async reserveFrames(
      { id, accountId, attempt }: { id: string; accountId: string; attempt: number },
      tx: Repositories,
    ): Promise<void> {
      const { framesPerDay: limit } = await limitsOf(accountId, tx);
      const frames = await frameCountOf(id, tx);
      if (limit > 0) {
        const used = await tx.usage.framesToday(accountId);
        if (used + frames > limit) throw dailyLimitExceeded({ used, frames, limit }, nowMs());
      }
      await tx.usage.renderStarted({ sessionId: id, accountId, attempt, frames });
    },
  };
}

/** Returns the number of frames of all videos of a session's render. */
async function frameCountOf(id: string, tx: Repositories): Promise<number> {
  const planned = await tx.usage.plannedRender(id);
  assert(planned, `there is no session ${id}`);
  const { width, height, fps, frameCount, ...session } = planned;
  // The render of a version that is not ready fails before a frame is drawn.
  if (!width || !height || !fps || !frameCount) return 0;
  const video = { width, height, fps, frameCount };
  const range = { first: 0, count: frameCount };
  return plannedOutputs(session, video, '', '')
    .map((output) => timelineOf(range, fps, output.fps).frameCount)
    .reduce((sum, count) => sum + count, 0);
}

function queueFull(used: number, limit: number, freesAtMs: number | null): AppError {
  return new AppError(
    'queue_full',
    `The account has ${used} waiting or running sessions and imports (limit: ${limit}).`,
    {
      hint: 'Wait until some have ended, or cancel some.',
      limit: { name: 'queued_sessions', limit, used, freesAtMs },
    },
  );
}

function storageExceeded(used: number, limit: number, freesAtMs: number | null): AppError {
  const [usedMb, limitMb] = [used, limit].map((bytes) => Math.ceil(bytes / 2 ** 20));
  return new AppError(
    'quota_exceeded',
    `The account would store ${usedMb} MB (limit: ${limitMb} MB).`,
    {
      hint: 'Remove sessions or uploads, or wait until uploads expire.',
      limit: { name: 'stored_bytes', limit, used, freesAtMs },
    },
  );
}

function dailyLimitExceeded(
  { used, frames, limit }: { used: number; frames: number; limit: number },
  nowMs: number,
): AppError {
  // Waiting does not help a render that is larger than the limit.
  const isTooLarge = frames > limit;
  const freesAtMs = isTooLarge ? null : (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  return new AppError(
    'daily_limit_exceeded',
    `The render has ${frames} frames, but ${Math.max(0, limit - used)} of ${limit} frames are left today.`,
    {
      hint: isTooLarge
        ? 'Render a shorter video, fewer frames per second or fewer files.'
        : 'Wait until the next day (UTC), or cancel sessions that have not ended.',
      retryable: !isTooLarge,
      limit: { name: 'frames_per_day', limit, used, requested: frames, freesAtMs },
    },
  );
}
