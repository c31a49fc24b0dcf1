import { setTimeout as sleep } from 'node:timers/promises';
import type { Framepress, RenderSessionSummary } from '@framepress/client';

const POLL_MS = 2000;
/** Changes that are read at a time. Of more changes in two seconds, those of older sessions are left out. */
const MAX_CHANGES = 1000;
/** Sessions whose status is remembered. */
const MAX_REMEMBERED = 20_000;

/**
 * Yields each session whose status changed after `known` was read, until the signal fires. Reads
 * only the sessions that changed since the last request.
 */
export async function* changedSessions(
  framepress: Framepress,
  listed: readonly RenderSessionSummary[],
  signal: AbortSignal,
): AsyncGenerator<RenderSessionSummary> {
  const statuses = new Map(listed.map(({ id, status }) => [id, status]));
  let since =
    listed
      .map(({ updated_at: at }) => at)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal });
    const filter = { updated_after: since, limit: 100 };
    const changed = await framepress.renders.list(filter, { signal }).toArray(MAX_CHANGES);
    changed.sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
    for (const session of changed) {
      const { id, status, updated_at: at } = session;
      if (at > since) since = at;
      if (statuses.get(id) === status) continue;
      statuses.delete(id);
      statuses.set(id, status);
      yield session;
    }
    for (const id of statuses.keys()) {
      if (statuses.size <= MAX_REMEMBERED) break;
      statuses.delete(id);
    }
  }
}
