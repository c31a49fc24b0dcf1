import type { Mapping, Specs } from '../api/types.ts';
import { entryOf } from '../draft/json-patch.ts';
import type { Field } from './field-list.ts';

/** The audio track that every template has which has no editable of this name. */
const VOICE = 'voice';

/** Returns the field of the track for a voice; undefined if the template has its own editable of this name. */
export function voiceOverField(
  { editables }: Specs,
  { label, duration }: { label: string; duration: number | undefined },
): Field | undefined {
  if (Object.hasOwn(editables, VOICE)) return undefined;
  return {
    name: VOICE,
    group: 'audio_tracks',
    editable: {
      input_type: 'audio',
      label,
      required: false,
      stillcut: '',
      start: 0,
      end: duration ?? 0,
      ...(duration !== undefined && { duration }),
    },
  };
}

export function hasVoiceOver(mapping: Mapping): boolean {
  return entryOf(mapping, 'audio_tracks', VOICE) !== undefined;
}
