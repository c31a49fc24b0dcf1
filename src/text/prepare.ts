import { AppError, say } from '../base/index.ts';
import type { TextDocument } from '../lottie/index.ts';

/** No frame can show more characters, and the layout of this number takes less than a second. */
const MAX_CHARACTERS = 50_000;
/** Reordering isolates takes time that grows with the square of their number. */
const MAX_ISOLATES = 5_000;

/** Splits a text into paragraphs that are ready for layout. Throws `text_invalid`. */
export function paragraphsOf(text: string, { ca }: TextDocument, language: string): string[] {
  if (text.length > MAX_CHARACTERS) {
    throw new AppError(
      'text_invalid',
      say`Expected at most ${MAX_CHARACTERS} characters for a text but received ${text.length}.`,
      { hint: 'Shorten the text.' },
    );
  }
  if (!text.isWellFormed()) {
    throw new AppError(
      'text_invalid',
      say`Expected well-formed Unicode for a text but received a lone surrogate at index ${loneSurrogate(text)}.`,
      { hint: 'Do not split a text between the two halves of a character such as an emoji.' },
    );
  }
  const isolates = text.match(/[\u2066-\u2068]/g)?.length ?? 0;
  if (isolates > MAX_ISOLATES) {
    throw new AppError(
      'text_invalid',
      say`Expected at most ${MAX_ISOLATES} directional isolates for a text but received ${isolates}.`,
      { hint: 'Remove U+2066 to U+2069 where the direction is clear without them.' },
    );
  }
  return (
    (ca === 1 ? text.toLocaleUpperCase(language) : text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: After Effects breaks lines by U+0003
      .split(/\r\n|[\n\v\f\r\u0003\u0085\u2028\u2029]/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no glyphs
      .map((line) => line.replaceAll('\t', ' ').replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ''))
  );
}

/** The index of the first lone surrogate; the length of a text without one. */
function loneSurrogate(text: string): number {
  const fixed = text.toWellFormed();
  let index = 0;
  while (text.charCodeAt(index) === fixed.charCodeAt(index)) index += 1;
  return index;
}

/**
 * A language tag (BCP 47) that JavaScript and HarfBuzz accept; English for an invalid tag. HarfBuzz
 * never frees a tag, so only language, script and region are used: clients cannot invent these
 * without limit.
 */
export function knownLanguage(tag: string): string {
  try {
    const { language, script, region } = new Intl.Locale(tag.replaceAll('_', '-'));
    return [language, script, region].filter(Boolean).join('-');
  } catch {
    return 'en';
  }
}
