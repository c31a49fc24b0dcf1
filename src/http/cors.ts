import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** The maximum time for which Chromium caches the answer to a preflight request. */
const PREFLIGHT_SECONDS = 7200;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'Range',
  'traceparent',
];

const RESPONSE_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Server-Timing',
  'WWW-Authenticate',
  'X-Request-Id',
];

/**
 * Allows pages of these origins to use `/v2`; `*` allows all origins. A preflight needs no token.
 * `/oauth` is not allowed, because a page must not contain client secrets. The routes of `/files`
 * allow all origins themselves.
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  const allowed = {
    origin: [...origins],
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    // An OPTIONS request that is not a preflight gets the same answer.
    strictPreflight: false,
  };
  const closed = { origin: false };
  await app.register(cors, {
    delegator: (request, answer) => answer(null, isOpen(request.url) ? allowed : closed),
  });
}

/** Returns whether pages of the allowed origins may send requests to a URL: only to the API. */
function isOpen(url: string | undefined): boolean {
  return url?.startsWith('/v2/') === true;
}
