import { type ExceededLimit, FramepressError } from './errors.ts';
import { isRetriedStatus, readRetryAfter } from './retry.ts';
import type { Fault } from './types.ts';

/** The members of problem details (RFC 9457), or of an OAuth error (RFC 6749, 5.2). */
type Problem = {
  code?: string;
  detail?: string;
  errors?: Fault[];
  limit?: ExceededLimit;
  error?: string;
  error_description?: string;
};

const MAX_TEXT_CHARACTERS = 200;

/** Returns the error of a response. A proxy may have sent a body that is not JSON. */
export async function problemOf(response: Response): Promise<FramepressError> {
  const { status, headers } = response;
  const text = await response.text();
  let problem: Problem = {};
  try {
    problem = Object(JSON.parse(text)) as Problem;
  } catch {
    // The text itself becomes the message.
  }
  const { errors = [], limit } = problem;
  const detail = problem.detail ?? problem.error_description ?? text.slice(0, MAX_TEXT_CHARACTERS);
  return new FramepressError(detail || `The service answered ${status}.`, {
    status,
    code: problem.code ?? problem.error ?? `http_${status}`,
    errors,
    requestId: headers.get('x-request-id'),
    retryable: errors[0] ? errors.some((fault) => fault.retryable) : isRetriedStatus(status),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
    limit,
  });
}
