import { type Fault, fault, findMessage, quoted, say } from '../base/index.ts';
import type { Editable } from '../template/index.ts';
import { editableOf, type Place } from './entry-faults.ts';
import { EXAMPLES } from './meant-entry.ts';

type Kind = Exclude<Editable['input_type'], 'audio'>;

const FIELDS = [
  ...['text', 'color', 'remote_url', 'upload_id', 'font_name'],
  ...['number', 'checkbox', 'point', 'menu'],
];
const FILE = ['remote_url', 'upload_id'];

/** The fields that the source of each kind of entry may have. */
const ALLOWED: Readonly<Record<Kind, readonly string[]>> = {
  text: ['text'],
  color: ['color', 'text'],
  image: FILE,
  video: FILE,
  font: [...FILE, 'font_name'],
  number: ['number'],
  checkbox: ['checkbox'],
  point: ['point'],
  menu: ['menu'],
};

/** Returns a fault for an entry whose source is one for another kind of editable. */
export function wrongSource(kind: Kind, entry: unknown, place: Place): Fault | undefined {
  const { source } = (entry ?? {}) as { source?: unknown };
  if (typeof source !== 'object' || source === null) return undefined;
  const sentFields = FIELDS.filter((field) => field in source);
  if (sentFields.length === 0 || sentFields.some((field) => ALLOWED[kind].includes(field)))
    return undefined;
  return fault(
    'editable_wrong_type',
    say`Expected an entry of type ${findMessage(kind)} for ${quoted(place.name)} but received a source with ${quoted(sentFields)}.`,
    {
      pointer: `${place.pointer}/source`,
      ...editableOf(place),
      hint: say`Send ${JSON.stringify(EXAMPLES[kind])}.`,
    },
  );
}
