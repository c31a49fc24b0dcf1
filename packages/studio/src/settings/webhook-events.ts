import type { WebhookEndpoint } from '@framepress/client';
import type { StringKey, Translate } from '../strings/index.ts';

/** The events that an endpoint can choose, in the order of the form. */
export const EVENT_TYPES = [
  'render_session.status.changed',
  'render_session.external_upload.complete',
  'render_session.external_upload.failed',
  'render_session.external_upload.canceled',
  'template_style_version.status.changed',
  'batch.completed',
  'batch.row.failed',
  'batch.waiting',
  'webhook_endpoint.disabled',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The name of an event for people. Types that were added later keep theirs. */
export function eventName(type: string, t: Translate): string {
  const isKnown = type === 'webhook_endpoint.test' || EVENT_TYPES.some((name) => name === type);
  return isKnown ? t(`event.${type}` as StringKey) : type;
}

/** The events of an endpoint; null for all. */
export function chosenEvents({ events }: Pick<WebhookEndpoint, 'events'>): EventType[] | null {
  return events && EVENT_TYPES.filter((type) => events.includes(type));
}
