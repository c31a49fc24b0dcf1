/**
 * Work whose cost a stranger decides, in processes of its own with limits of time and memory, and without secrets. What
 * they may not have – the network, the database, rasterisers – the service does for them.
 */
export { Isolated } from './isolated.ts';
export { plannedOutputs } from './planned-output.ts';
export type { StoredAgain } from './protocol.ts';
export { filesPrefix, hlsFolder } from './publish-hls.ts';
export { RENDERED_PERCENT, SHARE } from './render-session.ts';
export { templateKey } from './template-cache.ts';
