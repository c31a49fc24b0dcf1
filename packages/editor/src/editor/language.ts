import { chooseLanguage, type Language, loadStrings } from '../strings/index.ts';

/** Loads the strings of an element: in its language, else in that of the page, else of the browser. */
export function loadLanguageOf(element: HTMLElement): Promise<Language> {
  const page = element.closest('[lang]')?.getAttribute('lang') ?? '';
  return loadStrings(chooseLanguage([element.lang, page, ...navigator.languages]));
}
