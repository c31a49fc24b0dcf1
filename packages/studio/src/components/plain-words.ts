import { FramepressError } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import type { Translate } from '../strings/index.ts';

export type PlainError = {
  /** What happened, in a sentence. */
  text: string;
  /** What the person can do, each in a sentence. */
  hints: string[];
  /** Further faults of the same request. */
  faults: { text: string; hint: string | undefined }[];
  /** For a report: the code and the id of the request. */
  code: string | undefined;
  requestId: string | undefined;
  canRetry: boolean;
};

/** Returns an error of the service or the connection in plain words. */
export function plainError(error: unknown, t: Translate): PlainError {
  const nothing = { hints: [], faults: [], code: undefined, requestId: undefined, canRetry: true };
  if (!(error instanceof FramepressError)) return { ...nothing, text: t('error.unexpected') };
  const { code, errors, requestId, retryable } = error;
  const facts = { ...nothing, code, requestId: requestId ?? undefined, canRetry: retryable };
  const plainText = knownText(error, t);
  if (plainText !== undefined) return { ...facts, text: plainText };
  const [first, ...otherErrors] = errors.map((fault) => translateFault(fault, t));
  return {
    ...facts,
    text: first?.message ?? error.message,
    hints: first?.hint ? [first.hint] : [],
    faults: otherErrors.map(({ message, hint }) => ({ text: message, hint: hint ?? undefined })),
  };
}

/**
 * Returns the text for errors whose words do not depend on the request. Undefined: the service's
 * own text is shown.
 */
function knownText(error: FramepressError, t: Translate): string | undefined {
  const { code, status, retryAfterMs } = error;
  if (code === 'network_error') return t('error.network');
  if (code === 'timeout') return t('error.timeout');
  if (code === 'template_version_unknown') return t('error.templateGone');
  if (status === 403) return t('error.forbidden');
  if (status === 404) return t('error.notFound');
  if (status === 429 || status === 503) {
    return t('error.overload', { seconds: Math.ceil((retryAfterMs ?? 5000) / 1000) });
  }
  return undefined;
}
