import { AppError } from '../base/index.ts';
import type { Range } from '../output/index.ts';

/** Returns the range. Throws `invalid_request` for frames that the composition does not have. */
export function checkRange(range: Range, frameCount: number): Range {
  const { first, count } = range;
  const fits =
    Number.isInteger(first) &&
    Number.isInteger(count) &&
    first >= 0 &&
    count >= 1 &&
    first + count <= frameCount;
  if (fits) return range;
  throw new AppError(
    'invalid_request',
    `Expected frames from 0 to ${frameCount - 1} but received ${first} to ${first + count - 1}.`,
    { hint: `The template has ${frameCount} frames.` },
  );
}
