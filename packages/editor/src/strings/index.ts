import { catalogueOf, type TranslateOf } from './catalogue.ts';
import en from './en.json' with { type: 'json' };

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

/** The keys of the editor's strings. */
export type StringKey = keyof typeof en;
export type Translate = TranslateOf<StringKey>;

export const { loadStrings, translator } = catalogueOf<StringKey>(en, {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  hi: () => import('./hi.json', { with: { type: 'json' } }),
});
