import { AppError } from '../base/index.ts';

/** Of what was made here and is not as it should be. */
export function corrupt(message: string, cause?: unknown): AppError {
  return new AppError('render_corrupt', message, { hint: 'Render again.' }, { cause });
}

/** Of segments that cannot be parts of one video. */
export function twoKinds(): AppError {
  return corrupt('Expected segments that were encoded alike but found two kinds.');
}
