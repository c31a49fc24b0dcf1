import type { FastifyRequest } from 'fastify';

/** Returns the client's id and secret from HTTP Basic, or from a JSON or form body. */
export function clientCredentials(
  request: FastifyRequest,
): { id: string; secret: string } | undefined {
  const [, basic] = /^Basic +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  if (basic !== undefined) return fromBasic(basic);
  const { client_id: id, client_secret: secret } = textFields(request.body);
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Returns the text fields of the body. Unknown fields are ignored (RFC 6749, 3.2). */
export function textFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'));
}

type Fields = Partial<
  Record<'grant_type' | 'scope' | 'token' | 'client_id' | 'client_secret', string>
>;

/** Decodes HTTP Basic. Id and secret are form-encoded before they are joined (RFC 6749, 2.3.1). */
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
