/** Korean is written with spaces: its words stay whole. */
const HANGUL = /\p{Script=Hangul}/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const HIRAGANA = /\p{Script=Hiragana}/u;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * Removes from `breaks` the places within words, and in Japanese those before hiragana, which are mostly
 * endings and particles of the word before. Changes the set.
 */
export function keepPhrases(text: string, breaks: Set<number>): void {
  const isJapanese = HIRAGANA.test(text);
  let wordStarts: Set<number> | undefined;
  for (const at of breaks) {
    const [character, nextCharacter] = [characterBefore(text, at), characterAt(text, at)];
    if (HANGUL.test(character) && HANGUL.test(nextCharacter)) breaks.delete(at);
    if (!EAST_ASIAN.test(character) || !EAST_ASIAN.test(nextCharacter)) continue;
    wordStarts ??= new Set([...segmenter.segment(text)].map(({ index }) => index));
    if (!wordStarts.has(at) || (isJapanese && HIRAGANA.test(nextCharacter))) breaks.delete(at);
  }
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
}
