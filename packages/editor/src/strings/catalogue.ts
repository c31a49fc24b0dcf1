export type Labelled = Readonly<Record<string, { readonly label: string }>>;

/** The text of a key: with places like `{name}`, or by plural category with the place `{count}`. */
export type Text = string | Plural;
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};
export type Strings = Readonly<Record<string, Text>>;

export type Values = Readonly<Record<string, string | number>>;

/** Returns the text of a key in the language of the page. Numbers are written as in that language. */
export type TranslateOf<Key extends string> = {
  (key: Key, values?: Values): string;
  /** The language of the texts. */
  readonly lang: string;
};

/** The languages that have strings. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'ar', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ku-arab|nqo|pa-arab|ps|sd|syr|ug|ur|yi)(-|$)/i;

/** Returns the direction in which a language is written. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(lang) ? 'rtl' : 'ltr';
}

/** Returns the first of the wanted languages that has strings, or English: `['de-AT', 'en']` is German. */
export function chooseLanguage(preferences: readonly string[]): Language {
  for (const tag of preferences) {
    const primary = tag.toLowerCase().split('-')[0];
    const knownLanguage = LANGUAGES.find((language) => language === primary);
    if (knownLanguage) return knownLanguage;
  }
  return 'en';
}

/**
 * Returns a text whose direction does not change that of the text around it: names of files, sizes and
 * addresses keep their order in a sentence that is written from right to left.
 */
export function isolated(text: string): string {
  return `\u2068${withBalancedMarks(text)}\u2069`;
}

/** Removes or closes the marks of direction by which a text would turn the text around it. */
function withBalancedMarks(text: string): string {
  let depth = 0;
  const balancedText = text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => {
    if (mark <= '\u202e' || (mark === '\u2069' && depth === 0)) return '';
    depth += mark === '\u2069' ? -1 : 1;
    return mark;
  });
  return balancedText + '\u2069'.repeat(depth);
}

const HAS_RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a name in a text that is written from left to right, if it has an effect on the text. */
function isolatedIfNeeded(text: string): string {
  return HAS_RIGHT_TO_LEFT.test(text) || withBalancedMarks(text) !== text ? isolated(text) : text;
}

/**
 * Returns the translation function of a language. Keys without a text in `strings` use that of
 * `english`. A key that neither has is returned itself.
 */
export function translatorOf<Key extends string>(
  lang: string,
  english: Readonly<Record<Key, Text>>,
  strings: Readonly<Partial<Record<Key, Text>>> = english,
): TranslateOf<Key> {
  const numbers = new Intl.NumberFormat(lang);
  const plurals = new Intl.PluralRules(lang);
  const englishPlurals = new Intl.PluralRules('en');
  const isolate = directionOf(lang) === 'rtl' ? isolated : isolatedIfNeeded;
  const translate = (key: Key, values: Values = {}) => {
    const isTranslated = strings[key] !== undefined;
    const text = strings[key] ?? english[key];
    if (text === undefined) return key;
    const rules = isTranslated ? plurals : englishPlurals;
    const form =
      typeof text === 'string' ? text : (text[rules.select(Number(values['count']))] ?? text.other);
    return form.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      if (value === undefined) return place;
      return typeof value === 'number' ? numbers.format(value) : isolate(value);
    });
  };
  return Object.assign(translate, { lang });
}

/** Import the file of each language. */
type Loaders<Key extends string> = Readonly<
  Record<
    Exclude<Language, 'en'>,
    () => Promise<{ readonly default: Readonly<Partial<Record<Key, Text>>> }>
  >
>;

/**
 * Returns the strings of a page in all languages. English is there at once. Each other language is a
 * chunk of its own, because a page shows one language.
 */
export function catalogueOf<Key extends string>(
  english: Readonly<Record<Key, Text>>,
  loaders: Loaders<Key>,
) {
  const loaded = new Map<Language, Readonly<Partial<Record<Key, Text>>>>([['en', english]]);
  return {
    /** Loads a language, and returns the one that can be shown: English if the chunk is not there. */
    loadStrings: async (language: Language): Promise<Language> => {
      if (language === 'en' || loaded.has(language)) return language;
      try {
        loaded.set(language, (await loaders[language]()).default);
        return language;
      } catch {
        return 'en';
      }
    },
    /** Returns the translation function of a language, in English until the language is loaded. */
    translator: (language: Language): TranslateOf<Key> => {
      const strings = loaded.get(language);
      return translatorOf(strings ? language : 'en', english, strings);
    },
  };
}

/**
 * Returns a message of the service with the labels of editables, which people know, instead of their names.
 * The service writes names as in JSON: `"t_01"` becomes `“Guest”`.
 */
export function withLabels(message: string, editables: Labelled): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)+"/g, (quoted) => {
    const name = nameIn(quoted);
    const label = Object.hasOwn(editables, name) ? editables[name]?.label : undefined;
    return label === undefined ? quoted : `“${isolated(label)}”`;
  });
}

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
