import { assert } from '../../base/index.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import { sessionPayload } from '../events/event-payload.ts';
import { appendEvent, type StoredEvent } from '../events/events.ts';
import type { Connection } from '../open.ts';
import type { Delivery } from './delivery.ts';
import type { RenderSession } from './render-session.ts';

/** Writes the event of a session's new status, in the transaction that has set the status. */
export async function emitStatus(
  tx: Connection,
  session: RenderSession,
  parts: RepositoryParts,
): Promise<StoredEvent> {
  const { id: subjectId, accountId } = session;
  const { type, data, files } = sessionPayload(parts.forms, session, parts.nowMs());
  return appendEvent(tx, { accountId, type, subjectId, data, files }, parts);
}

/** Writes the event of an upload that has just ended, in the transaction that ends it. */
export async function emitUploadEnd(
  tx: Connection,
  upload: Delivery,
  parts: RepositoryParts,
): Promise<void> {
  const { id, status, accountId, sessionId: subjectId } = upload;
  assert(status === 'complete' || status === 'failed' || status === 'canceled', `${id} has ended`);
  const type = `render_session.external_upload.${status}` as const;
  const data = { ...parts.forms.delivery(upload) };
  await appendEvent(tx, { accountId, type, subjectId, data }, { nowMs: parts.nowMs });
}
