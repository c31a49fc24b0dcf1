/** A character of the basic plane for every bidirectional class of characters beyond it. */
const STAND_INS: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '1',
  AN: '\u0661',
  ON: '!',
  NSM: '\u0300',
  ES: '+',
  ET: '%',
  CS: ',',
};
const IGNORED = '\u00ad';

/**
 * Replaces each character of two UTF-16 units with a basic-plane character of the same class (UAX
 * #9). bidi-js sees the two units separately and treats them as left-to-right letters, which is
 * wrong for emoji and for Adlam.
 */
export function inBasicPlane(text: string, classOf: (character: string) => string): string {
  return text.replaceAll(
    /[\u{10000}-\u{10ffff}]/gu,
    (character) => (STAND_INS[classOf(character)] ?? IGNORED) + IGNORED,
  );
}
