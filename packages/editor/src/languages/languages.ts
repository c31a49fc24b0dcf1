/** The languages that are offered for captions, beside one that a mapping already has. */
const LANGUAGES = [
  ...['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'cs', 'sv', 'da', 'nb', 'fi', 'el', 'ro'],
  ...['hu', 'uk', 'ru', 'tr', 'ar', 'he', 'fa', 'ur', 'hi', 'bn', 'ta', 'th', 'vi', 'id', 'ms'],
  ...['km', 'am', 'sw', 'ja', 'ko', 'zh-Hans', 'zh-Hant'],
];

/** Returns the name of a language in the language of the page; the tag itself if it is not known. */
export function languageName(tag: string, lang: string): string {
  try {
    const names = new Intl.DisplayNames(lang, { type: 'language' });
    return names.of(tag.replaceAll('_', '-')) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the languages to choose from, by their names. */
export function languageChoices(lang: string, others: readonly (string | undefined)[]): string[] {
  const tags = new Set([...LANGUAGES, ...others.filter((tag) => tag !== undefined)]);
  const { compare } = new Intl.Collator(lang);
  return [...tags].toSorted((tag, other) =>
    compare(languageName(tag, lang), languageName(other, lang)),
  );
}
