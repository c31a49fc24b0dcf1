/**
 * The running service: opens all parts as the configuration says, and starts the API, the worker or
 * both.
 */
import type { startService as start } from './start-service.ts';

export type { Role, Service } from './start-service.ts';
export { withDatabase } from './with-database.ts';

/** Imports the service only now: most commands need only its database. */
export async function startService(...options: Parameters<typeof start>): ReturnType<typeof start> {
  return (await import('./start-service.ts')).startService(...options);
}
