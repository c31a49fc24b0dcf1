import type { Editable, Fault, Group, Kind, Mapping, Specs } from '../api/types.ts';
import { entryAt, entryOf } from '../draft/json-patch.ts';

/** A field of the form. */
export type Field = { name: string; group: Group; editable: Editable };
/** `isMore`: few people need these fields, which are folded at the end of the form. */
export type FieldGroup = { kind: Kind; fields: Field[]; isMore: boolean };

const ORDER: readonly Kind[] = [
  ...(['text', 'image', 'video', 'audio', 'color'] as const),
  ...(['number', 'checkbox', 'menu', 'point', 'font'] as const),
];

/** Returns the part of a mapping in which an editable has its entry. */
function groupOf({ input_type: kind }: Editable): Group {
  return kind === 'audio' ? 'audio_tracks' : 'resources';
}

/**
 * Returns the fields of a form by kind, in the order in which they are first visible. Fonts that the
 * designer did not make editable come last; those that have a field already do not come again.
 */
export function fieldGroups(
  { editables, fonts }: Specs,
  hidden: ReadonlySet<string>,
): FieldGroup[] {
  const fields: Field[] = Object.entries(editables)
    .toSorted(([, first], [, other]) => first.start - other.start)
    .map(([name, editable]) => ({ name, group: groupOf(editable), editable }));
  const editableFonts = new Set(
    fields.flatMap(({ editable }) =>
      editable.input_type === 'font' ? (editable.fonts ?? []) : [],
    ),
  );
  const otherFonts = fonts
    .filter((name) => !editableFonts.has(name))
    .map((name) => ({ name, group: 'font_changes' as const, editable: fontOf(name) }));
  const isVisible = ({ name }: Field) => !hidden.has(name);
  const groups = ORDER.map((kind) => ({
    kind,
    fields: fields.filter(({ editable }) => editable.input_type === kind).filter(isVisible),
    isMore: false,
  }));
  const more: FieldGroup = { kind: 'font', fields: otherFonts.filter(isVisible), isMore: true };
  return [...groups, more].filter((group) => group.fields.length > 0);
}

/** A font of the template can be replaced like an editable. */
function fontOf(name: string): Editable {
  const facts = { required: false, stillcut: '', start: 0, end: 0 };
  return { input_type: 'font', label: name, fonts: [name], ...facts };
}

/** Returns the editables that a render needs and the mapping lacks. */
export function missingFields({ editables }: Specs, mapping: Mapping): Set<string> {
  const isNeeded = ({ required, has_example: hasExample }: Editable) =>
    required && (mapping.missing !== 'example' || hasExample === false);
  const missing = Object.entries(editables).filter(
    ([name, editable]) =>
      isNeeded(editable) && entryOf(mapping, groupOf(editable), name) === undefined,
  );
  return new Set(missing.map(([name]) => name));
}

/** Faults of each field, and those that belong to none. */
export type SortedFaults = {
  of(field: Pick<Field, 'name' | 'group'>): readonly Fault[];
  other: Fault[];
};

/** Assigns faults to the fields that their pointers lead into. */
export function sortFaults(faults: readonly Fault[], fields: readonly Field[]): SortedFaults {
  const sorted = new Map<string, Fault[]>();
  const keyOf = ({ group, name }: Pick<Field, 'name' | 'group'>) => `${group}/${name}`;
  const formerKeys = new Set(fields.map(keyOf));
  const other: Fault[] = [];
  for (const fault of faults) {
    const at = entryAt(fault.pointer ?? '');
    const named = fields.find(({ name }) => name === fault.editable);
    const place = at && formerKeys.has(keyOf(at)) ? at : named;
    if (!place) other.push(fault);
    else sorted.set(keyOf(place), [...(sorted.get(keyOf(place)) ?? []), fault]);
  }
  return { of: (field) => sorted.get(keyOf(field)) ?? [], other };
}
