import { z } from 'zod';
import { type ExternalUpload, UPLOAD_STATUSES } from '../database/index.ts';
import { faultSchema } from '../schemas/index.ts';
import { isoTimeOrNull } from '../system/index.ts';

/** The delivery of a file as its session shows it. */
export const deliverySchema = z
  .object({
    id: z.string(),
    to: z.string(),
    file: z.string(),
    render: z.enum(['preview', 'final']).nullable(),
    status: z.enum(UPLOAD_STATUSES),
    attempts: z.int().meta({ description: 'Number of attempts' }),
    next_attempt_at: z.string().nullable(),
    remote_id: z.string().nullable(),
    bytes: z.int().nullable(),
    md5: z.string().nullable(),
    version: z.string().nullable(),
    error: faultSchema.nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'ExternalUpload', description: 'The delivery of a file to a store' });

/** Returns the public form of a delivery, without the query of its address. */
export function presentDelivery(upload: ExternalUpload): z.infer<typeof deliverySchema> {
  return {
    id: upload.id,
    to: upload.to,
    file: upload.file,
    render: upload.render,
    status: upload.status,
    attempts: upload.attempts,
    next_attempt_at: isoTimeOrNull(upload.nextAttemptAtMs),
    remote_id: upload.remoteId,
    bytes: upload.bytes,
    md5: upload.md5,
    version: upload.version,
    error: upload.error,
    ended_at: isoTimeOrNull(upload.endedAtMs),
  };
}

/** A complete delivery in the event of its end. */
export const completeDeliverySchema = z.object({
  render_session_id: z.string(),
  external_upload_id: z.string(),
  render: z.enum(['preview', 'final']).nullable(),
  file: z.string(),
  to: z.string(),
  remote_id: z.string().nullable(),
});
/** Another delivery in the event of its end. */
export const failedDeliverySchema = completeDeliverySchema.extend({
  error: faultSchema.nullable().meta({ description: 'The error of the last attempt' }),
});

/** Returns the data of the event that a delivery has ended. */
export function presentEndedDelivery(
  upload: ExternalUpload,
): z.infer<typeof completeDeliverySchema> | z.infer<typeof failedDeliverySchema> {
  return {
    render_session_id: upload.sessionId,
    external_upload_id: upload.id,
    render: upload.render,
    to: upload.to,
    file: upload.file,
    remote_id: upload.remoteId,
    ...(upload.status !== 'complete' && { error: upload.error }),
  };
}
