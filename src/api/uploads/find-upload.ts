import type { Upload } from '../../database/index.ts';
import { type ById, callerOf, findOwn, notFound } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';

const UPLOAD = { name: 'upload', hint: 'GET /v2/uploads lists the uploads that have not expired.' };

/**
 * Returns the upload that the path names. Throws `not_found` once it has expired, and for an edit token of
 * another session.
 */
export async function findUpload(
  request: ById,
  { db, clock }: Pick<ApiContext, 'db' | 'clock'>,
): Promise<Upload> {
  const { editor } = callerOf(request);
  const upload = await findOwn(request, db.uploads, UPLOAD);
  const isOther = editor !== undefined && upload.renderSessionId !== editor.sessionId;
  if (isOther || upload.expiresAtMs <= clock.nowMs()) throw notFound(request.params.id, UPLOAD);
  return upload;
}
