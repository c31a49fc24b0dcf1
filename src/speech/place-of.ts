/** Characters of a text in which the next word is searched. */
const WINDOW = 200;

/**
 * Returns the index of a word in the part of a text behind `from`, with other capitals if need be. Undefined: it is
 * not there.
 */
export function placeOf(word: string, text: string, from: number): number | undefined {
  const part = text.slice(from, from + WINDOW + word.length);
  const exact = part.indexOf(word);
  if (exact >= 0) return from + exact;
  const lower = part.toLowerCase();
  const at = lower.length === part.length ? lower.indexOf(word.toLowerCase()) : -1;
  return at >= 0 ? from + at : undefined;
}
