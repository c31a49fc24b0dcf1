import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';

/** Fields that a request has at most once. A proxy may read another one of two than Node.js does. */
const SINGLE = new Set(['host', 'content-type', 'content-length', 'authorization']);

/**
 * Answers 400 to requests that a proxy and this server may read differently, and closes their connections: two
 * `Host` fields (RFC 9112, 3.2), and codings other than `chunked` in `Transfer-Encoding` (6.1), which Node.js
 * accepts. Such requests can smuggle another request past a proxy.
 */
export function refuseAmbiguousHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const fault =
      repeatedHeaderError(raw.rawHeaders) ?? otherCoding(raw.headers['transfer-encoding']);
    if (fault === undefined) return;
    // What follows on the connection may be a part of this request.
    reply.raw.shouldKeepAlive = false;
    throw new AppError('malformed_body', fault);
  });
}

/**
 * Returns the message for a header that came twice; undefined if there is none. `rawHeaders` has
 * names and values in turn.
 */
function repeatedHeaderError(rawHeaders: readonly string[]): string | undefined {
  const names = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (names.has(name)) return `Expected the header ${name} once but received it twice.`;
    names.add(name);
  }
  return undefined;
}

/** Returns the message for a coding other than `chunked`; undefined if there is none. */
function otherCoding(coding: string | undefined): string | undefined {
  if (coding === undefined || coding.trim().toLowerCase() === 'chunked') return undefined;
  return 'Expected no coding but chunked for the header Transfer-Encoding.';
}
