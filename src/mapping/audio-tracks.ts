import { type Fault, fault, jsonPointer } from '../base/index.ts';
import type { Editable, Editables } from '../template/index.ts';
import {
  audio,
  type CheckedMapping,
  type FileSource,
  fileSource,
  type Mapping,
} from './entries.ts';
import { checkSource, issueFault, type Place } from './entry-faults.ts';
import { formFault } from './meant-entry.ts';
import { type FontNames, unknownNames } from './unknown-names.ts';

/** Faults of `audio_tracks`, with pointers relative to the mapping. */
export function checkAudioTracks(
  editables: Editables,
  fonts: FontNames,
  mapping: Mapping,
): Fault[] {
  const unknown: string[] = [];
  const faults = Object.entries(mapping.audio_tracks ?? {}).flatMap(([name, entry]) => {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    const place = { name, pointer: jsonPointer('audio_tracks', name), editable: name };
    if (!editable) {
      unknown.push(name);
      return [];
    }
    if (editable.input_type !== 'audio') return [noTrack(place, editable.input_type)];
    const malformed = formFault('audio', entry, place);
    if (malformed) return [malformed];
    const parsed = audio.safeParse(entry);
    if (!parsed.success) return parsed.error.issues.map((issue) => issueFault(issue, entry, place));
    const { data } = parsed;
    if (data === null || data.source === null) return [];
    return checkSource({ source: data.source }, fonts, place);
  });
  const names = Object.keys(editables);
  const known = names.filter((name) => editables[name]?.input_type === 'audio');
  const what = 'the name of an audio editable of this template';
  const kind = { code: 'editable_unknown', what, known, isEditable: true } as const;
  return [...faults, ...unknownNames(unknown, 'audio_tracks', kind)];
}

function noTrack({ name, pointer }: Place, type: Editable['input_type']): Fault {
  return fault(
    'editable_wrong_type',
    `Expected the name of an audio editable but ${JSON.stringify(name)} is one for ${type}.`,
    { pointer, editable: name, hint: 'Put it into "resources".' },
  );
}

/** The files that a mapping's tracks bring. */
export function trackFiles(
  mapping: CheckedMapping,
): { pointer: string; editable: string; source: FileSource }[] {
  return Object.entries(mapping.audio_tracks ?? {}).flatMap(([editable, entry]) => {
    const source = entry?.source ? fileSource({ source: entry.source }) : undefined;
    return source ? [{ pointer: jsonPointer('audio_tracks', editable), editable, source }] : [];
  });
}
