import { catalogueOf, type Language, type TranslateOf } from '../../strings/catalogue.ts';
import en from './en.json' with { type: 'json' };

/** The keys of the strings that only the captions need. They are loaded with their panel. */
export type CaptionKey = keyof typeof en;
export type TranslateCaptions = TranslateOf<CaptionKey>;

export const { loadStrings, translator } = catalogueOf<CaptionKey>(en, {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  hi: () => import('./hi.json', { with: { type: 'json' } }),
});

/** The language of a context, which is always one that has strings. */
export function languageOf({ lang }: { lang: string }): Language {
  return lang as Language;
}
