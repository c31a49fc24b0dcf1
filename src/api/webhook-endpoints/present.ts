import { AppError } from '../../base/index.ts';
import {
  dataWithUrls,
  goodAt,
  type StoredEvent,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../database/index.ts';
import { decryptIfEncrypted, type Vault } from '../../secrets/index.ts';
import { type FileUrls, signedFiles } from '../../storage/index.ts';
import { isoTime } from '../../system/index.ts';
import { eventMessage } from '../../webhooks/index.ts';

/** Returns the public data of an event. Each file is a URL that is signed now. */
export function presentEventData(files: FileUrls, event: StoredEvent): Record<string, unknown> {
  return dataWithUrls(event, signedFiles(files).file);
}

/** Returns an event in the form of Standard Webhooks. Its file URLs are signed now. */
export function presentEvent(files: FileUrls, event: StoredEvent) {
  return eventMessage(event, presentEventData(files, event));
}

export function presentEndpoint(endpoint: WebhookEndpoint, vault: Vault, nowMs: number) {
  const untils = goodAt(endpoint.previousSecrets, nowMs).map(({ untilMs }) => untilMs);
  const timeOf = (ms: number | null) => (ms === null ? null : isoTime(ms));
  return {
    id: endpoint.id,
    url: urlOf(endpoint, vault),
    events: endpoint.events,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    disabled_at: timeOf(endpoint.disabledAtMs),
    failing_since: timeOf(endpoint.failingSinceMs),
    render_session_id: endpoint.renderSessionId,
    previous_secret_expires_at: untils.length > 0 ? isoTime(Math.max(...untils)) : null,
    created_at: isoTime(endpoint.createdAtMs),
    updated_at: isoTime(endpoint.updatedAtMs),
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

export function presentDelivery(delivery: WebhookDelivery) {
  const { nextAttemptAtMs: next } = delivery;
  return {
    id: delivery.id,
    webhook_endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    subject_id: delivery.subjectId,
    sequence: delivery.sequence,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: next === null ? null : isoTime(next),
    created_at: isoTime(delivery.createdAtMs),
    updated_at: isoTime(delivery.updatedAtMs),
  };
}
