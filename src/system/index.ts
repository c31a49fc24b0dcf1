/** Services of the process and its machine: clock, log, digests, file system errors. */
export { type Clock, isoTime, systemClock } from './clock.ts';
export { sha256 } from './digest.ts';
export { type Log, silentLog } from './log.ts';
export { isDiskFull, isSystemError, storageError, toAppError } from './storage-error.ts';
export { writeAll } from './write-all.ts';
