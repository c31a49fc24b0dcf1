import { catalogueOf, type TranslateOf } from '@framepress/editor/strings';
import en from './en.json' with { type: 'json' };

/** Returns a text of the page of a new batch, which has a catalogue of its own: it is loaded with the page. */
export type Say = TranslateOf<keyof typeof en>;

export const { loadStrings, translator } = catalogueOf<keyof typeof en>(en, {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  hi: () => import('./hi.json', { with: { type: 'json' } }),
});
