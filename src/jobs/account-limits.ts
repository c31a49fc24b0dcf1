import { AppError, assert, say } from '../base/index.ts';
import {
  type AccountLimits,
  accountDeleted,
  checkStorage as checkStorageOf,
  type LimitedAccount,
  limitsFor,
  type Repositories,
  type Transaction,
} from '../database/index.ts';
import { renderOutputs, timelineOf } from '../output/index.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns an account whose limits can be checked in a transaction. Throws `unauthorized` for an account that was deleted
 * while the request was being answered.
 */
export async function limited(accountId: string, tx: Transaction): Promise<LimitedAccount> {
  const account = await tx.limitedAccount(accountId);
  if (account) return account;
  throw accountDeleted();
}

/** Checks the limits of accounts, in the transaction of the change that they may prevent. */
export function accountLimits(defaults: AccountLimits, nowMs: () => number) {
  const limitsOf = ({ account }: LimitedAccount) => limitsFor(account.limits, defaults);
  const checkStorage = (account: LimitedAccount) => checkStorageOf(account, defaults);

  return {
    /** Throws `quota_exceeded` if the account stores too much after the transaction. */
    checkStorage,

    /**
     * Throws `queue_full` if more sessions and imports of the account wait and run than its limit allows,
     * after one was added, and `quota_exceeded` if it stores too much.
     */
    async checkJob(limitedAccount: LimitedAccount): Promise<void> {
      const { account, tx } = limitedAccount;
      const { queuedSessions: limit } = limitsOf(limitedAccount);
      const count = limit === 0 ? 0 : await tx.jobs.countOf(account.id);
      if (count > limit) {
        const freesAtMs = await tx.renderSessions.nextEnd(account.id);
        throw queueFullError(count - 1, limit, freesAtMs);
      }
      await checkStorage(limitedAccount);
    },

    /**
     * Reserves the frames of a render until it ends. Throws `daily_limit_exceeded` if these are more than
     * the account may still have today.
     */
    async reserveFrames(
      { id, attempt }: { id: string; attempt: number },
      limitedAccount: LimitedAccount,
    ): Promise<void> {
      const { account, tx } = limitedAccount;
      const { framesPerDay: limit } = limitsOf(limitedAccount);
      const frames = await frameCountOf(id, tx);
      if (limit > 0) {
        const usedFrames = await tx.usage.framesToday(account.id);
        if (usedFrames + frames > limit)
          throw dailyLimitError({ usedFrames, frames, limit }, nowMs());
      }
      await tx.usage.renderStarted({ sessionId: id, accountId: account.id, attempt, frames });
    },
  };
}

/** Returns the number of frames of all videos of a session's render. */
async function frameCountOf(id: string, tx: Repositories): Promise<number> {
  const requested = await tx.usage.requestedRender(id);
  assert(requested, `there is no session ${id}`);
  const { width, height, fps, frameCount, ...session } = requested;
  // The render of a version that is not ready fails before a frame is drawn.
  if (!width || !height || !fps || !frameCount) return 0;
  const video = { width, height, fps, frameCount };
  const range = { first: 0, count: frameCount };
  return renderOutputs(session, video)
    .map((output) => timelineOf(range, fps, output.fps).frameCount)
    .reduce((sum, count) => sum + count, 0);
}

/** The error of a session or import that would be one too many. `count` is the number without it. */
function queueFullError(count: number, limit: number, freesAtMs: number | null): AppError {
  return new AppError(
    'queue_full',
    say`The account has ${count} waiting or running sessions and imports (limit: ${limit}).`,
    {
      hint: 'Wait until some have ended, or cancel some.',
      limit: { name: 'queued_sessions', limit, used: count, freesAtMs },
    },
  );
}

/** The error of a render whose frames are more than the account may still have today (UTC). */
function dailyLimitError(
  { usedFrames, frames, limit }: { usedFrames: number; frames: number; limit: number },
  nowMs: number,
): AppError {
  // Waiting does not help a render that is larger than the limit.
  const isTooLarge = frames > limit;
  const freesAtMs = isTooLarge ? null : (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  return new AppError(
    'daily_limit_exceeded',
    say`The render has ${frames} frames, but ${Math.max(0, limit - usedFrames)} of ${limit} frames are left today.`,
    {
      hint: isTooLarge
        ? 'Render a shorter video, fewer frames per second or fewer files.'
        : 'Wait until the next day (UTC), or cancel sessions that have not ended.',
      retryable: !isTooLarge,
      limit: { name: 'frames_per_day', limit, used: usedFrames, requested: frames, freesAtMs },
    },
  );
}
