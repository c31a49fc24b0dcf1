/**
 * What every folder may lean on: the error catalogue, assertions, ids, time, logging, cancellation, turns.
 * A leaf: it imports nothing of Framepress.
 */
export { deadline, orAbort } from './abort.ts';
export { assert } from './assert.ts';
export { boundedFaults, MAX_FAULTS } from './bounded-faults.ts';
export { type Clock, isoTime, systemClock } from './clock.ts';
export { sha256 } from './digest.ts';
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
export { type Log, silentLog } from './log.ts';
export { Turns } from './turns.ts';
export { createVault, readVaultKey, type Vault } from './vault.ts';
