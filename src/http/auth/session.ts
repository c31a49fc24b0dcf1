import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Database, MAX_SESSION_SECONDS, type StudioSession } from '../../database/index.ts';
import type { HttpContext } from '../context.ts';
import { isHttps, readCookie, setCookie } from './cookie.ts';

export const CSRF_HEADER = 'x-framepress-csrf';

const COOKIE = 'framepress_session';
/** Other texts are not looked up. */
const SECRET = /^fpw_\w{40}$/;

/** The secret of the session in a request's cookie. */
export function secretOf(request: FastifyRequest, publicUrl: string): string | undefined {
  const value = readCookie(request, COOKIE, publicUrl);
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

/**
 * Returns the studio's session of the cookie; undefined if it has none or it is not valid. `isUse:
 * false` reads a session without extending it.
 */
export async function sessionOf(
  { db, config }: Pick<HttpContext, 'db' | 'config'>,
  request: FastifyRequest,
  options: { isUse: boolean } = { isUse: true },
): Promise<StudioSession | undefined> {
  const secret = secretOf(request, config.publicUrl());
  if (secret === undefined) return undefined;
  const issuedSeconds = config.openid?.sessionSeconds;
  return db.studioSessions.find(secret, { ...options, ...(issuedSeconds && { issuedSeconds }) });
}

/** Returns the text that pages of the session must send with changes. It is not stored. */
export function csrfOf(secret: string): string {
  return createHmac('sha256', secret).update('framepress csrf').digest('base64url');
}

/**
 * Returns whether the request has the token that only pages of the studio can know. The comparison
 * takes the same time for all tokens.
 */
export function hasCsrf({ headers }: FastifyRequest, secret: string): boolean {
  const token = Buffer.from(String(headers[CSRF_HEADER] ?? ''));
  const expected = Buffer.from(csrfOf(secret));
  return token.byteLength === expected.byteLength && timingSafeEqual(token, expected);
}

/** Sets the cookie of a new session. The browser's earlier session ends. */
export async function beginSession(
  db: Database,
  exchange: Exchange & { isSecure?: boolean },
  secret: string,
): Promise<void> {
  const { request, reply, publicUrl, isSecure = isHttps(request, publicUrl) } = exchange;
  const earlier = secretOf(request, publicUrl);
  if (earlier !== undefined) await db.studioSessions.end(earlier);
  setCookie(reply, COOKIE, secret, { maxAgeSeconds: MAX_SESSION_SECONDS, isSecure });
}

export function removeSessionCookie({ request, reply, publicUrl }: Exchange): void {
  setCookie(reply, COOKIE, '', { maxAgeSeconds: 0, isSecure: isHttps(request, publicUrl) });
}

/** A request of a browser and its answer. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; publicUrl: string };
