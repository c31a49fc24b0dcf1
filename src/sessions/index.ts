/** Render sessions: reads their requests, plans them, and creates them. */
export { checkContent, findVersion, type VersionReader } from './check-mapping.ts';
export { createSession } from './create-session.ts';
export { withoutIgnored } from './ignored-entries.ts';
export { withChanges } from './mapping-changes.ts';
export { mappingFields, patchRequest } from './mapping-fields.ts';
export { withoutMappingId } from './mapping-id.ts';
export { checkMappingSize, grows, MAX_MAPPING_BYTES } from './mapping-size.ts';
export { settleOutputs } from './outputs.ts';
export { type EditPlan, planEdit, withMetadata } from './plan-edit.ts';
export { planRequest, planSession } from './plan-session.ts';
export type { PlannedTarget } from './planned-deliveries.ts';
export {
  completeDeliverySchema,
  failedDeliverySchema,
  presentEndedDelivery,
} from './public-delivery.ts';
export {
  fileName,
  type PublicSession,
  presentSession,
  presentSummary,
  sessionSchema,
  sessionSummarySchema,
} from './public-session.ts';
export {
  copyRequest,
  createRequest,
  editRequest,
  MAX_UPLOADS,
  renderRequest,
} from './request-schema.ts';
export {
  type MappingRequest,
  type RequestedMapping,
  requestedMapping,
} from './requested-mapping.ts';
export type { SessionActions, SessionContext } from './session-context.ts';
export { addSessionWebhook, copySessionWebhooks } from './session-webhook.ts';
export { EDIT_HINTS, RENDER_HINTS, RETRY_HINTS, statusConflict } from './status-conflict.ts';
export { requireReady } from './version-ready.ts';
export { addressFaults, webhookUrl } from './webhook-address.ts';
