import type { FastifyReply, FastifyRequest } from 'fastify';

type CookieOptions = { maxAgeSeconds: number; isSecure: boolean };

/** Browsers accept this prefix only over HTTPS, and never from a subdomain or another path. */
const SECURE_PREFIX = '__Host-';

/**
 * Returns the value of a cookie of the studio. Over HTTPS, a cookie without the secure prefix is
 * ignored, because another host of the same domain may have set it. So are two cookies with one name.
 */
export function readCookie(
  request: FastifyRequest,
  name: string,
  publicUrl: string,
): string | undefined {
  const { cookie = '' } = request.headers;
  const secure = cookieIn(cookie, `${SECURE_PREFIX}${name}`);
  if (secure !== undefined || isHttps(request, publicUrl)) return secure;
  return cookieIn(cookie, name);
}

/**
 * Returns the value of a cookie; undefined if the browser sends none, or several of the same name:
 * another site of the domain may have set one.
 */
function cookieIn(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((part) => {
    const text = part.trim();
    return text.startsWith(`${name}=`) ? [text.slice(name.length + 1)] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}

/** Sets a cookie that scripts cannot read. A lifetime of 0 removes it. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { maxAgeSeconds, isSecure }: CookieOptions,
): void {
  const attributes = ['Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
  const cookie = `${isSecure ? SECURE_PREFIX : ''}${name}=${value}`;
  void reply.header(
    'set-cookie',
    [cookie, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '),
  );
}

/**
 * Returns whether the browser uses HTTPS. It says so itself in `Origin`; without that header the
 * connection decides, or the public URL when the request names its host.
 */
export function isHttps(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined && /^https?:/.test(origin)) return origin.startsWith('https:');
  if (request.protocol === 'https') return true;
  const { protocol, host } = new URL(publicUrl);
  return protocol === 'https:' && host === request.host;
}
