import { catalogueOf, type Language, type TranslateOf } from './catalogue.ts';
import en from './en.json' with { type: 'json' };
import { loadMessages } from './service-messages.ts';

export {
  catalogueOf,
  chooseLanguage,
  directionOf,
  isolated,
  LANGUAGES,
  type Language,
  type Plural,
  type Strings,
  type Text,
  type TranslateOf,
  translatorOf,
  type Values,
  withLabels,
} from './catalogue.ts';
export { catalogueFaults } from './catalogue-faults.ts';
export { bytesText, loadMessages, translateFault } from './service-messages.ts';

/** The keys of the editor's strings. */
export type StringKey = keyof typeof en;
export type Translate = TranslateOf<StringKey>;

const catalogue = catalogueOf<StringKey>(en, {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  hi: () => import('./hi.json', { with: { type: 'json' } }),
});

export const { translator } = catalogue;

/** Loads a language with the messages of the service, and returns the language that can be shown. */
export async function loadStrings(language: Language): Promise<Language> {
  const [shownLanguage] = await Promise.all([
    catalogue.loadStrings(language),
    loadMessages(language),
  ]);
  return shownLanguage;
}
