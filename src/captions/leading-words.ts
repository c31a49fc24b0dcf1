/** Words that belong to the word behind them, by language. A line does not end with them. */
const LEADERS: Readonly<Record<string, readonly string[]>> = {
  en: ['a', 'an', 'the', 'my', 'your', 'his', 'her', 'our', 'their', 'its', 'of', 'to'],
  de: [
    ...['der', 'die', 'das', 'den', 'dem', 'des', 'ein', 'eine', 'einen', 'einem', 'einer'],
    ...['eines', 'mein', 'dein', 'sein', 'ihr', 'im', 'am', 'zum', 'zur'],
  ],
  fr: ['le', 'la', 'les', 'un', 'une', 'des', 'du', 'de', 'au', 'aux', 'mon', 'ton', 'son', 'à'],
  es: ['el', 'la', 'los', 'las', 'un', 'una', 'unos', 'unas', 'de', 'del', 'al', 'mi', 'tu', 'su'],
  pt: ['o', 'a', 'os', 'as', 'um', 'uma', 'de', 'do', 'da', 'dos', 'das', 'no', 'na', 'ao', 'à'],
  it: ['il', 'lo', 'la', 'i', 'gli', 'le', 'un', 'uno', 'una', 'di', 'del', 'della', 'al', 'alla'],
  nl: ['de', 'het', 'een', 'mijn', 'jouw', 'zijn', 'haar', 'van'],
};

const LEADING_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LEADERS).map(([language, words]) => [language, new Set(words)]),
);
const ANY_LANGUAGE: ReadonlySet<string> = new Set(Object.values(LEADERS).flat());
const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * Returns articles and the like, which belong to the word behind them, in lower case. Without a language tag,
 * those of all known languages.
 */
export function leadingWords(language: string | undefined): ReadonlySet<string> {
  if (language === undefined) return ANY_LANGUAGE;
  return LEADING_WORDS.get(language.slice(0, 2).toLowerCase()) ?? NO_WORDS;
}
