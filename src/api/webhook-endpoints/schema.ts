import { z } from 'zod';
import { AppError } from '../../base/index.ts';
import {
  EVENT_TYPES,
  validAt,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../database/index.ts';
import { pageQuery } from '../../http/index.ts';
import { decryptIfEncrypted, type Vault } from '../../secrets/index.ts';
import { webhookUrl } from '../../sessions/index.ts';
import { isoTime, isoTimeOrNull } from '../../system/index.ts';

const events = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .transform((types) => [...new Set(types)])
  .nullable()
  .meta({ description: 'null: all event types, also types that are added later' });

export const createEndpoint = z
  .strictObject({ url: webhookUrl, events: events.default(null) })
  .meta({
    id: 'WebhookEndpointCreate',
    examples: [{ url: 'https://example.com/hook', events: ['render_session.status.changed'] }],
  });

export const changeEndpoint = z
  .strictObject({
    url: webhookUrl.optional(),
    events: events.optional(),
    status: z.enum(['enabled', 'disabled']).optional(),
    previous_secret_expires_at: z
      .null()
      .optional()
      .meta({ description: 'null: from now on only the newest secret signs' }),
  })
  .meta({ id: 'WebhookEndpointUpdate', examples: [{ status: 'enabled' }] });

export const rotateSecret = z
  .strictObject({
    keep_previous: z
      .boolean()
      .default(true)
      .meta({ description: 'false: the old secret becomes invalid immediately' }),
  })
  .meta({ id: 'WebhookSecretRotate', examples: [{ keep_previous: true }] });

export const listEndpoints = pageQuery.extend({
  render_session_id: z
    .string()
    .max(60)
    .optional()
    .meta({
      description: 'Lists the webhook_url of this session instead of the account endpoints',
    }),
});

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export const listDeliveries = pageQuery.extend({
  status: z.enum(DELIVERY_STATUSES).optional().meta({ description: 'Only those with this status' }),
});

const time = z.iso.datetime({ offset: true, error: 'a time such as 2026-11-20T09:30:00.000Z' });

export const replayRange = z
  .strictObject({
    since: time,
    until: time.optional(),
    which: z
      .enum(['missed', 'all'])
      .default('missed')
      .meta({ description: 'missed: events that were not delivered and are not pending' }),
  })
  .meta({ id: 'WebhookReplay', examples: [{ since: '2026-11-20T00:00:00.000Z' }] });

const endpoint = z
  .object({
    id: z.string(),
    url: z.string().nullable().meta({ description: 'null: its encryption key is lost' }),
    events: z.array(z.string()).nullable(),
    status: z.enum(['enabled', 'disabled']),
    disabled_reason: z.enum(['requested', 'gone', 'failing']).nullable(),
    disabled_at: z.string().nullable(),
    failing_since: z.string().nullable(),
    render_session_id: z.string().nullable(),
    previous_secret_expires_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'WebhookEndpoint' });

export function presentEndpoint(
  webhookEndpoint: WebhookEndpoint,
  vault: Vault,
  nowMs: number,
): z.infer<typeof endpoint> {
  const untils = validAt(webhookEndpoint.previousSecrets, nowMs).map(({ untilMs }) => untilMs);
  return {
    id: webhookEndpoint.id,
    url: urlOf(webhookEndpoint, vault),
    events: webhookEndpoint.events,
    status: webhookEndpoint.status,
    disabled_reason: webhookEndpoint.disabledReason,
    disabled_at: isoTimeOrNull(webhookEndpoint.disabledAtMs),
    failing_since: isoTimeOrNull(webhookEndpoint.failingSinceMs),
    render_session_id: webhookEndpoint.renderSessionId,
    previous_secret_expires_at: untils.length > 0 ? isoTime(Math.max(...untils)) : null,
    created_at: isoTime(webhookEndpoint.createdAtMs),
    updated_at: isoTime(webhookEndpoint.updatedAtMs),
  };
}

/**
 * Returns null when the encryption key is lost, so that clients can read and repair the endpoint.
 */
function urlOf({ id, encryptedUrl }: WebhookEndpoint, vault: Vault): string | null {
  try {
    return decryptIfEncrypted(vault, encryptedUrl, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_key_missing') return null;
    throw error;
  }
}

export const endpointResponse = z
  .object({ webhook_endpoint: endpoint })
  .meta({ id: 'WebhookEndpointResponse' });
export const endpointWithSecret = z
  .object({
    webhook_endpoint: endpoint
      .extend({ secret: z.string().meta({ description: 'Returned only here' }) })
      .meta({ id: 'WebhookEndpointWithSecret' }),
  })
  .meta({ id: 'WebhookEndpointSecretResponse' });
export const endpointsResponse = z
  .object({ webhook_endpoints: z.array(endpoint), next_cursor: z.string().nullable() })
  .meta({ id: 'WebhookEndpointList' });

const delivery = z
  .object({
    id: z.string(),
    webhook_endpoint_id: z.string(),
    event_id: z
      .string()
      .meta({ description: 'The value of the header webhook-id in every attempt' }),
    event_type: z.string(),
    subject_id: z
      .string()
      .meta({ description: 'The id of the session, version or endpoint that the event is about' }),
    sequence: z.int(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.array(
      z
        .object({
          at: z.string(),
          duration_ms: z.int(),
          status: z.int().nullable(),
          response: z.string().meta({ description: 'The first 500 bytes of the response' }),
          error: z.string().nullable(),
        })
        .meta({ id: 'WebhookAttempt' }),
    ),
    next_attempt_at: z
      .string()
      .nullable()
      .meta({
        description: 'null: it has ended, or waits for an earlier event of the same subject',
      }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event that is sent to an endpoint' });

export function presentDelivery(webhookDelivery: WebhookDelivery): z.infer<typeof delivery> {
  return {
    id: webhookDelivery.id,
    webhook_endpoint_id: webhookDelivery.endpointId,
    event_id: webhookDelivery.eventId,
    event_type: webhookDelivery.eventType,
    subject_id: webhookDelivery.subjectId,
    sequence: webhookDelivery.sequence,
    status: webhookDelivery.status,
    attempts: webhookDelivery.attempts,
    next_attempt_at: isoTimeOrNull(webhookDelivery.nextAttemptAtMs),
    created_at: isoTime(webhookDelivery.createdAtMs),
    updated_at: isoTime(webhookDelivery.updatedAtMs),
  };
}

export const deliveryResponse = z
  .object({ webhook_delivery: delivery })
  .meta({ id: 'WebhookDeliveryResponse' });
export const deliveriesResponse = z
  .object({ webhook_deliveries: z.array(delivery), next_cursor: z.string().nullable() })
  .meta({ id: 'WebhookDeliveryList' });
export const replayResponse = z.object({ replayed: z.int() }).meta({ id: 'WebhookReplayResult' });
