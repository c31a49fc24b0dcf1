/** A character of the basic plane for every class that letters, signs and digits beyond it have. */
const STAND_INS: Readonly<Record<string, string>> = {
  ...{ L: 'a', R: '\u05d0', AL: '\u0627', EN: '1', AN: '\u0661', ON: '!', NSM: '\u0300' },
  ...{ ES: '+', ET: '%', CS: ',' },
};
const IGNORED = '\u00ad';

/**
 * The text with a stand-in of the same class (UAX #9) for each character of two UTF-16 units, of
 * which bidi-js sees each alone and takes it for a letter from left to right: emoji as Adlam.
 */
export function inBasicPlane(text: string, classOf: (character: string) => string): string {
  return text.replaceAll(
    /[\u{10000}-\u{10ffff}]/gu,
    (character) => (STAND_INS[classOf(character)] ?? IGNORED) + IGNORED,
  );
}
