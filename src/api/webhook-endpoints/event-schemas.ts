import { z } from 'zod';
import { batchSchema, failedRowSchema } from '../../batches/index.ts';
import type { EventType } from '../../database/index.ts';
import {
  completeDeliverySchema,
  failedDeliverySchema,
  sessionSchema,
} from '../../sessions/index.ts';
import { versionSchema } from '../../templates/index.ts';

const sequence = z
  .int()
  .min(1)
  .meta({
    description: 'Number of the event of this subject, from 1: a receiver orders events by it',
  });

/**
 * Returns the schema of a webhook's body. `id` is its name in the OpenAPI document, `data` the
 * object of the event.
 */
function event<T extends EventType, S extends z.ZodRawShape>(type: T, id: string, data: S) {
  return z
    .object({
      type: z.literal(type),
      timestamp: z.string().meta({ format: 'date-time', description: 'The time of the event' }),
      data: z.object({ ...data, sequence }).meta({ id: `${id}Data` }),
    })
    .meta({ id });
}

const upload = completeDeliverySchema.shape;
const failedUpload = failedDeliverySchema.shape;

/** The payload of each type of event, for the OpenAPI document. */
export const EVENT_DOCS = {
  'render_session.status.changed': {
    summary: 'A session was created, or its status changed',
    schema: event('render_session.status.changed', 'RenderSessionStatusChanged', {
      render_session: sessionSchema,
    }),
  },
  'render_session.external_upload.complete': {
    summary: 'A file was delivered',
    schema: event(
      'render_session.external_upload.complete',
      'RenderSessionExternalUploadComplete',
      upload,
    ),
  },
  'render_session.external_upload.failed': {
    summary: 'A delivery has failed finally',
    schema: event(
      'render_session.external_upload.failed',
      'RenderSessionExternalUploadFailed',
      failedUpload,
    ),
  },
  'render_session.external_upload.canceled': {
    summary: 'A delivery was canceled, or a final replaced it',
    schema: event(
      'render_session.external_upload.canceled',
      'RenderSessionExternalUploadCanceled',
      failedUpload,
    ),
  },
  'template_style_version.status.changed': {
    summary: 'A template was uploaded, or the status of its import changed',
    schema: event('template_style_version.status.changed', 'TemplateStyleVersionStatusChanged', {
      template_style_version: versionSchema,
    }),
  },
  'batch.waiting': {
    summary: 'A batch waits for a limit of the account, or for storage',
    schema: event('batch.waiting', 'BatchWaiting', { batch: batchSchema }),
  },
  'batch.completed': {
    summary: 'All rows of a batch have ended',
    schema: event('batch.completed', 'BatchCompleted', { batch: batchSchema }),
  },
  'batch.row.failed': {
    summary: 'The render of a row of a batch has failed',
    schema: event('batch.row.failed', 'BatchRowFailed', failedRowSchema.shape),
  },
  'webhook_endpoint.disabled': {
    summary: 'The service disabled another endpoint, which failed for too long or is gone',
    schema: event('webhook_endpoint.disabled', 'WebhookEndpointDisabled', {
      webhook_endpoint_id: z.string(),
      disabled_reason: z.enum(['gone', 'failing']),
      render_session_id: z.string().nullable(),
    }),
  },
  'webhook_endpoint.test': {
    summary: 'A test of this endpoint was requested',
    schema: event('webhook_endpoint.test', 'WebhookEndpointTest', {
      webhook_endpoint_id: z.string(),
    }),
  },
} satisfies Record<EventType, { summary: string; schema: z.ZodType }>;
