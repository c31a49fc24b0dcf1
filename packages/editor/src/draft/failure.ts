import { FramepressError } from '@framepress/client';

/**
 * Why a call failed, as far as the editor acts differently:
 * - `offline`: the service cannot be reached, or asks to come back later
 * - `ended`: the token is not valid any more
 * - `conflict`: the session was changed by someone else
 * - `locked`: the session is not a draft any more
 * - `invalid`: the mapping has faults
 * - `not_found`: the session or version was deleted
 * - `expired`: files of the preview were removed; a new composition has them again
 */
export type FailureKind =
  | 'offline'
  | 'ended'
  | 'conflict'
  | 'locked'
  | 'invalid'
  | 'not_found'
  | 'expired'
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

/**
 * Returns how an error of the client or the player is handled. A file of a composition that is gone
 * is `expired`: a new composition has it again.
 */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof FramepressError) return KINDS[error.status] ?? 'other';
  // The player names the request that failed as the cause.
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof FramepressError)) return 'other';
  return cause.status === 403 || cause.status === 404 ? 'expired' : failureKind(cause);
}

/** Whether the service answered: then its message says why it cannot do the request now. */
export function isAnswered(error: unknown): error is FramepressError {
  return error instanceof FramepressError && error.status > 0;
}

/** Whether the template was deleted. The words of the service name the version only by its id. */
export function isTemplateGone(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === 'template_version_unknown';
}

const MAX_PAUSE_MS = 10_000;

/** Returns the pause before the next attempt: a second, then doubled up to ten seconds. */
export function pauseMs(failures: number, error?: unknown): number {
  const requestedMs = error instanceof FramepressError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(requestedMs, Math.min(MAX_PAUSE_MS, 1000 * 2 ** (failures - 1)));
}
