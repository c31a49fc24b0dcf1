import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * AWS Signature Version 4, written from its specification and independent of any SDK:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
type Request = { method: string; url: string; headers: IncomingHttpHeaders; body: Uint8Array };

/** Throws an error that explains why a request's signature is wrong. */
export function verifySigV4(request: Request, keys: Record<string, string>): void {
  const authorization = request.headers.authorization ?? '';
  const [, id = '', date = '', region = '', service = '', list = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/(\w+)\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const secret = keys[id];
  if (secret === undefined) throw new Error(`no such key: ${authorization}`);
  const time = String(request.headers['x-amz-date']);
  if (!time.startsWith(date)) throw new Error('the date is not that of the credential');
  const payload = String(request.headers['x-amz-content-sha256']);
  const names = list.split(';');
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name.startsWith('x-amz-') || name === 'content-md5') && !names.includes(name),
  );
  if (unsigned.length > 0 || !names.includes('host')) throw new Error(`unsigned: ${unsigned}`);
  const actual = createHash('sha256').update(request.body).digest('hex');
  if (payload !== actual) throw new Error(`the payload is not ${payload}`);
  const [path = '', query = ''] = request.url.split('?');
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(query),
    ...names.map(
      (name) => `${name}:${String(request.headers[name]).trim().replaceAll(/ +/g, ' ')}`,
    ),
    '',
    list,
    payload,
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = [date, region, service, 'aws4_request'].reduce<Buffer>(
    (above, part) => createHmac('sha256', above).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  const right = createHmac('sha256', key)
    .update(['AWS4-HMAC-SHA256', time, scope, hash].join('\n'))
    .digest('hex');
  if (given !== right) throw new Error('the signature does not match');
}

function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
      return `${encode(name)}=${encode(value)}`;
    })
    .sort()
    .join('&');
}

/** RFC 3986: everything but the unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
