import type { RenderSession } from '@framepress/client';
import { languageText } from '../components/format.ts';
import type { Translate } from '../strings/index.ts';

export type SessionCaptions = RenderSession['captions'][number];

/** Returns a name for each track: its language in the language of the page. All names are different. */
export function captionNames(
  captions: readonly SessionCaptions[],
  t: Translate,
  lang: string,
): string[] {
  const takenNames = new Set<string>();
  return captions.map(({ language }) => {
    const usual = language === null ? t('render.captions') : languageText(language, lang);
    const [first = ''] = usual;
    const capital = first.toLocaleUpperCase(lang) + usual.slice(first.length);
    let name = capital;
    for (let number = 2; takenNames.has(name); number += 1) name = `${capital} ${number}`;
    takenNames.add(name);
    return name;
  });
}
