import type { Entry } from './entries.ts';

/** Which texts the frame shows: the design's own, or others that show whether the design holds. */
export type Trial = 'own' | 'short' | 'long';

type Entries = readonly Pick<Entry, 'type' | 'name' | 'isChosen' | 'fields' | 'contents'>[];
export type Resources = Record<string, { source: { text: string } }>;

const MIN_LONG = 48;
const MAX_LONG = 400;

/**
 * Returns the entries of a mapping that fill all chosen texts for a trial. `words` are sentences in the language
 * of the person.
 */
export function resourcesOf(
  entries: Entries,
  trial: Trial,
  words: { short: string; long: string },
): Resources {
  const resources: Resources = {};
  for (const entry of entries) {
    const { name, type, isChosen, fields } = entry;
    if (!isChosen || type !== 'text' || trial === 'own') continue;
    const most = fields.max_length ?? MAX_LONG;
    const sample = entry.contents[0]?.sample ?? '';
    const length = Math.max(MIN_LONG, 2 * [...sample].length);
    const text = trial === 'short' ? words.short : textOf(words.long, Math.min(length, most));
    resources[name] = { source: { text: [...text].slice(0, most).join('').trim() } };
  }
  return resources;
}

/** Returns a text of whole words with about this many characters, but not more. */
function textOf(words: string, length: number): string {
  let text = words;
  while ([...text].length < length) text += ` ${words}`;
  const characters = [...text].slice(0, length);
  const isWordEnd = [...text][length] === ' ' || !characters.includes(' ');
  const end = isWordEnd ? length : characters.lastIndexOf(' ');
  return characters.slice(0, Math.max(1, end)).join('');
}
