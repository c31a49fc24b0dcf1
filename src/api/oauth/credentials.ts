import type { FastifyRequest } from 'fastify';

/** A client's id and secret out of HTTP Basic or the body, whether JSON or a form. */
export function clientCredentials(
  request: FastifyRequest,
): { id: string; secret: string } | undefined {
  const [, basic] = /^Basic +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  if (basic !== undefined) return fromBasic(basic);
  const { client_id: id, client_secret: secret } = textFields(request.body);
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** The body's fields that are text; what is unknown is ignored, as RFC 6749 has it. */
export function textFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'));
}

type Fields = Partial<
  Record<'grant_type' | 'scope' | 'token' | 'client_id' | 'client_secret', string>
>;

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function fromBasic(encoded: string): { id: string; secret: string } | undefined {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  try {
    return { id: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}
