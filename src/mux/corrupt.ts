import { AppError, type Wording } from '../base/index.ts';

/** An error for faulty files that this service itself has made. */
export function corrupt(message: Wording, cause?: unknown): AppError {
  return new AppError('render_corrupt', message, { hint: 'Render again.' }, { cause });
}

/** An error for segments that cannot be joined to one video. */
export function differentEncodings(): AppError {
  return corrupt('Expected segments with the same encoding but found two different encodings.');
}
