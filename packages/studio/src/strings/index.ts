import {
  catalogueOf,
  type Language,
  loadMessages,
  type TranslateOf,
} from '@framepress/editor/strings';
import type { SettingsKey } from '../settings/strings/index.ts';
import en from './en.json' with { type: 'json' };

/** Keys of all pages. The texts of the settings are only there: see `withSettingsTexts`. */
export type StringKey = keyof typeof en | SettingsKey;
export type Translate = TranslateOf<StringKey>;

const catalogue = catalogueOf<keyof typeof en>(en, {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  hi: () => import('./hi.json', { with: { type: 'json' } }),
});

/** Returns the texts of all pages but those of the settings, whose keys stay as they are. */
export function translator(language: Language): Translate {
  return catalogue.translator(language) as Translate;
}

/** Loads a language with the messages of the service, and returns the language that can be shown. */
export async function loadStrings(language: Language): Promise<Language> {
  const [shownLanguage] = await Promise.all([
    catalogue.loadStrings(language),
    loadMessages(language),
  ]);
  return shownLanguage;
}
