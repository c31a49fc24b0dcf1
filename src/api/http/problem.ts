import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, boundedFaults, type ErrorCode, type Fault } from '../../base/index.ts';
import { toAppError } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';

/** RFC 9457, with every fault of the request. */
type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  request_id: string;
  errors: Fault[];
  more_errors?: number;
};

const MAX_DETAIL_CHARACTERS = 1000;

const TITLES: Record<number, string> = {
  200: 'Success',
  204: 'Nothing to tell',
  206: 'A part of the file',
  304: 'Not modified',
  400: 'The request cannot be read',
  401: 'A valid access token is needed',
  403: 'The token does not allow this',
  404: 'Not found',
  405: 'The method is not allowed here',
  409: 'The request conflicts with the present state',
  413: 'The request is too large',
  415: 'The content type is not supported',
  416: 'The range cannot be served',
  422: 'The request has faults',
  429: 'Too many requests',
  503: 'The service is not available',
};

/** What a status says, in a few words. */
export function titleOf(status: number): string {
  return TITLES[status] ?? 'The service failed';
}

/** Of a body that is too large, this much is read and dropped, so that its client gets to the answer. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;
/** Before the same request is worth another try. */
const PAUSES_SECONDS: Record<number, string> = { 429: '30', 503: '5' };

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
  };
}

/** Answers any failure of a request; what is not the client's fault is logged with its cause. */
export function sendProblem(
  context: ApiContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const reported = reportError(context, error, request);
  const pauseSeconds = PAUSES_SECONDS[reported.status];
  if (pauseSeconds !== undefined && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', pauseSeconds);
  // A connection that is closed while the client still sends is reset, and the answer is lost.
  if (Number(request.headers['content-length']) <= MAX_DROPPED_BYTES)
    void reply.removeHeader('connection');
  void reply
    .status(reported.status)
    .header('x-request-id', request.id)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(reported, request.id)));
}

/** Any failure in our words. */
export function reportError(
  context: ApiContext,
  error: unknown,
  request: FastifyRequest,
): AppError {
  const reported = fromFastify(error) ?? toAppError(error);
  if (reported.status >= 500) {
    context.log.error({ err: error, requestId: request.id }, 'a request failed');
  }
  return reported;
}

const REFUSALS: Record<string, [ErrorCode, string, string?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'Expected a body of another type.',
    'Set the Content-Type header as /openapi.json says.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'payload_too_large',
    'Expected a smaller body.',
    'Put media on a server and send their addresses.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_body',
    'Expected as many bytes as the Content-Length header says.',
  ],
  FST_ERR_BAD_URL: ['malformed_body', 'Expected an address with well-formed percent encoding.'],
  FST_REQ_FILE_TOO_LARGE: ['payload_too_large', 'Expected a smaller file.'],
  FST_FILES_LIMIT: ['payload_too_large', 'Expected one file.', 'Send each file by itself.'],
  FST_FIELDS_LIMIT: ['payload_too_large', 'Expected fewer parts.', 'Send only known fields.'],
  FST_PARTS_LIMIT: ['payload_too_large', 'Expected fewer parts.', 'Send only known fields.'],
  FST_PROTO_VIOLATION: [
    'malformed_body',
    'Expected a part with another name, since this one is reserved.',
  ],
  FST_INVALID_JSON_FIELD_ERROR: [
    'malformed_body',
    'Expected JSON in a part whose content type says so.',
    'Send the parts beside the file as plain text.',
  ],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [
    'unsupported_media_type',
    'Expected a body of type multipart/form-data.',
    'Send the package as the part "file".',
  ],
};

/** Fastify's own refusals, in our words. */
function fromFastify(error: unknown): AppError | undefined {
  if (error instanceof AppError || !(error instanceof Error)) return undefined;
  const { code = '', statusCode, message } = error as FastifyError;
  const [ours, text, hint] = REFUSALS[code] ?? [];
  const cause = { cause: error };
  if (ours && text) return new AppError(ours, text, hint === undefined ? {} : { hint }, cause);
  if (statusCode === 400 || statusCode === 414) {
    const reason = message.slice(0, 200);
    return new AppError(
      'malformed_body',
      `Expected a well-formed request but: ${reason}.`,
      {},
      cause,
    );
  }
  if (statusCode === 413) {
    return new AppError('payload_too_large', 'Expected a smaller body.', {}, cause);
  }
  return undefined;
}
