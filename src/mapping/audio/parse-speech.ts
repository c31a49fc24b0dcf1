import { defined, type Fault, fault, listNames, nearest, quoted, say } from '../../base/index.ts';
import type { Editables } from '../../template/index.ts';
import type { RawSpeech } from '../entries.ts';
import { editableOf, type Place } from '../entry-faults.ts';
import type { ParsedSpeech } from '../parsed-mapping.ts';
import { characterFaults } from '../text-faults.ts';

/** Speaking this takes about five minutes. */
const MAX_SPEECH_CHARACTERS = 5000;

/** The texts of a mapping that a spoken text can name. */
export type SpokenTexts = {
  /** The names of the template's text editables. */
  names: readonly string[];
  /** The text of the mapping, or the template's own; undefined for a name that is no text. */
  textOf: (name: string) => string | undefined;
};

/** Returns the texts of a mapping by the names of the text editables. */
export function spokenTexts(
  editables: Editables,
  resources: Readonly<Record<string, unknown>>,
): SpokenTexts {
  const isText = (name: string) =>
    Object.hasOwn(editables, name) && editables[name]?.input_type === 'text';
  return {
    names: Object.keys(editables).filter(isText),
    textOf: (name) => {
      if (!isText(name)) return undefined;
      const entry = Object.hasOwn(resources, name) ? resources[name] : undefined;
      const { source } = (entry ?? {}) as { source?: { text?: unknown } | null };
      const text = source?.text;
      return typeof text === 'string' ? text : (editables[name]?.example_text ?? '');
    },
  };
}

/** A letter or a digit: without one, nothing is heard. */
const SPEAKABLE = /[\p{L}\p{N}]/u;
/** `{{`, `}}`, a name in braces, or a brace alone. */
const BRACES = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/**
 * Returns a spoken text whose `{names}` have the texts of these editables. `null`: these texts are empty, so there
 * is nothing to say.
 */
export function parseSpeech(
  { text: sentText, voice, language, speed = 1 }: RawSpeech,
  texts: SpokenTexts,
  place: Place,
): { speech: ParsedSpeech | null; faults: Fault[] } {
  const textPlace = { ...place, pointer: `${place.pointer}/source/speech/text` };
  // Before anything is searched in it: a text may have a megabyte.
  const faults = lengthFaults(sentText, textPlace) ?? characterFaults(sentText, textPlace);
  if (faults.length > 0) return { speech: null, faults };
  let isNamed = false;
  const text = sentText.replaceAll(BRACES, (part, name: string | undefined) => {
    if (part === '{{' || part === '}}') return part[0] ?? '';
    if (name === undefined) faults.push(braceFault(part, textPlace));
    else isNamed = true;
    const value = texts.textOf(name?.trim() ?? '');
    if (name !== undefined && value === undefined)
      faults.push(nameFault(name.trim(), texts.names, textPlace));
    return value ?? '';
  });
  if (faults.length > 0) return { speech: null, faults: faults.slice(0, MAX_FAULTS) };
  const tooLong = lengthFaults(text, textPlace);
  if (tooLong) return { speech: null, faults: tooLong };
  const speech = { text: text.trim(), speed, ...defined({ voice, language }) };
  if (SPEAKABLE.test(text)) return { speech, faults: [] };
  return { speech: null, faults: isNamed ? [] : [emptyFault(textPlace)] };
}

const MAX_FAULTS = 10;

/** Returns the fault of a text that is too long; undefined for others. */
function lengthFaults(text: string, place: Place): Fault[] | undefined {
  const max = MAX_SPEECH_CHARACTERS;
  const length = text.length > 2 * max ? text.length : [...text].length;
  if (length <= max) return undefined;
  const message = say`Expected at most ${max} characters for the spoken text of ${quoted(place.name)} but received ${length}.`;
  const hint = 'Shorten the text, or speak it in several tracks.';
  return [fault('text_invalid', message, { pointer: place.pointer, ...editableOf(place), hint })];
}

function emptyFault(place: Place): Fault {
  const message = say`Expected a text that can be spoken for ${quoted(place.name)} but received no letter and no digit.`;
  const hint = 'Write a text, or give "source": null for silence.';
  return fault('text_invalid', message, { pointer: place.pointer, ...editableOf(place), hint });
}

function braceFault(brace: string, place: Place): Fault {
  const message = say`Expected the name of a text between braces in the spoken text of ${quoted(place.name)} but received ${quoted(brace)} alone.`;
  const hint = say`Write ${quoted(brace + brace)} for a brace.`;
  return fault('text_invalid', message, { pointer: place.pointer, ...editableOf(place), hint });
}

function nameFault(name: string, names: readonly string[], place: Place): Fault {
  const shortName = name.slice(0, 100).toWellFormed();
  const message = say`Expected the name of a text of this template in the spoken text of ${quoted(place.name)} but received ${quoted(shortName)}.`;
  const close = nearest(name, names);
  const listed = listNames(name, names);
  const hint =
    close !== undefined
      ? say`Did you mean ${quoted(close)}?`
      : listed === ''
        ? say`The template has none.`
        : say`The template has ${listed}.`;
  return fault('editable_unknown', message, { pointer: place.pointer, ...editableOf(place), hint });
}
