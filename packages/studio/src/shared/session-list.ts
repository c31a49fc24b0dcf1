/** A list of sessions, newest first, into which later answers and events are merged. */

export type Listed = {
  id: string;
  status: string;
  created_at: string;
  updated_at: string;
  render_progress: number;
  phase: string;
  eta_seconds: number | null;
  queue_position: number | null;
};

export type Progress = {
  status: string;
  progress: number;
  phase: string;
  etaSeconds: number | null;
  queuePosition: number | null;
};

/**
 * Replaces sessions of a list by newer states. Older states are ignored, and sessions that the list
 * lacks are not added.
 */
export function withSessions<Item extends Listed>(
  list: readonly Item[],
  newer: readonly Item[],
): readonly Item[] {
  const byId = new Map(newer.map((session) => [session.id, session]));
  return list.map((session) => {
    const next = byId.get(session.id);
    return next && next.updated_at >= session.updated_at ? next : session;
  });
}

/**
 * Merges the first page of the list as it is now: new sessions come first, and sessions that the page would
 * have but lacks were removed, or no longer match the filter.
 */
export function withFirstPage<Item extends Listed>(
  list: readonly Item[],
  page: readonly Item[],
  isLast: boolean,
): readonly Item[] {
  const inPage = new Set(page.map(({ id }) => id));
  const last = page.at(-1);
  const older = list.filter((session) => {
    if (inPage.has(session.id) || isLast) return false;
    return last === undefined || session.created_at < last.created_at;
  });
  const current = new Map(list.map((session) => [session.id, session]));
  const first = page.map((session) => {
    const formerSession = current.get(session.id);
    return formerSession && formerSession.updated_at > session.updated_at ? formerSession : session;
  });
  return [...first, ...older];
}

/** Returns the list with the progress of a session. Progress never decreases within a render. */
export function withProgress<Item extends Listed>(
  list: readonly Item[],
  id: string,
  progress: Progress,
): readonly Item[] {
  return list.map((session) => {
    if (session.id !== id) return session;
    const isSame = session.status === progress.status;
    return {
      ...session,
      status: progress.status,
      render_progress: isSame
        ? Math.max(session.render_progress, progress.progress)
        : progress.progress,
      phase: progress.phase,
      eta_seconds: progress.etaSeconds,
      queue_position: progress.queuePosition,
    };
  });
}

export function withoutSessions<Item extends Listed>(
  list: readonly Item[],
  ids: ReadonlySet<string>,
): readonly Item[] {
  return list.filter(({ id }) => !ids.has(id));
}

/** The sessions to watch: those in work first, then those next in the queue, at most `max`. */
export function sessionsToWatch(list: readonly Listed[], max: number): string[] {
  const rank = ({ phase, queue_position: position }: Listed) =>
    phase === 'queued' ? (position ?? Number.MAX_SAFE_INTEGER) : 0;
  return list
    .filter(({ status }) => status.endsWith('_rendering'))
    .sort((a, b) => rank(a) - rank(b) || a.created_at.localeCompare(b.created_at))
    .slice(0, max)
    .map(({ id }) => id);
}
