import { type Language, type Strings, type TranslateOf, translatorOf } from './catalogue.ts';
import { en } from './en.ts';

export {
  chooseLanguage,
  directionOf,
  LANGUAGES,
  type Language,
  type Plural,
  type Strings,
  type Text,
  type TranslateOf,
  translatorOf,
  type Values,
} from './catalogue.ts';

/** The keys of the editor's strings. */
export type StringKey = keyof typeof en;
export type Translate = TranslateOf<StringKey>;

type Loaded = Readonly<Partial<Record<StringKey, Strings[string]>>>;

/** Each language is a chunk of its own, because a page shows one language. */
const LOADERS: Partial<Record<Language, () => Promise<Loaded>>> = {};

const loaded = new Map<string, Loaded>([['en', en]]);

/** Loads the strings of a language. They stay English if the language cannot be loaded. */
export async function loadStrings(language: Language): Promise<void> {
  const load = LOADERS[language];
  if (load && !loaded.has(language)) loaded.set(language, await load());
}

/** Returns the translation function of a language, in English until `loadStrings` has ended. */
export function translator(language: Language): Translate {
  const strings = loaded.get(language);
  return translatorOf(strings ? language : 'en', en, strings);
}
