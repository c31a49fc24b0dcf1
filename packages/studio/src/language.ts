import { chooseLanguage, directionOf, LANGUAGES, type Language } from '@framepress/editor/strings';

/** Each language calls itself by its own name, so that its readers find it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
  hi: 'हिन्दी',
};

const KEY = 'framepress-language';

/** The language that the person chose in this browser, or that of the browser. */
export function storedLanguage(): Language {
  let storedText: string | null = null;
  try {
    storedText = localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden.
  }
  return (
    LANGUAGES.find((language) => language === storedText) ?? chooseLanguage(navigator.languages)
  );
}

/** Keeps the language for the next visit, if the browser permits it. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The language then lasts until the page is closed.
  }
}

/** Sets language and direction of the document. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
