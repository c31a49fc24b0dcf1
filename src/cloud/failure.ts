import {
  AppError,
  type ErrorCode,
  findMessage,
  type Message,
  say,
  type Wording,
} from '../base/index.ts';

/** A failed action. `place` is the action, such as `write s3://a/b`; `but` is the reason. */
export type Failure = {
  code: ErrorCode;
  place: Wording;
  but: Wording;
  hint: Wording;
  cause?: unknown;
};

export function deliveryFailure({ code, place, but, hint, cause }: Failure): AppError {
  return new AppError(
    code,
    say`Cannot ${findMessage(place)}: ${findMessage(but)}.`,
    { hint },
    { cause: bare(cause) },
  );
}

/** Error codes of a store, each with our code, the reason and a hint. */
export type KnownCodes = Readonly<Record<string, readonly [ErrorCode, string, string]>>;

/** Returns the error for an error code of a store; undefined for an unknown code. */
export function knownFailure(
  codes: KnownCodes,
  code: string,
  { place, description, cause }: { place: Wording; description: Message; cause: unknown },
): AppError | undefined {
  const failureCode = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (!failureCode) return undefined;
  const [ours, problem, hint] = failureCode;
  return deliveryFailure({
    code: ours,
    place,
    but: say`${findMessage(problem)} (${description})`,
    hint,
    cause,
  });
}

/**
 * Returns the AppError for an error of a store's SDK: the error itself when it is an AppError, a
 * network failure, or else the result of `ofAnswer`, which explains the store's response.
 */
export function sdkFailure(
  error: unknown,
  { place, signal }: { place: Wording; signal: AbortSignal },
  ofAnswer: () => AppError,
): AppError {
  if (error instanceof AppError) return error;
  return deliveryNetworkFailure(error, place, signal) ?? ofAnswer();
}

export function alreadyThere(place: Wording, cause?: unknown): AppError {
  const hint = 'Use a path with {id}, or set overwrite to true.';
  const but = 'an object already exists there';
  return deliveryFailure({ code: 'delivery_exists', place, but, hint, cause });
}

/** Returns the error for an object that was not stored as it was sent. The upload is retried. */
export function deliveryCorrupt(place: Wording, cause?: unknown): AppError {
  const but = 'the checksum of the stored object differs from the checksum of the file';
  return deliveryFailure({
    code: 'delivery_corrupt',
    place,
    but,
    hint: 'The upload is retried.',
    cause,
  });
}

/**
 * Copies the message of an SDK's error without its other fields. They contain requests with keys and
 * tokens, which must not appear in a log.
 */
function bare(error: unknown): Error | undefined {
  if (error === undefined) return undefined;
  const { name, code, status } = sdkErrorFacts(error);
  const description = new Error(
    [name, code, status].filter((part) => part !== undefined).join(' '),
  );
  delete description.stack;
  return description;
}

/** Returns name, code and HTTP status of an error of any SDK. */
export function sdkErrorFacts(error: unknown): { name?: string; code?: string; status?: number } {
  if (typeof error !== 'object' || error === null) return {};
  const { name, code, status, statusCode, $metadata, response } = error as Record<string, unknown>;
  const numbers = [
    status,
    statusCode,
    ($metadata as { httpStatusCode?: unknown } | undefined)?.httpStatusCode,
    (response as { status?: unknown } | undefined)?.status,
  ];
  const statusNumber = numbers.find((n) => typeof n === 'number');
  return {
    ...(typeof name === 'string' && { name: name.slice(0, 80) }),
    ...(typeof code === 'string' && { code: code.slice(0, 80) }),
    ...(typeof statusNumber === 'number' && { status: statusNumber }),
  };
}

/**
 * Returns the error for a failed connection: refused, unknown host, reset, too slow, forbidden by
 * the address policy, or stopped by the signal. Undefined when the store has responded.
 */
