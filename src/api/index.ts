/** The HTTP API: the contract with clients, on Fastify. */
export { createApi } from './app.ts';
export { FULL_SCOPE, isScope } from './http/scope.ts';
export type { FileUrls } from './http/signed-url.ts';
export { presentEvent } from './webhook-endpoints/present.ts';
