/**
 * Functions and types that every folder may import: the error table, assertions, ids, JSON pointers,
 * cancellation, turns. Portable: it also runs in a browser, and imports nothing of Framepress.
 */
export { deadline, orAbort } from './abort.ts';
export { assert } from './assert.ts';
export { together } from './both.ts';
export { boundedFaults, MAX_FAULTS } from './bounded-faults.ts';
export {
  AppError,
  ERROR_CODES,
  type ErrorCode,
  type ErrorDetails,
  expected,
  type Fault,
  fault,
  toAppError,
} from './errors.ts';
export { Gate, type GateLimits } from './gate.ts';
export { newId, randomBase58 } from './ids.ts';
export { jsonPointer } from './json-pointer.ts';
export { Turns } from './turns.ts';
export { TYPE_NAMES } from './type-names.ts';
export { stopped, withDetails } from './with-details.ts';
