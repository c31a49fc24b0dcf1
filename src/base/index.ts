/**
 * Functions and types that every folder may import: the error table, assertions, ids, JSON
 * pointers, nearest names, public URLs, scopes, cancellation, turns. Portable: runs in a browser, too, and imports no other folder.
 */
export { deadline, orAbort } from './abort.ts';
export { assert } from './assert.ts';
export { forEachAtOnce } from './at-once.ts';
export { hasBlockedPort, OTHER_PORT } from './blocked-ports.ts';
export { together } from './both.ts';
export { boundedFaults, MAX_FAULTS } from './bounded-faults.ts';
export { defined } from './defined.ts';
export {
  AppError,
  ERROR_CODES,
  type ErrorCode,
  type ErrorDetails,
  type ExceededLimit,
  expected,
  type Fault,
  fault,
  type PublicLimit,
  presentLimit,
} from './errors.ts';
export { FairOrder } from './fair-order.ts';
export { Gate, type GateLimits, type Outside } from './gate.ts';
export { newId, randomBase58 } from './ids.ts';
export { exceededBound } from './json-bounds.ts';
export { jsonPointer, pointerTokens } from './json-pointer.ts';
export { listNames, nearest } from './nearest.ts';
export { NAMING_FIELDS, withNearestFields } from './nearest-fields.ts';
export { withoutSecrets } from './public-url.ts';
export {
  findMessage,
  hinted,
  type Message,
  type MessageParams,
  quoted,
  say,
  someOf,
  textOf,
  type Worded,
  type Wording,
  worded,
  wordingsOf,
} from './say.ts';
export {
  type Action,
  allows,
  FULL_SCOPE,
  isScope,
  type RequiredScope,
  within,
} from './scope.ts';
export { TYPE_NAMES } from './type-names.ts';
export { stopped, withDetails, wordingOf } from './with-details.ts';
export { joinFaults, whatOf, zodFaults } from './zod-faults.ts';
