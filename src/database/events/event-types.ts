export const EVENT_TYPES = [
  'render_session.status.changed',
  'render_session.external_upload.complete',
  'render_session.external_upload.failed',
  'render_session.external_upload.canceled',
  'template_style_version.status.changed',
  'batch.waiting',
  'batch.completed',
  'batch.row.failed',
  'webhook_endpoint.disabled',
] as const;

/** The types that an endpoint can subscribe to, and the type of a test. */
export type EventType = (typeof EVENT_TYPES)[number] | 'webhook_endpoint.test';
