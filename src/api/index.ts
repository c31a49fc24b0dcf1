/** The HTTP API: the contract with clients, on Fastify. */
export { createApi } from './app.ts';
export { isScope } from './http/scope.ts';
export type { ApiConfig, ApiContext } from './context.ts';
