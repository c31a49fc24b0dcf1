import {
  AppError,
  type ErrorCode,
  type ErrorDetails,
  type Message,
  say,
  type Wording,
} from '../../base/index.ts';
import { retryAfterMs, ServerBusy } from './retry.ts';

/** Returns the error for an HTTP status. `url` must not contain secrets. */
export function statusFailure(status: number, url: string, retryAfter?: unknown): AppError {
  if (status === 404 || status === 410) {
    return failure({
      code: 'asset_not_found',
      url,
      but: say`the server does not have it (status ${status})`,
      details: { hint: 'Check the URL.' },
    });
  }
  if (status === 401 || status === 403) {
    return failure({
      code: 'asset_forbidden',
      url,
      but: say`the server denies access (status ${status})`,
      details: {
        hint: 'Make the file public, or create a new signed URL: the old one may have expired.',
      },
    });
  }
  const later = TEMPORARY.has(status) || (status > 511 && status < 600);
  const waitMs = later ? retryAfterMs(retryAfter, Date.now()) : undefined;
  const retryHint =
    waitMs === undefined
      ? 'Try again later.'
      : say`Try again in ${Math.ceil(waitMs / 1000)} s (Retry-After of the server).`;
  const reason = failure({
    code: 'asset_unreachable',
    url,
    but: say`the server responded with status ${status}`,
    details: {
      hint: later ? retryHint : 'Open the URL in a browser to see the error.',
      retryable: later,
    },
  });
  return waitMs === undefined ? reason : new ServerBusy(reason, waitMs);
}

/** Temporary errors. 501, 505 and similar statuses are permanent. */
const TEMPORARY = new Set([408, 425, 429, 500, 502, 503, 504]);

export function tooLarge(url: string, maxBytes: number, received: Wording): AppError {
  return new AppError(
    'asset_too_large',
    say`Expected at most ${maxBytes} bytes from ${url} but received ${received}.`,
    { url, hint: 'Serve a smaller file.' },
  );
}

export function privateAddress(host: string): AppError {
  return new AppError(
    'asset_private_address',
    say`The host ${host} resolves to a private address.`,
    { hint: 'The operator can allow addresses with FRAMEPRESS_FETCH_ALLOW.' },
  );
}

/** Returns the error for a failed connection, by the codes of the error and its causes. */
export function networkFailure(cause: unknown, url: string): AppError {
  const codes = codesOf(cause);
  if (codes.some((code) => /TIMEOUT|TIMEDOUT/.test(code))) {
    const hint = 'The server may be overloaded; try again later.';
    return failure({
      code: 'asset_timeout',
      url,
      but: say`the server did not respond in time`,
      details: { hint },
      cause,
    });
  }
  const knownReason = REASONS.find(({ codes: pattern }) =>
    codes.some((code) => pattern.test(code)),
  );
  const { why, hint, retryable } = knownReason ?? {
    why: say`the connection failed`,
    hint: 'Check that this machine can reach the URL.',
    retryable: true,
  };
  return failure({ code: 'asset_unreachable', url, but: why, details: { hint, retryable }, cause });
}

const REASONS = [
  {
    codes: /^ENOTFOUND$/,
    why: say`its host name does not exist`,
    hint: 'Check the host name.',
    retryable: false,
  },
  {
    codes: /^EAI_|^ESERVFAIL$|^ETIMEOUT$/,
    why: say`its host name could not be resolved`,
    hint: 'Try again later.',
    retryable: true,
  },
  {
    codes: /^ECONNREFUSED$/,
    why: say`the server refused the connection`,
    hint: 'Check the host and the port.',
    retryable: true,
  },
  {
    codes: /^(CERT_|ERR_TLS|ERR_SSL|.*(CERT|SIGNATURE|ISSUER))/,
    why: say`the server has no valid certificate`,
    hint: 'Renew the certificate.',
    retryable: false,
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|Z_)/,
    why: say`the connection was interrupted`,
    hint: 'Try again later.',
    retryable: true,
  },
];

type FetchFailure = {
  code: ErrorCode;
  url: string;
  but: Message;
  details?: ErrorDetails | undefined;
  cause?: unknown;
};

export function failure({ code, url, but, details = {}, cause }: FetchFailure): AppError {
  return new AppError(
    code,
    say`Expected a file at ${url} but ${but}.`,
    { ...details, url },
    { cause },
  );
}

/**
 * Returns the codes of an error and its causes. A connection to several addresses has several
 * errors.
 */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  const queue: unknown[] = [error];
  for (let depth = 0; queue.length > 0 && depth < 20; depth++) {
    const next = queue.shift();
    if (!(next instanceof Error)) continue;
    const { code, errors } = next as { code?: unknown; errors?: unknown[] };
    if (typeof code === 'string') codes.push(code);
    queue.push(next.cause, ...(errors ?? []));
  }
  return codes;
}
