import { catalogueOf, type Language, type TranslateOf } from '../../strings/catalogue.ts';
import en from './en.json' with { type: 'json' };

/** The keys of the strings that only the voice needs. They are loaded where the service can speak. */
export type VoiceKey = keyof typeof en;

const catalogue = catalogueOf<VoiceKey>(en, {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  hi: () => import('./hi.json', { with: { type: 'json' } }),
});

export const loadVoiceStrings = (lang: string) => catalogue.loadStrings(lang as Language);
export const voiceTranslator = (lang: string): TranslateOf<VoiceKey> =>
  catalogue.translator(lang as Language);
