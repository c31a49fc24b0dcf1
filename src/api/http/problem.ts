import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, type Fault, fault, toAppError } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';

/** RFC 9457, with every fault of the request. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  request_id: string;
  errors: Fault[];
};

const TITLES: Record<number, string> = {
  400: 'The request cannot be read',
  401: 'A valid access token is needed',
  403: 'The token does not allow this',
  404: 'There is no such thing',
  405: 'The method is not allowed here',
  409: 'The request conflicts with the present state',
  413: 'The request is too large',
  415: 'The content type is not supported',
  416: 'The range cannot be served',
  422: 'The request has faults',
  429: 'Too many requests',
  503: 'The service is not available',
};

export function toProblem(error: AppError, requestId: string): Problem {
  return {
    type: `https://framepress.dev/errors#${error.code}`,
    title: TITLES[error.status] ?? 'The service failed',
    status: error.status,
    code: error.code,
    detail: error.message,
    request_id: requestId,
    errors: [...error.faults],
  };
}

/** Answers any failure of a request; what is not the client's fault is logged with its cause. */
export function sendProblem(
  context: ApiContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const told = fromFastify(error) ?? toAppError(error);
  if (told.status >= 500)
    context.log.error({ err: error, requestId: request.id }, 'a request failed');
  if (told.code === 'unauthorized')
    void reply.header('www-authenticate', 'Bearer realm="framepress"');
  if (told.status === 503) void reply.header('retry-after', '5');
  void reply
    .status(told.status)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(told, request.id)));
}

/** Fastify's own refusals, in our words. */
function fromFastify(error: unknown): AppError | undefined {
  if (error instanceof AppError) return undefined;
  const { code = '', statusCode, message } = error as FastifyError;
  const known: Record<string, [ErrorCode, string, string?]> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: [
      'unsupported_media_type',
      'Expected a body of type application/json.',
      'Set the Content-Type header.',
    ],
    FST_ERR_CTP_BODY_TOO_LARGE: [
      'payload_too_large',
      'Expected a smaller body.',
      'Put media on a server and send their addresses.',
    ],
    FST_ERR_CTP_EMPTY_JSON_BODY: [
      'malformed_body',
      'Expected a JSON object as body but received nothing.',
    ],
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
      'malformed_body',
      'Expected as many bytes as the Content-Length header says.',
    ],
    FST_REQ_FILE_TOO_LARGE: ['payload_too_large', 'Expected a smaller file.'],
    FST_INVALID_MULTIPART_CONTENT_TYPE: [
      'unsupported_media_type',
      'Expected a body of type multipart/form-data.',
      'Send the package as the part "file".',
    ],
  };
  const [ours, text, hint] = known[code] ?? [];
  if (ours && text)
    return new AppError(ours, text, hint === undefined ? {} : { hint }, { cause: error });
  if (error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return new AppError(
      'malformed_body',
      `Expected JSON as body but received text that is not: ${message.slice(0, 120)}.`,
      {},
      { cause: error },
    );
  }
  if (statusCode === 400 || statusCode === 414)
    return new AppError(
      'malformed_body',
      `Expected a well-formed request but: ${message.slice(0, 200)}.`,
      {},
      { cause: error },
    );
  if (statusCode === 413)
    return new AppError('payload_too_large', 'Expected a smaller body.', {}, { cause: error });
  return undefined;
}

/** A fault for each issue that zod found, with its pointer. */
export function zodFaults(
  issues: readonly { path: PropertyKey[]; message: string; code?: string; keys?: string[] }[],
  base = '',
): Fault[] {
  return issues.flatMap((issue) => {
    const path =
      base +
      issue.path.map((p) => `/${String(p).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    if (issue.code === 'unrecognized_keys' && issue.keys) {
      return issue.keys.map((key) =>
        fault(
          'invalid_request',
          `Expected only known fields but received ${JSON.stringify(key)}.`,
          {
            pointer: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            hint: 'Check its spelling; see /openapi.json.',
          },
        ),
      );
    }
    return [
      fault('invalid_request', `${path || 'The body'}: ${issue.message}.`, { pointer: path }),
    ];
  });
}
