import {
  isolated,
  type Labelled,
  type Language,
  type Strings,
  type TranslateOf,
  translatorOf,
  type Values,
  withLabels,
} from './catalogue.ts';

/** A sentence of the service with what its translation needs. The client's types contain these fields. */
type Said = {
  readonly message?: string | undefined;
  readonly message_id?: string | undefined;
  readonly params?: Params | undefined;
  readonly hint?: string | null | undefined;
  readonly hint_id?: string | undefined;
  readonly hint_params?: Params | undefined;
};
type Params = Readonly<Record<string, unknown>>;

/** The translations of the service's messages by id. In English, the service says them itself. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: Strings }>>> = {
  de: () => import('../messages/de.json', { with: { type: 'json' } }),
  es: () => import('../messages/es.json', { with: { type: 'json' } }),
  fr: () => import('../messages/fr.json', { with: { type: 'json' } }),
  pt: () => import('../messages/pt.json', { with: { type: 'json' } }),
  ja: () => import('../messages/ja.json', { with: { type: 'json' } }),
  ar: () => import('../messages/ar.json', { with: { type: 'json' } }),
  hi: () => import('../messages/hi.json', { with: { type: 'json' } }),
};

type Catalogue = { strings: Strings; translate: TranslateOf<string> };
const catalogues = new Map<string, Catalogue>();

/** Loads the messages of a language. Without them, messages stay English. */
export async function loadMessages(language: Language): Promise<void> {
  if (language === 'en' || catalogues.has(language)) return;
  try {
    const { default: strings } = await LOADERS[language]();
    catalogues.set(language, { strings, translate: translatorOf(language, {}, strings) });
  } catch {
    // The next page tries it again.
  }
}

/**
 * Returns a fault, warning or report entry with its message and hint in the language of `t`. A sentence
 * that the language does not have stays English. Editables are called by their labels.
 */
export function translateFault<Fault extends Said>(
  fault: Fault,
  { lang }: Pick<TranslateOf<string>, 'lang'>,
  editables: Labelled = {},
): Fault {
  const { message, hint } = fault;
  const say = (id: string | undefined, params: Params = {}) =>
    id === undefined ? undefined : sentence({ id, params, lang, editables });
  return {
    ...fault,
    ...(message !== undefined && {
      message: say(fault.message_id, fault.params) ?? withLabels(message, editables),
    }),
    ...(hint && { hint: say(fault.hint_id, fault.hint_params) ?? hint }),
  };
}

type Sentence = { id: string; params: Params; lang: string; editables: Labelled };

/** Returns the text of a message; undefined for an id that the language does not have. */
function sentence({ id, params, lang, editables }: Sentence): string | undefined {
  const { strings, translate } = catalogues.get(lang) ?? {};
  if (!translate || !strings || !Object.hasOwn(strings, id)) return undefined;
  const values = Object.entries(params).map(([name, value]) => [
    name,
    valueText(value, { name, lang, editables }),
  ]);
  return translate(id, Object.fromEntries(values) as Values);
}

/** The places of a sentence that may have the name of an editable. */
const NAMING: ReadonlySet<string> = new Set(['editable', 'place', 'column']);

type ValuePlace = { name: string; lang: string; editables: Labelled };

/** Returns a value as the sentence has it: an inner message, a list, a size, a label or the value. */
function valueText(value: unknown, place: ValuePlace): string | number {
  const { name, lang, editables } = place;
  if (typeof value === 'number') return name.endsWith('bytes') ? bytesText(value, lang) : value;
  if (typeof value === 'string') {
    const isEditable = NAMING.has(name) && Object.hasOwn(editables, value);
    return isEditable ? (editables[value]?.label ?? value) : value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => isolated(String(valueText(item, place))));
    return new Intl.ListFormat(lang, { type: 'conjunction' }).format(items);
  }
  const { message_id: id, params = {} } = Object(value) as Said;
  return (id === undefined ? undefined : sentence({ id, params, lang, editables })) ?? '';
}

const KILO = 1000;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `1.2 MB` */
export function bytesText(bytes: number, lang: string): string {
  const power = bytes < KILO ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: BYTE_UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / KILO ** power);
}
