/**
 * What all routes share: callers and their rights, requests and answers, errors, limits, connections, and
 * the OpenAPI document. It knows no resource.
 */
export { authorize, hasSameRights, tokenOf } from './auth/auth.ts';
export { requireCsrf } from './auth/caller.ts';
export { readCookie, setCookie } from './auth/cookie.ts';
export { roleOf, scopeOfRole } from './auth/roles.ts';
export { isSameOrigin } from './auth/same-origin.ts';
export {
  beginSession,
  csrfOf,
  type Exchange,
  removeSessionCookie,
  secretOf,
  sessionOf,
} from './auth/session.ts';
export { Changes } from './changes.ts';
export { untilDisconnected, withAccountGate } from './connections/client-connection.ts';
export { closing, drainOnClose } from './connections/drain.ts';
export { limitConnections } from './connections/limit-connections.ts';
export { streamSlots } from './connections/stream-slots.ts';
export { refuseAmbiguousHeaders } from './connections/strict-headers.ts';
export type { HttpConfig, HttpContext } from './context.ts';
export { allowOrigins } from './cors.ts';
export { etagOf, isUnchanged, requireRevision, revisionTag } from './etag.ts';
export { eventMessage, HEARTBEAT, sendEvents } from './event-stream.ts';
export { findOwn, notFound } from './find-own.ts';
export { type Answer, removeUnused, sendAnswer, withIdempotency } from './idempotency.ts';
export { ownTurn, parseBounded, readJsonBodies } from './json-body.ts';
export { methodsAt } from './methods.ts';
export { type DocumentedRoute, openApiDocument } from './openapi/document.ts';
export type { Schema } from './openapi/schema.ts';
export {
  listedValues,
  pageOf,
  pageQuery,
  parseQuery,
  readPage,
  searchText,
  writeCursor,
} from './page.ts';
export { type PreferredWait, preferredWaits } from './prefer-wait.ts';
export { reportError, sendProblem } from './problem.ts';
export { callerLimits, enforceRate, RateCounter } from './rate-limit.ts';
export { discardUnreadBodies, emptyRequest, objectBody, parseBody } from './read-body.ts';
export {
  MAX_FIELD_BYTES,
  MAX_FIELDS,
  type ReceivedFile,
  ROOM_CHECK_BYTES,
  receiveFile,
} from './receive-file.ts';
export { type ById, callerOf, checkContentType, needsToken, type RouteDoc } from './route.ts';
export { traceRequests } from './trace.ts';
