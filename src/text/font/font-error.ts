import { AppError } from '../../base/index.ts';

type Advice = { hint?: string; cause?: unknown };

/** A `font_invalid` error: what came for the font that `label` names, and what would work. */
export function fontInvalid(
  label: string,
  received: string,
  { hint = 'Export the font again, or use another one.', cause }: Advice = {},
): AppError {
  return new AppError(
    'font_invalid',
    `Expected a TrueType or OpenType font for ${label} but received ${received}.`,
    { hint },
    { cause },
  );
}
