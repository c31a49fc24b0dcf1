import { AppError, say } from '../../base/index.ts';
import type { storageOf } from '../storage.ts';
import type { LimitedAccount } from './limited-account.ts';
import { type AccountLimits, limitsFor } from './limits.ts';

/** Throws `quota_exceeded` if the account stores too much after the transaction. */
export async function checkStorage(
  { account, tx }: LimitedAccount<{ storage: ReturnType<typeof storageOf> }>,
  defaults: AccountLimits,
): Promise<void> {
  const { storedBytes: limit } = limitsFor(account.limits, defaults);
  if (limit === 0) return;
  const usedBytes = await tx.storage.usedBy(account.id);
  if (usedBytes <= limit) return;
  throw storageExceededError(
    usedBytes,
    limit,
    await tx.storage.freesAt(account.id, usedBytes - limit),
  );
}

/** The error of a change after which the account would store `usedBytes`. */
function storageExceededError(
  usedBytes: number,
  limit: number,
  freesAtMs: number | null,
): AppError {
  const [usedMb, limitMb] = [usedBytes, limit].map((bytes) => Math.ceil(bytes / 2 ** 20));
  return new AppError(
    'quota_exceeded',
    say`The account would store ${usedMb ?? 0} MB (limit: ${limitMb ?? 0} MB).`,
    {
      hint: 'Remove sessions or uploads, or wait until uploads expire.',
      limit: { name: 'stored_bytes', limit, used: usedBytes, freesAtMs },
    },
  );
}
