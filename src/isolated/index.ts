/**
 * Runs expensive work on untrusted input in isolated processes: with limits of time and memory, and without secrets.
 * These processes have no network, database or rasterisers; the main process does that work for them. The tasks
 * themselves are in `produce/`.
 */
export { fromErrorData, toErrorData } from './error-data.ts';
export { Isolated, type IsolatedOptions, type IsolatedTask, type TaskFacts } from './isolated.ts';
export { usageOf } from './process-handle.ts';
export type { Playlist, Playlists } from './protocol.ts';
export { serveTasks, type TaskPorts } from './serve-tasks.ts';
export type { TaskStore } from './service-files.ts';
export type { TaskLimits } from './task-failure.ts';
