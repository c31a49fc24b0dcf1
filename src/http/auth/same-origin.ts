import type { FastifyRequest } from 'fastify';

/**
 * Returns whether a page of this service sent the request. Browsers send `Sec-Fetch-Site` over HTTPS
 * and to the machine itself. In a network without HTTPS they send `Origin` with changes, and
 * `Referer` with reads, which the pages of the studio allow.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  const origins = [new URL(publicUrl).origin, `${request.protocol}://${request.host}`];
  if (origin !== undefined) return origins.includes(origin);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && referer !== undefined && origins.includes(URL.parse(referer)?.origin ?? '');
}
