/**
 * Runs expensive work on untrusted input in isolated processes: with limits of time and memory, and
 * without secrets. These processes have no network, database or rasterisers; the main process does
 * that work for them.
 */
export { Isolated } from './isolated.ts';
export type { StoredAgain } from './protocol.ts';
export { type PlannedSession, plannedOutputs } from './tasks/planned-output.ts';
export { filesPrefix, hlsFolder } from './tasks/publish-hls.ts';
export { RENDERED_PERCENT, SHARE } from './tasks/render-session.ts';
export { templateKey } from './template-cache.ts';
