/**
 * The running service: opens all parts as the configuration says, and starts the API, the worker or
 * both.
 */
import type { startService as start } from './start-service.ts';

export { CLOCK_HINT, clockProblem, measureClock } from './clock-watch.ts';
export { lockUnusedFolder } from './data-folder.ts';
export { markMoved, requireNotMoved } from './moved-folder.ts';
export { openPrivately } from './private-folder.ts';
export type { Role, Service } from './start-service.ts';
export { databasePlace, withDatabase } from './with-database.ts';

/** Imports the service only now: most commands need only its database. */
export async function startService(...options: Parameters<typeof start>): ReturnType<typeof start> {
  return (await import('./start-service.ts')).startService(...options);
}
