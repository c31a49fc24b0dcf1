import type { JobContext } from './job-context.ts';

type Measuring = Pick<JobContext, 'db' | 'store'>;

/** Writes down what a session stores, which counts for its account's quota. */
export async function measureSession(id: string, { db, store }: Measuring): Promise<void> {
  await db.storage.keepSession(id, await store.bytesBelow(`sessions/${id}`));
}

/** The same of a template version: its package, stills and demo. */
export async function measureVersion(id: string, { db, store }: Measuring): Promise<void> {
  await db.storage.keepVersion(id, await store.bytesBelow(`versions/${id}`));
}
