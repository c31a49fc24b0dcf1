import { defined } from '../../base/index.ts';
import { needsToken, type RequestHeader, type RouteDoc } from '../route.ts';
import type { Schema } from './schema.ts';

/** Headers of requests, as parameters of the document. `RouteDoc.headers` names them. */
export const REQUEST_HEADERS: Record<RequestHeader, Schema> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A request with the same key and body within 24 hours returns the first response again, with `Idempotent-Replayed: true`. The same key with another body is answered 409 `idempotency_conflict`. Use a new UUID for each new request.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'f3a1c9d2-5b7e-4c60-9f0e-2f6f0f3c7a51',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the resource that is changed. If it has changed since, the answer is 412 with the current `revision`.',
    schema: { type: 'string' },
    example: '"3"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier response. If it is still current, the answer is 304.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that was received: the stream continues after it.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=30` delays the answer until the work has ended or its status changes, for at most 30 seconds (RFC 7240; maximum 60).',
    schema: { type: 'string' },
    example: 'wait=30',
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'A part of the file, such as `bytes=0-1023` (RFC 9110).',
    schema: { type: 'string' },
  },
};

const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string' },
  ...defined({ example }),
});
const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Headers of responses, as components of the document. */
export const RESPONSE_HEADERS: Record<string, Schema> = {
  ContentRange: text('The part of the file that the body contains', 'bytes 0-1023/812044'),
  ETag: text('Changes when the content changes'),
  IdempotentReplayed: text('`true`: the response of an earlier request with the same key'),
  PreferenceApplied: text('The part of Prefer that was applied', 'wait=30'),
  RateLimitLimit: seconds('Requests that the token or account may send in a minute'),
  RateLimitRemaining: seconds('Requests that are left in this minute'),
  RateLimitReset: seconds('Seconds until the count starts again'),
  RequestId: text('The id of the request in the log of the service', 'req_0b5c1f3e'),
  RetryAfter: seconds(
    'Seconds to wait before the next request. Missing if the same request cannot succeed later',
  ),
  WwwAuthenticate: text('How to authenticate (RFC 6750)'),
};

const RATE = {
  'RateLimit-Limit': reference('RateLimitLimit'),
  'RateLimit-Remaining': reference('RateLimitRemaining'),
  'RateLimit-Reset': reference('RateLimitReset'),
};

/** Returns the headers of a response with a status. */
export function responseHeaders(doc: RouteDoc, status: number): Schema {
  const { headers = [], idempotent } = doc;
  const isSuccess = status < 300;
  return {
    'X-Request-Id': reference('RequestId'),
    ...(needsToken(doc) && RATE),
    ...(isSuccess && idempotent && { 'Idempotent-Replayed': reference('IdempotentReplayed') }),
    ...(isSuccess &&
      headers.includes('Prefer') && { 'Preference-Applied': reference('PreferenceApplied') }),
    ...(status <= 304 && headers.includes('IfNoneMatch') && { ETag: reference('ETag') }),
    ...((status === 206 || status === 416) && { 'Content-Range': reference('ContentRange') }),
    ...(status === 401 && { 'WWW-Authenticate': reference('WwwAuthenticate') }),
    ...((status === 429 || status === 503) && { 'Retry-After': reference('RetryAfter') }),
  };
}

function reference(name: string) {
  return { $ref: `#/components/headers/${name}` };
}
