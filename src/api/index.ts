/** The HTTP API: routes, schemas and the OpenAPI document, built on Fastify. */
export { createApi } from './app.ts';
