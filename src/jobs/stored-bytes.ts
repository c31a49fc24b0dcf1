import type { Lead } from '../database/index.ts';
import type { JobContext } from './job-context.ts';

type Measuring = Pick<JobContext, 'db' | 'store'>;

/**
 * Stores the size of a session's files, which counts for its account's quota. Does nothing if another process
 * renders the session by now.
 */
export async function measureSession(
  id: string,
  { db, store }: Measuring,
  lead?: Lead,
): Promise<void> {
  const bytes = await store.bytesBelow(`sessions/${id}`);
  await db.transaction((tx) => tx.storage.keepSession(id, bytes, lead));
}

/** Stores the size of a template version's files: its package, stills and demo video. */
export async function measureVersion(id: string, { db, store }: Measuring): Promise<void> {
  await db.storage.keepVersion(id, await store.bytesBelow(`versions/${id}`));
}
