import { languageCode } from './language-codes.ts';

/** How players list a track. */
export type TrackName = {
  /** A language tag, such as pt-BR; absent: unknown. */
  tag?: string;
  /** The language in three letters, such as `por`; `und` if it is unknown. */
  code: string;
  /** The name of the language in that language, such as Deutsch. Every track has another one. */
  title: string;
};

/** The title of a track without a language. */
const NAMELESS = 'Captions';

/** Returns the names of tracks from their languages. */
export function trackNames(languages: readonly (string | undefined)[]): TrackName[] {
  const takenTitles = new Set<string>();
  return languages.map((language) => {
    const tag = language?.replaceAll('_', '-');
    const name = tag === undefined ? NAMELESS : languageName(tag);
    let title = name;
    for (let number = 2; takenTitles.has(title); number += 1) title = `${name} ${number}`;
    takenTitles.add(title);
    return { ...(tag !== undefined && { tag }), code: languageCode(tag), title };
  });
}

/** The name of a language in itself; the tag of an unknown language. */
function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    const [first = ''] = name;
    return first.toLocaleUpperCase(tag) + name.slice(first.length);
  } catch {
    return tag;
  }
}
