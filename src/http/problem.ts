import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  AppError,
  boundedFaults,
  defined,
  type ErrorCode,
  type Fault,
  type PublicLimit,
  presentLimit,
  say,
} from '../base/index.ts';
import { toAppError } from '../system/index.ts';
import type { HttpContext } from './context.ts';

/** Problem details (RFC 9457) with all faults of the request. */
type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  request_id: string;
  errors: Fault[];
  more_errors?: number;
  revision?: number;
  limit?: PublicLimit;
  sign_in?: { openid: boolean };
};

const MAX_DETAIL_CHARACTERS = 1000;

const TITLES: Record<number, string> = {
  200: 'Success',
  204: 'No content',
  206: 'Partial content',
  304: 'Not modified',
  400: 'Malformed request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Request too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  422: 'Invalid request',
  429: 'Too many requests',
  503: 'Service unavailable',
};

/** Returns the short title of an HTTP status. */
export function titleOf(status: number): string {
  return TITLES[status] ?? 'Internal error';
}

/**
 * Bodies up to this size are read and discarded after an error, so that the client gets the answer.
 */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;
/** Value of `Retry-After` by status. */
const PAUSES_SECONDS: Record<number, number> = { 429: 30, 503: 5 };

/**
 * Returns the body of an error (RFC 9457). Lists and texts have limits, because they may contain
 * the client's input.
 */
function toProblem(error: AppError, requestId: string): Problem {
  const { faults, more } = boundedFaults(error.faults);
  return {
    type: `urn:framepress:error:${error.code}`,
    title: titleOf(error.status),
    status: error.status,
    code: error.code,
    detail: error.message.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed(),
    request_id: requestId,
    errors: faults,
    ...(more > 0 && { more_errors: more }),
    ...defined({ revision: error.details.revision }),
    ...(error.details.limit && { limit: presentLimit(error.details.limit) }),
    ...(error.details.signIn && { sign_in: error.details.signIn }),
  };
}

/** Returns the value of `Retry-After`; undefined for an error that a repetition does not solve. */
function pauseSecondsOf(
  { status, details, retryable }: AppError,
  nowMs: number,
): number | undefined {
  if (!retryable) return undefined;
  const freesAtMs = details.limit?.freesAtMs;
  if (freesAtMs === undefined || freesAtMs === null) return PAUSES_SECONDS[status];
  return Math.max(1, Math.ceil((freesAtMs - nowMs) / 1000));
}

/** Sends the problem details of an error. Errors of the service are logged with their cause. */
export function sendProblem(
  context: HttpContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const reported = reportError(context, error, request);
  const pauseSeconds = pauseSecondsOf(reported, context.clock.nowMs());
  if (pauseSeconds !== undefined && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', String(pauseSeconds));
  // As RFC 9110 (15.5.2) requires, also when a token is not valid any more at the end of a request.
  if (reported.status === 401 && !reply.hasHeader('www-authenticate'))
    void reply.header('www-authenticate', 'Bearer realm="framepress"');
  // Closing the connection while the client still sends resets it, and the response is lost.
  if (Number(request.headers['content-length']) <= MAX_DROPPED_BYTES)
    void reply.removeHeader('connection');
  void reply
    .status(reported.status)
    .header('x-request-id', request.id)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(reported, request.id)));
}

/** Converts any error to an AppError, and logs errors of the service. */
export function reportError(
  context: HttpContext,
  error: unknown,
  request: FastifyRequest,
): AppError {
  const reported = fromFastify(error, request) ?? toAppError(error);
  // Overload is logged when it begins and when it ends, not for each request.
  const isShed = reported.code === 'unavailable' && context.overload() !== undefined;
  if (reported.status >= 500 && !isShed) {
    context.log.error({ err: error, requestId: request.id }, 'a request failed');
  }
  return reported;
}

const REFUSALS: Record<string, [ErrorCode, string, string?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The content type of the body is not supported.',
    'Set the Content-Type header that /openapi.json lists for this route.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_body',
    'The length of the body differs from the Content-Length header.',
  ],
  FST_ERR_BAD_URL: ['malformed_body', 'The percent encoding of the URL is malformed.'],
  FST_REQ_FILE_TOO_LARGE: ['payload_too_large', 'The file is too large.'],
  FST_FILES_LIMIT: [
    'payload_too_large',
    'Expected one file.',
    'Send each file in its own request.',
  ],
  FST_FIELDS_LIMIT: [
    'payload_too_large',
    'The body has too many parts.',
    'Send only known fields.',
  ],
  FST_PARTS_LIMIT: ['payload_too_large', 'The body has too many parts.', 'Send only known fields.'],
  FST_PROTO_VIOLATION: ['malformed_body', 'A part of the multipart body has a reserved name.'],
  FST_INVALID_JSON_FIELD_ERROR: [
    'malformed_body',
    'A part with the content type application/json is not valid JSON.',
    'Send all parts except the file as plain text.',
  ],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [
    'unsupported_media_type',
    'Expected a body of type multipart/form-data.',
    'Send the package as the part "file".',
  ],
};

/** Converts Fastify's own errors to an AppError; undefined for all other errors. */
function fromFastify(error: unknown, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError || !(error instanceof Error)) return undefined;
  const { code = '', statusCode, message } = error as FastifyError;
  const [ours, text, hint] = REFUSALS[code] ?? [];
  const cause = { cause: error };
  if (ours && text) return new AppError(ours, text, hint === undefined ? {} : { hint }, cause);
  if (statusCode === 400 || statusCode === 414) {
    const reason = message.slice(0, 200);
    return new AppError('malformed_body', `The request is malformed: ${reason}.`, {}, cause);
  }
  if (statusCode === 413) {
    const maxBytes = request.routeOptions.bodyLimit;
    const hint = 'Host media files on a server and send their URLs.';
    const size = say`The body is larger than ${maxBytes} bytes.`;
    return new AppError('payload_too_large', size, { hint }, cause);
  }
  return undefined;
}
