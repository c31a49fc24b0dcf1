export type PlayerErrorCode =
  | 'engine_unavailable'
  | 'composition_unreadable'
  | 'composition_too_large'
  | 'file_unavailable'
  | 'audio_unavailable'
  | 'audio_not_allowed'
  | 'still_unavailable'
  | 'drawing_failed';

/** A fault that the player reports in its `error` event. The last good frame stays. */
export class PlayerError extends Error {
  readonly code: PlayerErrorCode;

  constructor(code: PlayerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PlayerError';
    this.code = code;
  }
}

/** Whether work ended because a newer request replaced it. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
