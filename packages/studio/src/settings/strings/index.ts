import {
  catalogueOf,
  type Language,
  type TranslateOf,
  type Values,
} from '@framepress/editor/strings';
import en from './en.json' with { type: 'json' };

export type SettingsKey = keyof typeof en;

/** The texts of the settings, which are loaded with their page. */
const catalogue = catalogueOf<SettingsKey>(en, {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  hi: () => import('./hi.json', { with: { type: 'json' } }),
});

/** Loads the texts of the settings in a language. Returns a function with them and those of `t`. */
export async function withSettingsTexts<Key extends string>(
  t: TranslateOf<Key>,
  lang: Language,
): Promise<TranslateOf<Key>> {
  const say = catalogue.translator(await catalogue.loadStrings(lang));
  const translate = (key: Key, values?: Values) => (isOwn(key) ? say(key, values) : t(key, values));
  return Object.assign(translate, { lang: t.lang });
}

function isOwn(key: string): key is SettingsKey {
  return Object.hasOwn(en, key);
}