export function deliveryNetworkFailure(
  error: unknown,
  place: Wording,
  signal: AbortSignal,
): AppError | undefined {
  if (signal.aborted) return toAppReason(signal, place);
  const chain = chainOf(error);
  const ours = chain.find((link) => link instanceof AppError);
  if (ours) return ours;
  const { status } = sdkErrorFacts(error);
  if (status !== undefined && status >= 200) return undefined;
  const facts = chain.map(sdkErrorFacts);
  const codes = facts.flatMap(({ code }) => (code === undefined ? [] : [code]));
  // Some SDKs wrap our error and copy only its code.
  if (codes.includes('asset_private_address')) {
    const hint = 'The operator can allow addresses with FRAMEPRESS_FETCH_ALLOW.';
    const but = 'its host resolves to a private address';
    return deliveryFailure({ code: 'asset_private_address', place, but, hint });
  }
  const knownReason = REASONS.find(([pattern]) => codes.some((code) => pattern.test(code)));
  if (knownReason) {
    const [, but, hint] = knownReason;
    return deliveryFailure({ code: 'delivery_unreachable', place, but, hint, cause: error });
  }
  // Some SDKs also use this name for a connection that was reset.
  const isSlow = facts.some(({ name }) => name === 'TimeoutError' || name === 'AbortError');
  if (!isSlow && !codes.some((code) => /TIMEOUT|TIMEDOUT/.test(code))) return undefined;
  const hint = 'The upload is retried. If this repeats, check the network to the store.';
  const but = 'the store did not respond in time';
  return deliveryFailure({ code: 'delivery_timeout', place, but, hint, cause: error });
}

const REASONS: [RegExp, string, string][] = [
  [/^(ENOTFOUND|EAI_)/, 'its host name cannot be resolved', 'Check the endpoint and the region.'],
  [/^ECONNREFUSED$/, 'the store refused the connection', 'Check the endpoint and its port.'],
  [
    /CERT|^ERR_TLS|^ERR_SSL|SIGNATURE_FAILURE|ISSUER/,
    'the store has no valid certificate',
    'Renew the certificate, or add its authority with NODE_EXTRA_CA_CERTS.',
  ],
  [/^EPROTO$/, 'its endpoint does not support TLS', 'Check http and https in the endpoint.'],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE|REQUEST_SEND_ERROR|ENETUNREACH|EHOSTUNREACH|HPE_)/,
    'the connection was interrupted',
    'The upload is retried; you need not do anything.',
  ],
];

function toAppReason(signal: AbortSignal, place: Wording): AppError {
  const reason: unknown = signal.reason;
  if (reason instanceof AppError) return reason;
  const stopped = { but: 'it was stopped', hint: 'Start the upload again.' };
  return deliveryFailure({ code: 'canceled', place, ...stopped, cause: reason });
}

/**
 * Returns an error and its causes, the outermost first. At most 20, because causes may form a
 * circle.
 */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  const open: unknown[] = [error];
  while (open.length > 0 && chain.length < 20) {
    const next = open.shift();
    if (typeof next !== 'object' || next === null) continue;
    chain.push(next);
    const { cause, errors, innerError } = next as Record<string, unknown>;
    open.push(cause, innerError, ...(Array.isArray(errors) ? (errors as unknown[]) : []));
  }
  return chain;
}

/** Returns the error for an HTTP status, for stores that give no error code. */
export function deliveryStatusFailure(
  status: number | undefined,
  place: Wording,
  description: Message,
  cause?: unknown,
): AppError {
  const [code, hint] = STATUSES[status ?? 0] ?? codeOfStatus(status);
  return deliveryFailure({
    code,
    place,
    but: say`the store responded ${description}`,
    hint,
    cause,
  });
}

const STATUSES: Record<number, [ErrorCode, string]> = {
  401: ['delivery_denied', 'Check the credentials.'],
  403: ['delivery_denied', 'Check the credentials and what they allow.'],
  404: ['delivery_place_missing', 'Create the bucket or container, or correct its name.'],
  408: ['delivery_timeout', 'The upload is retried.'],
  409: ['delivery_unreachable', 'A different writer uses this path; the upload is retried.'],
  412: ['delivery_exists', 'Use a path with {id}, or set overwrite to true.'],
  413: ['delivery_full', 'The store does not accept files of this size, or its quota is used up.'],
  429: ['delivery_unreachable', 'The store limits requests; the upload is retried later.'],
  507: ['delivery_full', 'Free space in the store.'],
};

/** Returns the code and hint for a status that has none of its own. */
function codeOfStatus(status = 500): [ErrorCode, string] {
  if (status >= 500)
    return ['delivery_unreachable', 'The store fails; the upload is retried later.'];
  return ['delivery_rejected', 'Check the options of the destination.'];
}

/** Says how a store answered: its own code, if it has one, and the HTTP status. */
export function answerText(code: string, status: number | undefined): Message {
  const statusText = status ?? say`unknown`;
  return code === '' ? say`with status ${statusText}` : say`with ${code}, status ${statusText}`;
}
