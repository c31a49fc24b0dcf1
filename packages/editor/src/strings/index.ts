import { catalogueOf, type TranslateOf } from './catalogue.ts';
import { en } from './en.ts';

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
} from './catalogue.ts';
export { catalogueFaults } from './catalogue-faults.ts';
export { withLabels } from './with-labels.ts';

/** The keys of the editor's strings. */
export type StringKey = keyof typeof en;
export type Translate = TranslateOf<StringKey>;

export const { loadStrings, translator } = catalogueOf<StringKey>(en, {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  pt: async () => (await import('./pt.ts')).pt,
  ja: async () => (await import('./ja.ts')).ja,
  ar: async () => (await import('./ar.ts')).ar,
  hi: async () => (await import('./hi.ts')).hi,
});
