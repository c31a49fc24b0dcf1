import { assert } from '../../base/index.ts';
import type { AddressJson } from '../../secrets/index.ts';
import { sessionPayload } from '../events/event-payload.ts';
import { eventsOf } from '../events/events.ts';
import type { Connection } from '../open.ts';
import type { ExternalUpload } from './external-upload.ts';
import type { RenderSession } from './render-session.ts';

/** Writes the event of a session's new status, in the transaction that has set the status. */
export async function emitStatus(
  tx: Connection,
  session: RenderSession,
  { nowMs, json }: { nowMs: () => number; json: AddressJson },
): Promise<void> {
  const { data, files } = sessionPayload(session, nowMs());
  await eventsOf(tx, nowMs, json).append({
    accountId: session.accountId,
    type: 'render_session.status.changed',
    subjectId: session.id,
    data,
    files,
  });
}

/** Writes the event of an upload that has just ended, in the transaction that ends it. */
export async function emitUploadEnd(
  tx: Connection,
  upload: ExternalUpload,
  nowMs: () => number,
): Promise<void> {
  const { id, status } = upload;
  assert(status === 'complete' || status === 'failed' || status === 'canceled', `${id} has ended`);
  await eventsOf(tx, nowMs).append({
    accountId: upload.accountId,
    type: `render_session.external_upload.${status}`,
    subjectId: upload.sessionId,
    data: {
      render_session_id: upload.sessionId,
      external_upload_id: upload.id,
      render: upload.render,
      to: upload.to,
      file: upload.file,
      remote_id: upload.remoteId,
      ...(status !== 'complete' && { error: upload.error }),
    },
  });
}
