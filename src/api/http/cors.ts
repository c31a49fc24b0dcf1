import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** As long as Chromium keeps what a preflight answered. */
const PREFLIGHT_SECONDS = 7200;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'Range',
  'traceparent',
];

const ANSWER_HEADERS = [
  'Accept-Ranges',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/**
 * Lets pages of these origins use `/v2`; `*` stands for all. A preflight needs no token. Client
 * secrets do not belong into pages, so `/oauth` stays closed; `/files` answers all origins by itself.
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
    exposedHeaders: ANSWER_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    // An OPTIONS that is no preflight gets the same answer.
    strictPreflight: false,
  };
  const closed = { origin: false };
  await app.register(cors, {
    delegator: (request, answer) => answer(null, isOpen(request.url) ? allowed : closed),
  });
}

function isOpen(url: string | undefined): boolean {
  return url?.startsWith('/v2/') === true;
}
