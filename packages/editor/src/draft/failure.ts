import { FramepressError } from '@framepress/client';

/**
 * Why a call failed, as far as the editor acts differently:
 * - `offline`: the service cannot be reached, or asks to come back later
 * - `ended`: the token is not valid any more
 * - `conflict`: the session was changed by someone else
 * - `locked`: the session is not a draft any more
 * - `invalid`: the mapping has faults
 */
export type FailureKind =
  | 'offline'
  | 'ended'
  | 'conflict'
  | 'locked'
  | 'invalid'
  | 'not_found'
  | 'other';

const KINDS: Readonly<Record<number, FailureKind>> = {
  0: 'offline',
  401: 'ended',
  403: 'ended',
  404: 'not_found',
  409: 'locked',
  412: 'conflict',
  422: 'invalid',
  429: 'offline',
  502: 'offline',
  503: 'offline',
  504: 'offline',
};

export function failureKind(error: unknown): FailureKind {
  return error instanceof FramepressError ? (KINDS[error.status] ?? 'other') : 'other';
}

const MAX_PAUSE_MS = 30_000;

/** Returns the pause before the next attempt: a second, then doubled up to half a minute. */
export function pauseMs(failures: number, error?: unknown): number {
  const asked = error instanceof FramepressError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(MAX_PAUSE_MS, 1000 * 2 ** (failures - 1)));
}
