import { AppError, findMessage, say, type Wording } from '../../base/index.ts';

type Advice = { hint?: string; cause?: unknown };

/**
 * Returns a `font_invalid` error with the kind of data received for the font `label`, and a hint.
 */
export function fontInvalid(
  label: string,
  received: Wording,
  { hint = 'Export the font again, or use another font.', cause }: Advice = {},
): AppError {
  return new AppError(
    'font_invalid',
    say`Expected a TrueType or OpenType font for ${findMessage(label)} but received ${received}.`,
    { hint },
    { cause },
  );
}
