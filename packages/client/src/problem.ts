import { type ExceededLimit, FramepressError } from './errors.ts';
import { isRetriedStatus, readRetryAfter } from './retry.ts';
import type { Fault } from './types.ts';

/** The members of problem details (RFC 9457), or of an OAuth error (RFC 6749, 5.2). */
type Problem = {
  code?: string;
  detail?: string;
  title?: string;
  request_id?: string;
  errors?: Fault[];
  limit?: ExceededLimit;
  error?: string;
  error_description?: string;
};

const MAX_TEXT_CHARACTERS = 200;

/** Returns the error of a response. A proxy may have sent a body that is not JSON. */
export async function problemOf(response: Response): Promise<FramepressError> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const problem = parse(text);
  const { errors = [] } = problem;
  const message =
    problem.detail ??
    problem.error_description ??
    problem.title ??
    text.slice(0, MAX_TEXT_CHARACTERS);
  return new FramepressError(message === '' ? `The response has the status ${status}.` : message, {
    status,
    code: problem.code ?? problem.error ?? `http_${status}`,
    errors,
    requestId: problem.request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryable: errors.length > 0 ? errors.some(isRetryable) : isRetriedStatus(status),
    retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
    limit: problem.limit,
    response: new Response(text, { status, headers: response.headers }),
  });
}

function isRetryable({ retryable }: Fault): boolean {
  return retryable;
}

function parse(text: string): Problem {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
