/**
 * Runs expensive work on untrusted input in isolated processes: with limits of time and memory, and
 * without secrets. These processes have no network, database or rasterisers; the main process does
 * that work for them.
 */
export { fromErrorData, toErrorData } from './error-data.ts';
export { Isolated } from './isolated.ts';
export type { Playlist, StoredAgain } from './protocol.ts';
export { RENDERED_PERCENT, SHARE } from './session-progress.ts';
export { filesFolder, filesPrefix, hlsFolder, templateKey } from './stored-keys.ts';
export { type PlannedSession, plannedOutputs } from './tasks/planned-output.ts';
export { usageOf } from './usage.ts';
