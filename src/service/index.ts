/**
 * The running service: opens all parts as the configuration says, and starts the API, the worker or
 * both.
 */
export { withDatabase } from './open-parts.ts';
export { type Role, type Service, startService } from './start-service.ts';
