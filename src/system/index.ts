/** Services of the process and its machine: clock, log, digests, file system errors. */
export { cached } from './cached.ts';
export {
  type Clock,
  correctSystemClock,
  elapsedOf,
  isoTime,
  isoTimeOrNull,
  keepClockSteady,
  systemClock,
  wallClock,
} from './clock.ts';
export { digestOfStream, sha256 } from './digest.ts';
export { entriesBelow } from './entries-below.ts';
export { type Log, silentLog } from './log.ts';
export {
  addLogFields,
  currentTraceparent,
  type LogFields,
  logFields,
  type Origin,
  originOfWork,
  traceIdOf,
  traceparentOf,
  withLogFields,
  withSharedLogFields,
} from './log-context.ts';
export { PACKAGE_ROOT } from './package-root.ts';
export { programFile } from './program-file.ts';
export { isDiskFull, isSystemError, storageError, toAppError } from './storage-error.ts';
export { isAway, stubbornly, UnknownOutcome } from './stubbornly.ts';
export { writeAll } from './write-all.ts';
