import { type Fault, fault, jsonPointer } from '../base/index.ts';
import type { Editables } from '../template/index.ts';
import {
  audio,
  type CheckedMapping,
  type FileSource,
  fileSource,
  type Mapping,
  type MappingSpec,
} from './entries.ts';
import { checkSource, issueFault, unknownName } from './entry-faults.ts';

export const AUDIO_EXAMPLE = { source: { remote_url: 'https://…' }, transform: { volume: 1 } };

/** Faults of `audio_tracks`, with pointers relative to the mapping. */
export function checkAudioTracks({ editables, fonts }: MappingSpec, mapping: Mapping): Fault[] {
  const names = Object.keys(editables).filter((name) => editables[name]?.input_type === 'audio');
  return Object.entries(mapping.audio_tracks ?? {}).flatMap(([name, entry]) => {
    const pointer = jsonPointer('audio_tracks', name);
    if (!names.includes(name)) return [unknownTrack(name, pointer, editables, names)];
    const place = { name, pointer, editable: name };
    const parsed = audio.safeParse(entry);
    if (!parsed.success) return parsed.error.issues.map((issue) => issueFault(issue, entry, place));
    const { data } = parsed;
    if (data === null || data.source === null) return [];
    return checkSource({ source: data.source }, fonts, place);
  });
}

function unknownTrack(
  name: string,
  pointer: string,
  editables: Editables,
  names: readonly string[],
): Fault {
  const other = Object.hasOwn(editables, name) ? editables[name] : undefined;
  if (!other) return unknownName(name, pointer, names, 'an audio editable');
  return fault(
    'editable_wrong_type',
    `Expected the name of an audio editable but ${JSON.stringify(name)} is one for ${other.input_type}.`,
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
