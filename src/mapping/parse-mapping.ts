import { type Fault, fault, findMessage, jsonPointer, quoted, say } from '../base/index.ts';
import type { Editable, Editables } from '../template/index.ts';
import type { MappingSpec } from './entries.ts';
import { parseFontChanges } from './font-changes.ts';
import { EXAMPLES } from './meant-entry.ts';
import { misplacedEntries, misplacedTrack, noTrack } from './misplaced.ts';
import { parseCaptionTracks } from './parse-caption-tracks.ts';
import { parseEntry } from './parse-entry.ts';
import { type ParsedEntry, type ParsedMapping, parsedMapping } from './parsed-mapping.ts';
import { totalTextFaults } from './text-faults.ts';
import { type FontNames, fontNames, unknownNames } from './unknown-names.ts';

/** `mapping` has the entries without faults; pointers are relative to the mapping. */
export type MappingResult = { mapping: ParsedMapping; faults: Fault[] };

/**
 * Parses the JSON of a mapping against a template. The result is complete only without faults. A field
 * of the wrong type counts as absent here: `shapeFaults` reports it.
 */
export function parseMapping(spec: MappingSpec, json: unknown): MappingResult {
  const steps = parsing(spec, json);
  for (;;) {
    const { done: isDone, value } = steps.next();
    if (isDone) return value;
  }
}

/** Does the work of `parseMapping` entry by entry, so that the caller can do other work in between. */
export function* parsing(spec: MappingSpec, json: unknown): Generator<void, MappingResult> {
  const { editables } = spec;
  const sentFields = fieldsOf(json);
  const fonts = fontNames(spec.fonts);
  const misplaced = misplacedEntries(editables, sentFields.all);
  const faults = [...misplaced];
  const changes = parseFontChanges(spec, fonts, sentFields);
  faults.push(...changes.faults);
  yield;
  const { captions, faults: captionFaults } = parseCaptionTracks(
    sentFields.all['captions'],
    editables,
  );
  faults.push(...captionFaults);
  if (captions.length > 0) yield;

  const entries: [string, ParsedEntry][] = [];
  const hints = { left: MAX_OPTION_HINTS };
  const parts = {
    resources: sentFields.resources ?? {},
    audio_tracks: sentFields.audio_tracks ?? {},
  };
  for (const field of ['audio_tracks', 'resources'] as const) {
    const unknown: string[] = [];
    for (const [name, entry] of Object.entries(parts[field])) {
      const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
      if (!editable) {
        unknown.push(name);
        continue;
      }
      const outcome = parseIn(field, { name, editable, entry, fonts, hints });
      if (outcome.value && outcome.faults.length === 0) entries.push([name, outcome.value]);
      faults.push(...outcome.faults);
      yield;
    }
    faults.push(...unknownEditables(unknown, field, editables));
  }

  faults.push(...totalTextFaults(parts.resources));
  // Without usable `resources` or `missing` one fault is enough: not one for each editable.
  if (sentFields.resources && sentFields.isMissingValid) {
    const misplacedNames = new Set(misplaced.map(({ editable }) => editable));
    const missing = missingEntries(editables, parts, sentFields.missing === 'example');
    faults.push(...missing.filter(({ editable }) => !misplacedNames.has(editable)));
  }
  const isTrack = ([, { kind }]: [string, ParsedEntry]) => kind === 'audio';
  const ordered = [...entries.filter((entry) => !isTrack(entry)), ...entries.filter(isTrack)];
  const mapping = parsedMapping(Object.fromEntries(ordered), changes.fontChanges, captions);
  return { mapping, faults };
}

/** Unknown options of menus for which the nearest option is searched: a menu may have thousands. */
const MAX_OPTION_HINTS = 10;

type Field = 'resources' | 'audio_tracks';
type Entries = Readonly<Record<string, unknown>>;
type NamedEntry = {
  hints: { left: number };
  name: string;
  editable: Editable;
  entry: unknown;
  fonts: FontNames;
};

function parseIn(field: Field, { name, editable, entry, fonts, hints }: NamedEntry) {
  const place = { name, pointer: jsonPointer(field, name), editable: name, hints };
  const isAudio = editable.input_type === 'audio';
  if (field === 'resources' && isAudio) return { faults: [misplacedTrack(place)] };
  if (field === 'audio_tracks' && !isAudio)
    return { faults: [noTrack(place, editable.input_type)] };
  return parseEntry(editable, entry, place, fonts);
}

/** The fields of a mapping that have the right type. */
function fieldsOf(json: unknown) {
  const sentFields = objectOf(json) ?? {};
  const { missing } = sentFields;
  return {
    all: sentFields,
    resources: objectOf(sentFields['resources']),
    audio_tracks: objectOf(sentFields['audio_tracks']),
    font_changes: objectOf(sentFields['font_changes']),
    missing,
    isMissingValid: missing === undefined || missing === 'example',
  };
}

function objectOf(value: unknown): Entries | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Entries) : undefined;
}

/** Faults for names that the template does not have. For tracks, only audio editables are suggested. */
function unknownEditables(names: readonly string[], field: Field, editables: Editables): Fault[] {
  if (names.length === 0) return [];
  const isTracks = field === 'audio_tracks';
  const knownEditables = Object.keys(editables).filter(
    (name) => !isTracks || editables[name]?.input_type === 'audio',
  );
  const what = isTracks
    ? say`the name of an audio editable of this template`
    : say`the name of an editable of this template`;
  return unknownNames(names, field, {
    code: 'editable_unknown',
    what,
    knownNames: knownEditables,
    isEditable: true,
  });
}

/** Returns a fault for each required editable that has neither an entry nor an allowed example. */
function missingEntries(
  editables: Editables,
  sentEntries: Record<Field, Entries>,
  takesExamples: boolean,
): Fault[] {
  return Object.entries(editables).flatMap(([name, editable]) => {
    const { input_type: type, required, has_example: hasExample } = editable;
    const field: Field = type === 'audio' ? 'audio_tracks' : 'resources';
    if (!required || Object.hasOwn(sentEntries[field], name)) return [];
    if (takesExamples && hasExample !== false) return [];
    const kind = findMessage(type);
    const message = takesExamples
      ? say`Expected an entry for the ${kind} editable ${quoted(name)} but received none, and the template brings no example of it.`
      : say`Expected an entry for the ${kind} editable ${quoted(name)} but received none.`;
    const example = JSON.stringify(EXAMPLES[type]);
    const hint = takesExamples
      ? say`Add ${example}.`
      : say`Add ${example}, or set "missing": "example" to keep the template's own content.`;
    return [fault('editable_missing', message, { pointer: `/${field}`, editable: name, hint })];
  });
}
