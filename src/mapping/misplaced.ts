import {
  type Fault,
  fault,
  findMessage,
  jsonPointer,
  type Message,
  quoted,
  say,
} from '../base/index.ts';
import type { Editable, Editables } from '../template/index.ts';
import { mappingShape } from './entries.ts';
import type { Place } from './entry-faults.ts';
import { EXAMPLES, formFault, meantEntry } from './meant-entry.ts';

/** Fields of a mapping. An editable of such a name is not taken for a misplaced entry. */
const FIELDS = new Set(['id', ...Object.keys(mappingShape.shape)]);

/** Returns a fault for each editable whose entry is next to `resources` instead of in it. */
export function misplacedEntries(
  editables: Editables,
  mapping: Readonly<Record<string, unknown>>,
): Fault[] {
  return Object.entries(mapping).flatMap(([name, entry]) => {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    return editable && !FIELDS.has(name) ? [misplacedEntry(name, editable, entry)] : [];
  });
}

/**
 * The fault for one entry. Its hint shows the entry in the right place: the one that was probably meant, or
 * for an entry of the right form an example.
 */
function misplacedEntry(name: string, editable: Editable, entry: unknown): Fault {
  const { input_type: kind } = editable;
  const field = kind === 'audio' ? 'audio_tracks' : 'resources';
  const isMalformed = formFault(kind, entry, { name, pointer: '' }) !== undefined;
  const meant = isMalformed ? meantEntry(kind, entry) : EXAMPLES[kind];
  return fault(
    'invalid_request',
    say`Expected the editable ${quoted(name)} in ${quoted(field)} but received it outside.`,
    { pointer: jsonPointer(name), editable: name, hint: sendHint(field, name, meant) },
  );
}

/** Returns the fault of an audio editable in `resources`. */
export function misplacedTrack({ name, pointer }: Place): Fault {
  const message = say`Expected the audio editable ${quoted(name)} in "audio_tracks" but received it in "resources".`;
  const hint = sendHint('audio_tracks', name, EXAMPLES.audio);
  return fault('editable_wrong_type', message, { pointer, editable: name, hint });
}

/** Returns the fault of an editable of another kind in `audio_tracks`. */
export function noTrack({ name, pointer }: Place, kind: Editable['input_type']): Fault {
  const message = say`Expected the name of an audio editable but ${quoted(name)} takes ${findMessage(kind)}.`;
  const hint = 'Move it to "resources".';
  return fault('editable_wrong_type', message, { pointer, editable: name, hint });
}

function sendHint(field: string, name: string, entry: object): Message {
  return say`Send ${`"${field}": { ${JSON.stringify(name)}: ${JSON.stringify(entry)} }`}.`;
}
