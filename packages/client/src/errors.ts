import type { Batch, Fault, RenderSession, TemplateStyleVersion } from './types.ts';

/** The limit that a request would exceed. */
export type ExceededLimit = {
  name: string;
  limit: number;
  used: number;
  requested?: number;
  frees_at: string | null;
};

type Facts = Partial<
  Pick<
    FramepressError,
    'status' | 'code' | 'errors' | 'requestId' | 'retryable' | 'retryAfterMs' | 'limit' | 'cause'
  >
>;

/** An error of the service or of the connection to it. */
export class FramepressError extends Error {
  override name = 'FramepressError';
  /** HTTP status; 0 if no response arrived. */
  status = 0;
  /** One of the codes of docs/errors.md, or a code of the client such as `network_error`. */
  code = 'invalid_request';
  /** All faults of the request, each with a JSON Pointer and a hint. */
  errors: readonly Fault[] = [];
  requestId: string | null = null;
  /** Whether the same request may succeed later. */
  retryable = false;
  /** The pause that the service asked for. */
  retryAfterMs: number | undefined;
  limit: ExceededLimit | undefined;

  constructor(message: string, facts?: Facts) {
    super(message);
    Object.assign(this, facts);
  }
}

/** No response arrived, or the connection broke before its end. */
export class NetworkError extends FramepressError {
  override name = 'NetworkError';
  override code = 'network_error';
  override retryable = true;
}

/** The time limit of a request or of `wait` passed. */
export class TimeoutError extends FramepressError {
  override name = 'TimeoutError';
  override code = 'timeout';
  override retryable = true;

  constructor(what: string, limitMs: number) {
    super(`${what} did not end within ${limitMs / 1000} s.`);
  }
}

/** The render failed, was canceled, or was not started. `session` has the details. */
export class RenderFailedError extends FramepressError {
  override name = 'RenderFailedError';
  readonly session: RenderSession;

  constructor(session: RenderSession) {
    super(...ending('Render session', session, session.errors));
    this.session = session;
  }
}

/** The machine was busy: `versions.retry` imports the same package again. */
const LATE = 'render_timeout';

/** The template could not be imported. `version.report` has the details. */
export class ImportFailedError extends FramepressError {
  override name = 'ImportFailedError';
  readonly version: TemplateStyleVersion;

  constructor(version: TemplateStyleVersion) {
    const errors = (version.report.errors as Fault[]).map((fault) => ({
      ...fault,
      retryable: fault.code === LATE,
    }));
    super(...ending('Template style version', version, errors));
    this.version = version;
  }
}

/** The batch failed or was canceled, or it is paused until its rows are corrected. */
export class BatchFailedError extends FramepressError {
  override name = 'BatchFailedError';
  readonly batch: Batch;

  constructor(batch: Batch) {
    super(...ending('Batch', batch, batch.errors));
    this.batch = batch;
  }
}

/** The request does not come from the service, or is too old. */
export class WebhookVerificationError extends FramepressError {
  override name = 'WebhookVerificationError';
  override code = 'webhook_invalid';
}

/** Returns the message and the facts of work that did not succeed. */
function ending(
  what: string,
  { id, status }: { id: string; status: string },
  errors: readonly Fault[],
): [string, Facts] {
  const [first] = errors;
  return [
    `${what} ${id} is ${status}${first ? `: ${first.message}` : '.'}`,
    { code: first?.code ?? status, errors, retryable: errors.some((fault) => fault.retryable) },
  ];
}
