import { defined } from './defined.ts';
import {
  findMessage,
  type Message,
  type MessageParams,
  say,
  textOf,
  type Wording,
  worded,
} from './say.ts';

/**
 * All failures that users can meet: the HTTP status, and whether the same request may succeed later
 * without a change. `docs/errors.md` explains each.
 */
export const ERROR_CODES = {
  // The request
  malformed_body: { status: 400, retryable: false },
  invalid_request: { status: 422, retryable: false },
  unauthorized: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  conflict: { status: 409, retryable: false },
  precondition_failed: { status: 412, retryable: false },
  idempotency_conflict: { status: 409, retryable: false },
  payload_too_large: { status: 413, retryable: false },
  unsupported_media_type: { status: 415, retryable: false },
  rate_limited: { status: 429, retryable: true },
  queue_full: { status: 429, retryable: true },
  quota_exceeded: { status: 429, retryable: true },
  daily_limit_exceeded: { status: 429, retryable: true },
  unavailable: { status: 503, retryable: true },
  link_expired: { status: 403, retryable: false },
  range_not_satisfiable: { status: 416, retryable: false },
  // The mapping
  editable_missing: { status: 422, retryable: false },
  editable_unknown: { status: 422, retryable: false },
  editable_wrong_type: { status: 422, retryable: false },
  text_invalid: { status: 422, retryable: false },
  color_invalid: { status: 422, retryable: false },
  control_invalid: { status: 422, retryable: false },
  url_invalid: { status: 422, retryable: false },
  upload_unknown: { status: 422, retryable: false },
  font_unknown: { status: 422, retryable: false },
  crop_invalid: { status: 422, retryable: false },
  captions_invalid: { status: 422, retryable: false },
  template_version_unknown: { status: 422, retryable: false },
  template_version_not_ready: { status: 409, retryable: true },
  // The rows of a batch
  rows_unreadable: { status: 422, retryable: false },
  column_unknown: { status: 422, retryable: false },
  // The template's package
  package_unreadable: { status: 422, retryable: false },
  package_too_large: { status: 422, retryable: false },
  package_path_unsafe: { status: 422, retryable: false },
  package_incomplete: { status: 422, retryable: false },
  animation_not_found: { status: 422, retryable: false },
  theme_not_found: { status: 422, retryable: false },
  theme_invalid: { status: 422, retryable: false },
  template_json_invalid: { status: 422, retryable: false },
  lottie_malformed: { status: 422, retryable: false },
  lottie_invalid: { status: 422, retryable: false },
  lottie_too_large: { status: 422, retryable: false },
  lottie_precomp_cycle: { status: 422, retryable: false },
  lottie_asset_missing: { status: 422, retryable: false },
  // Fonts
  font_invalid: { status: 422, retryable: false },
  font_missing: { status: 422, retryable: false },
  // Media from outside
  asset_not_found: { status: 422, retryable: false },
  asset_forbidden: { status: 422, retryable: false },
  asset_unreachable: { status: 422, retryable: true },
  asset_timeout: { status: 422, retryable: true },
  asset_too_large: { status: 422, retryable: false },
  asset_not_media: { status: 422, retryable: false },
  asset_private_address: { status: 422, retryable: false },
  asset_corrupt: { status: 422, retryable: false },
  video_too_short: { status: 422, retryable: false },
  sound_too_short: { status: 422, retryable: false },
  // Speech and words from audio
  speech_unavailable: { status: 422, retryable: false },
  speech_failed: { status: 422, retryable: true },
  transcription_unavailable: { status: 422, retryable: false },
  transcription_failed: { status: 422, retryable: true },
  // Rendering
  render_failed: { status: 500, retryable: true },
  render_timeout: { status: 500, retryable: true },
  render_corrupt: { status: 500, retryable: true },
  inputs_gone: { status: 409, retryable: false },
  canceled: { status: 409, retryable: false },
  limit_exceeded: { status: 422, retryable: false },
  process_crashed: { status: 500, retryable: true },
  // Delivery
  target_invalid: { status: 422, retryable: false },
  destination_unknown: { status: 422, retryable: false },
  delivery_denied: { status: 422, retryable: true },
  delivery_place_missing: { status: 422, retryable: true },
  delivery_exists: { status: 422, retryable: false },
  delivery_full: { status: 422, retryable: true },
  delivery_rejected: { status: 422, retryable: true },
  delivery_unreachable: { status: 422, retryable: true },
  delivery_timeout: { status: 422, retryable: true },
  delivery_corrupt: { status: 422, retryable: true },
  delivery_source_gone: { status: 422, retryable: false },
  // The machine
  config_invalid: { status: 500, retryable: false },
  environment_incomplete: { status: 503, retryable: true },
  storage_failed: { status: 503, retryable: true },
  secret_key_missing: { status: 503, retryable: true },
  data_dir_locked: { status: 503, retryable: true },
  internal: { status: 500, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The location of a fault and a remedy. Only known fields are set. */
export type ErrorDetails = {
  /** JSON Pointer (RFC 6901) into the request body. */
  pointer?: string;
  /** The editable's name. */
  editable?: string;
  /** Without its query, which may contain secrets. */
  url?: string;
  /** Layer names from the outermost composition, joined with ` > `. */
  layerPath?: string;
  /** A remedy, in one sentence. */
  hint?: Wording;
  /** Overrides the table's value for this failure. */
  retryable?: boolean;
  /** The limit of the account that was exceeded. */
  limit?: ExceededLimit;
  /** Whether people can sign in to the studio with OpenID Connect. */
  signIn?: { openid: boolean };
  /** The current revision of a resource that has changed meanwhile. */
  revision?: number;
};

/** A limit of an account, its use, and the earliest time at which it may allow the same request. */
export type ExceededLimit = {
  name:
    | 'queued_sessions'
    | 'frames_per_day'
    | 'stored_bytes'
    | 'speech_characters_per_day'
    | 'transcription_seconds_per_day'
    | 'unfinished_batches'
    | 'edit_stored_bytes'
    | 'edit_speech_characters_per_day'
    | 'edit_transcription_seconds_per_day';
  limit: number;
  used: number;
  /** The part of the limit that the request needs, if it is not one. */
  requested?: number;
  /** Null: unknown. */
  freesAtMs: number | null;
};

/** A limit as clients see it. */
export type PublicLimit = Omit<ExceededLimit, 'freesAtMs'> & { frees_at: string | null };

/** A fault as clients see it, in problem+json and in a session's `errors`. */
export type Fault = {
  code: ErrorCode;
  message: string;
  /** What a translation of the message needs. See `say`. */
  message_id?: string;
  params?: MessageParams;
  pointer?: string;
  editable?: string;
  url?: string;
  layer_path?: string;
  hint?: string;
  hint_id?: string;
  hint_params?: MessageParams;
  retryable: boolean;
  limit?: PublicLimit;
};

/** A failure with a code from the table. `faults` has one entry for each fault. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly faults: readonly Fault[];

  constructor(
    code: ErrorCode,
    message: Wording,
    details: ErrorDetails = {},
    options: { cause?: unknown; faults?: readonly Fault[] } = {},
  ) {
    super(textOf(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.faults = options.faults ?? [fault(code, message, details)];
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get retryable(): boolean {
    return this.details.retryable ?? ERROR_CODES[this.code].retryable;
  }

  /**
   * Combines all of `faults` in one error; the first gives the code. Asserts that there is at least
   * one.
   */
  static fromFaults(faults: readonly Fault[]): AppError {
    const first = faults[0];
    if (first === undefined) throw new Error('AppError.fromFaults needs at least one fault');
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
    const { code, message, retryable, limit } = first;
    const details = { retryable, ...(limit && { limit: readLimit(limit) }) };
    return new AppError(code, message + more, details, { faults });
  }
}

/**
 * One problem in an answer. `retryable` is that of the code unless the details state it; undefined details
 * are left out.
 */
export function fault(code: ErrorCode, message: Wording, details: ErrorDetails = {}): Fault {
  return {
    code,
    ...worded(message, details.hint),
    ...defined({
      pointer: details.pointer,
      editable: details.editable,
      url: details.url,
      layer_path: details.layerPath,
    }),
    retryable: details.retryable ?? ERROR_CODES[code].retryable,
    ...(details.limit && { limit: presentLimit(details.limit) }),
  };
}

/** Returns the public form of a limit. */
export function presentLimit({ freesAtMs, ...limit }: ExceededLimit): PublicLimit {
  return { ...limit, frees_at: freesAtMs === null ? null : new Date(freesAtMs).toISOString() };
}

function readLimit({ frees_at, ...limit }: PublicLimit): ExceededLimit {
  return { ...limit, freesAtMs: frees_at === null ? null : Date.parse(frees_at) };
}

/**
 * `Expected <what> for <path> but received <value>.` with the value shortened to a readable length. It has a
 * translation if `what` has one.
 */
export function expected(what: Wording, path: Wording, received: unknown): Message {
  const expectation = findMessage(what);
  const value = describeValue(received);
  const message = say`Expected ${expectation} for ${path} but received ${value}.`;
  return expectation.id === undefined ? { text: message.text, isEnglishOnly: true } : message;
}

/** Describes a received value for a message: strings are shortened, arrays and objects only counted. */
function describeValue(value: unknown): Wording {
  if (value === undefined) return say`nothing`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null)
    return String(value);
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}…` : value.toWellFormed());
  }
  if (typeof value !== 'object') return say`a value of type ${typeof value}`;
  if (Array.isArray(value)) return say`an array of ${value.length}`;
  const count = Object.keys(value).length;
  return count === 1 ? say`an object with ${count} entry` : say`an object with ${count} entries`;
}
