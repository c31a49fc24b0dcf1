import { chooseLanguage, type TranslateOf, translatorOf } from '@framepress/editor/strings';
import { en } from './en.ts';

export type StringKey = keyof typeof en;
export type Translate = TranslateOf<StringKey>;

/** Returns the translation function of a language. */
export function translator(lang: string): Translate {
  return translatorOf<StringKey>(lang, en);
}

/** The language of the person, as far as the studio has its strings. */
export function languageOf(wanted: readonly string[]): string {
  const language = chooseLanguage(wanted);
  return language === 'en' ? language : 'en';
}
