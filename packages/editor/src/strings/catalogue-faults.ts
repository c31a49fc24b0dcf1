import { LANGUAGES, type Language, type Strings, type Text } from './catalogue.ts';

type Catalogues = Readonly<Record<Exclude<Language, 'en'>, Strings>>;

/** Categories of very large numbers, which no page shows. `other` stands in for them. */
const RARE: Readonly<Record<string, readonly string[]>> = {
  es: ['many'],
  fr: ['many'],
  pt: ['many'],
};

/**
 * For tests: returns what is wrong with the translations of a catalogue. `shared` are the English texts
 * that are also right in another language, such as names.
 */
export function catalogueFaults(
  english: Strings,
  catalogues: Catalogues,
  shared: readonly string[],
): string[] {
  return LANGUAGES.flatMap((language) => {
    if (language === 'en') return [];
    const strings = catalogues[language];
    const unknown = Object.keys(strings).filter((key) => !Object.hasOwn(english, key));
    const faults = Object.entries(english).flatMap(([key, text]) => {
      const translated = strings[key];
      if (translated === undefined) return [`${key}: missing`];
      return textFaults(text, translated, language, shared).map((fault) => `${key}: ${fault}`);
    });
    return [...unknown.map((key) => `${key}: unknown`), ...faults].map(
      (fault) => `${language} ${fault}`,
    );
  });
}

/**
 * Returns the faults of a translation: empty or English forms, other places, and plural categories
 * that the language lacks or does not have.
 */
function textFaults(
  english: Text,
  text: Text,
  language: Language,
  shared: readonly string[],
): string[] {
  const faults: string[] = [];
  const [englishForms, forms] = [formsOf(english), formsOf(text)];
  const last = englishForms['other'] ?? '';
  for (const [category, form] of Object.entries(forms)) {
    const isSame = Object.values(englishForms).includes(form) && !shared.includes(form);
    if (form.trim() === '') faults.push(`empty (${category})`);
    if (isSame && /\p{L}/u.test(form.replaceAll(/\{\w+\}/g, ''))) faults.push(`English: ${form}`);
    if (!hasPlaces(form, category, englishForms[category] ?? last))
      faults.push(`places of “${form}”`);
  }
  if (typeof english !== typeof text) faults.push('plural in one of the two languages only');
  else if (typeof text !== 'string') {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const textCategories = Object.keys(text);
    const missing = categories.filter(
      (name) => !textCategories.includes(name) && !RARE[language]?.includes(name),
    );
    const unneeded = textCategories.filter(
      (name) => !categories.some((category) => category === name),
    );
    if (missing.length > 0) faults.push(`without ${missing}`);
    if (unneeded.length > 0) faults.push(`has no ${unneeded} in this language`);
  }
  return faults;
}

/** Returns the plural forms of a text; a text without them has `other` only. */
function formsOf(text: Text): Readonly<Record<string, string>> {
  return typeof text === 'string' ? { other: text } : text;
}

/** The words for one or two may stand for the number, and those for none also for other values. */
function hasPlaces(form: string, category: string, englishForm: string): boolean {
  if (placesOf(form) === placesOf(englishForm)) return true;
  const isPlaceKnown = (place: string) => englishForm.includes(place);
  if (category === 'zero') return placesOf(form).split(' ').every(isPlaceKnown);
  const uncounted = (text: string) => placesOf(text.replaceAll('{count}', ''));
  return ['one', 'two'].includes(category) && uncounted(form) === uncounted(englishForm);
}

/** Returns the places `{…}` of a text in a fixed order, to compare them. */
function placesOf(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)].map(String).toSorted().join(' ');
}
