import { MESSAGES } from './messages/index.ts';

/** The values of a message's places in JSON: numbers, texts, lists of texts, and inner messages. */
export type MessageParams = Readonly<Record<string, unknown>>;

/**
 * A sentence in English, with what a translation of it needs. Without an id it has no translation.
 * `say` makes it.
 */
export type Message = {
  readonly text: string;
  readonly id?: string;
  readonly params?: MessageParams;
  /** A sentence around it would be half English in other languages, so it has no translation either. */
  readonly isEnglishOnly?: true;
};

/** A message, or English text. `worded` finds the id of a text that has no places. */
export type Wording = string | Message;

/** A name, or each of a list, that is written in quotes. */
type Quoted = { readonly quoted: string | readonly string[] };
type Value = string | number | readonly string[] | Quoted | Message;

/** The fields by which a fault, a warning or a report entry carries its sentences. */
export type Worded = {
  message: string;
  message_id?: string;
  params?: MessageParams;
  hint?: string;
  hint_id?: string;
  hint_params?: MessageParams;
};

type Entry = { id: string; places: readonly string[] };

/** Separates the fixed parts of a sentence; no sentence contains it. */
const PLACE = '\u0000';

/** The messages by their fixed English parts, and by their words as they are: a text may contain `{id}`. */
const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  Object.entries(MESSAGES).flatMap(([id, english]): [string, Entry][] => {
    const places = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return [
      [english, { id, places: [] }],
      [keyOf(english), { id, places }],
    ];
  }),
);

/** The fixed parts of a sentence with places: `"{name}"` is a name in quotes. */
function keyOf(english: string): string {
  return english.replaceAll(/"\{\w+\}"|\{\w+\}/g, PLACE);
}

/**
 * Returns a message from its English text, for example say`Expected at least ${min} rows.`. Its id and
 * the names of its places come from the catalogue, `base/messages/`; a test compares both.
 */
export function say(parts: TemplateStringsArray, ...values: readonly Value[]): Message {
  const text = parts.reduce((sum, part, at) => sum + textOfValue(values[at - 1] ?? '') + part);
  const entry = ENTRIES.get(parts.join(PLACE));
  if (!entry || values.some(isEnglishOnly)) return { text, isEnglishOnly: true };
  const params = entry.places.map((name, at) => [name, paramOf(values[at] ?? '')]);
  return { text, id: entry.id, ...(params.length > 0 && { params: Object.fromEntries(params) }) };
}

/** A name, or several, that the sentence has in quotes: a translation has those of its language. */
export function quoted(name: string | readonly string[]): Quoted {
  return { quoted: name };
}

/** Returns the message of a text without places; the text itself if the catalogue does not have it. */
export function findMessage(wording: Wording): Message {
  if (typeof wording !== 'string') return wording;
  const entry = ENTRIES.get(wording);
  return entry ? { text: wording, id: entry.id } : { text: wording };
}

/** Returns the English text of a message. */
export function textOf(wording: Wording): string {
  return typeof wording === 'string' ? wording : wording.text;
}

/** Returns a message and a hint as the fields of a fault or warning. */
export function worded(message: Wording, hint?: Wording): Worded {
  const { text, id, params } = findMessage(message);
  return {
    message: text,
    ...(id !== undefined && { message_id: id }),
    ...(params && { params }),
    ...(hint !== undefined && wordedHint(findMessage(hint))),
  };
}

/** Returns a hint as the fields of a fault; they replace those of another hint. */
export function hinted(hint: Wording): {
  hint: string;
  hint_id: string;
  hint_params: MessageParams;
} {
  const { text, id = '', params = {} } = findMessage(hint);
  return { hint: text, hint_id: id, hint_params: params };
}

function wordedHint({ text, id, params }: Message): Omit<Worded, 'message'> {
  return {
    hint: text,
    ...(id !== undefined && { hint_id: id }),
    ...(params && { hint_params: params }),
  };
}

/** Returns the message and the hint of such fields again. */
export function wordingsOf({ message, message_id, params, hint, hint_id, hint_params }: Worded): {
  message: Wording;
  hint: Wording | undefined;
} {
  const wordingOf = (
    text: string,
    id: string | undefined,
    values: MessageParams | undefined,
  ): Wording => (id === undefined ? text : { text, id, ...(values && { params: values }) });
  return {
    message: wordingOf(message, message_id, params),
    hint: hint === undefined ? undefined : wordingOf(hint, hint_id, hint_params),
  };
}

function isEnglishOnly(value: Value): boolean {
  return typeof value === 'object' && 'text' in value && value.isEnglishOnly === true;
}

function textOfValue(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if ('quoted' in value)
    return [value.quoted]
      .flat()
      .map((name) => JSON.stringify(name))
      .join(', ');
  return 'text' in value ? value.text : value.join(', ');
}

function paramOf(value: Value): unknown {
  if (typeof value !== 'object') return value;
  if ('quoted' in value) return value.quoted;
  if (!('text' in value)) return value;
  const { id, params, text } = value;
  return id === undefined ? text : { message_id: id, ...(params && { params }) };
}

/** A list of names in quotes for a message: the first `max`, and the number of the others. */
export function someOf(names: readonly string[], max: number): Quoted | Message {
  const list = { quoted: names.slice(0, max) };
  return names.length > max ? say`${list} and ${names.length - max} more` : list;
}
