/** The HTTP API: routes, schemas and the OpenAPI document, built on Fastify. */
export { presentAccount } from './account/present.ts';
export { createApi } from './app.ts';
export { rowChecker } from './batches/row-checks.ts';
export { FULL_SCOPE, isScope, within } from './http/scope.ts';
export type { FileUrls } from './http/signed-url.ts';
export { presentEvent } from './webhook-endpoints/present.ts';
