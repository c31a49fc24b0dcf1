/** The HTTP API: routes, schemas and the OpenAPI document, built on Fastify. */
export { createApi } from './app.ts';
export { rowChecker } from './batches/row-checks.ts';
export type { FileUrls } from './http/signed-url.ts';
export { presentEvent } from './webhook-endpoints/present.ts';
