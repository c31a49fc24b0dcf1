/** The requests that a session permits in its status. */

export type Action = 'cancel' | 'retry' | 'delete' | 'final' | 'edit';

type Session = { status: string; external_uploads?: readonly { status: string }[] };

const OPEN_DELIVERIES = ['waiting', 'pending', 'uploading', 'retrying'];

/**
 * Whether the status of a session permits an action. The role of the person is checked by the
 * caller.
 */
export function isPermitted(action: Action, session: Session): boolean {
  const { status, external_uploads: uploads = [] } = session;
  const isRendering = status.endsWith('_rendering');
  const isDelivering =
    status.endsWith('_rendered') &&
    uploads.some((upload) => OPEN_DELIVERIES.includes(upload.status));
  switch (action) {
    case 'cancel':
      // A draft is not in work: it is edited or deleted.
      return isRendering || isDelivering;
    case 'retry':
      return status === 'failed';
    case 'delete':
      // A session in work is canceled first, so that its files are not removed meanwhile.
      return !isRendering;
    case 'final':
      return status === 'preview_rendered';
    case 'edit':
      return status === 'draft';
  }
}

/** The sessions among those selected to which an action applies. */
export function permittedIds(
  action: Action,
  sessions: readonly (Session & { id: string })[],
  selected: ReadonlySet<string>,
): string[] {
  return sessions
    .filter((session) => selected.has(session.id) && isPermitted(action, session))
    .map(({ id }) => id);
}

/**
 * Does work for each id, a few at once, and goes on after a failure. Returns the ids that are done and the
 * first error.
 */
export async function forEachId(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  options: { atOnce: number; onProgress?: (doneCount: number) => void; signal?: AbortSignal },
): Promise<{ done: string[]; failed: string[]; error: unknown }> {
  const { atOnce, onProgress, signal } = options;
  const changedIds: string[] = [];
  const failed: string[] = [];
  let error: unknown;
  const queue = [...ids];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined && !signal?.aborted; id = queue.shift()) {
      try {
        await work(id);
        changedIds.push(id);
      } catch (cause) {
        failed.push(id);
        error ??= cause;
      }
      onProgress?.(changedIds.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, worker));
  return { done: changedIds, failed, error };
}
