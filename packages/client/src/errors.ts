import type { Batch, Fault, RenderSession, TemplateStyleVersion } from './types.ts';

/** The limit that a request would exceed. */
export type ExceededLimit = {
  name: string;
  limit: number;
  used: number;
  requested?: number;
  frees_at: string | null;
};

/** Everything that is known about a failure. */
export type FailureFacts = {
  /** HTTP status; 0 if no response arrived. */
  status?: number;
  /** One of the codes of docs/errors.md, or a code of the client such as `network_error`. */
  code?: string;
  /** All faults of the request, each with a JSON Pointer and a hint. */
  errors?: readonly Fault[];
  requestId?: string | undefined;
  /** Whether the same request may succeed later. */
  retryable?: boolean;
  /** The pause that the service asked for. */
  retryAfterMs?: number | undefined;
  limit?: ExceededLimit | undefined;
  response?: Response | undefined;
  cause?: unknown;
};

/** An error of the service or of the connection to it. */
export class FramepressError extends Error {
  override name = 'FramepressError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly Fault[];
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly limit: ExceededLimit | undefined;
  /** Private, so that a printed error is short. */
  readonly #response: Response | undefined;

  constructor(message: string, facts: FailureFacts = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.status = facts.status ?? 0;
    this.code = facts.code ?? 'client_error';
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId;
    this.retryable = facts.retryable ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.limit = facts.limit;
    this.#response = facts.response;
  }

  /** The response, whose body can be read. */
  get response(): Response | undefined {
    return this.#response;
  }
}

/** No response arrived, or the connection broke before its end. */
export class NetworkError extends FramepressError {
  override name = 'NetworkError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'network_error', retryable: true, cause });
  }
}

/** The time limit of a request or of `wait` passed. */
export class TimeoutError extends FramepressError {
  override name = 'TimeoutError';

  constructor(message: string) {
    super(message, { code: 'timeout', retryable: true });
  }
}

/** The render failed, was canceled, or was not started. `session` has the details. */
export class RenderFailedError extends FramepressError {
  override name = 'RenderFailedError';
  readonly session: RenderSession;

  constructor(session: RenderSession) {
    super(reasonOf(`Render session ${session.id} is ${session.status}`, session.errors), {
      code: session.errors[0]?.code ?? session.status,
      errors: session.errors,
      retryable: session.errors.some(({ retryable }) => retryable),
    });
    this.session = session;
  }
}

/** The template could not be imported. `version.report` has the details. */
export class ImportFailedError extends FramepressError {
  override name = 'ImportFailedError';
  readonly version: TemplateStyleVersion;

  constructor(version: TemplateStyleVersion) {
    const { errors } = version.report;
    super(reasonOf(`Template style version ${version.id} is ${version.status}`, errors), {
      code: errors[0]?.code ?? 'import_failed',
    });
    this.version = version;
  }
}

/** The batch failed or was canceled, or it is paused until its rows are corrected. */
export class BatchFailedError extends FramepressError {
  override name = 'BatchFailedError';
  readonly batch: Batch;

  constructor(batch: Batch) {
    super(reasonOf(`Batch ${batch.id} is ${batch.status}`, batch.errors), {
      code: batch.errors[0]?.code ?? batch.status,
      errors: batch.errors,
    });
    this.batch = batch;
  }
}

/** The request does not come from the service, or is too old. */
export class WebhookVerificationError extends FramepressError {
  override name = 'WebhookVerificationError';

  constructor(message: string) {
    super(message, { code: 'webhook_invalid' });
  }
}

function reasonOf(state: string, errors: readonly { message: string }[]): string {
  const [first] = errors;
  if (!first) return `${state}.`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${state}: ${first.message}${more}`;
}
