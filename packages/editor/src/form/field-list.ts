import type { Editable, Fault, Group, Kind, Mapping, Specs } from '../api/types.ts';
import { designValue } from '../draft/design-values.ts';
import { entryAt, entryOf } from '../draft/json-patch.ts';

/** A field of the form. */
export type Field = { name: string; group: Group; editable: Editable };

/** What the heading of a group says: a name of the designer, the number of a scene, or what its fields are. */
export type Heading =
  | { kind: 'named'; text: string }
  | { kind: 'scene'; number: number }
  | { kind: 'audio' | 'fonts' | 'others' | 'all' };

/** `isMore`: few people need these fields, which are folded at the end of the form. */
export type FieldGroup = { heading: Heading; fields: Field[]; isMore: boolean };

/** Fields that are first visible at the same moment. */
const ORDER: readonly Kind[] = [
  ...(['text', 'image', 'video', 'color'] as const),
  ...(['number', 'checkbox', 'menu', 'point', 'audio', 'font'] as const),
];

/** Returns the part of a mapping in which an editable has its entry. */
function groupOf({ input_type: kind }: Editable): Group {
  return kind === 'audio' ? 'audio_tracks' : 'resources';
}

/**
 * Returns the fields of a form: in the groups and the order of the designer, else by scene in the order in which
 * they are first visible. Audio and fonts without a group come last.
 */
export function fieldGroups({ editables }: Specs, hidden: ReadonlySet<string>): FieldGroup[] {
  const allFields: Field[] = Object.entries(editables).map(([name, editable]) => ({
    name,
    group: groupOf(editable),
    editable,
  }));
  const isDesigned = allFields.some(({ editable }) => editable.group !== undefined);
  const fields = (isDesigned ? allFields : allFields.toSorted(compareAppearance)).filter(
    ({ name }) => !hidden.has(name),
  );
  const named = Map.groupBy(
    fields.filter(({ editable }) => editable.group !== undefined),
    ({ editable }) => editable.group ?? '',
  );
  const ungroupedFields = fields.filter(({ editable }) => editable.group === undefined);
  const isOf = (kind: Kind) => (field: Field) => field.editable.input_type === kind;
  const [audio, fonts] = [
    ungroupedFields.filter(isOf('audio')),
    ungroupedFields.filter(isOf('font')),
  ];
  const seenFields = ungroupedFields.filter(
    (field) => !isOf('audio')(field) && !isOf('font')(field),
  );
  const groups: FieldGroup[] = [
    ...[...named].map(([text, members]) => groupWith({ kind: 'named', text }, members)),
    ...(isDesigned ? [groupWith({ kind: 'others' }, seenFields)] : scenesOf(seenFields)),
    groupWith({ kind: 'audio' }, audio),
    { ...groupWith({ kind: 'fonts' }, fonts), isMore: true },
  ];
  return groups.filter((group) => group.fields.length > 0);
}

function groupWith(heading: Heading, fields: Field[]): FieldGroup {
  return { heading, fields, isMore: false };
}

/** The fields of each still are a scene. One scene needs no heading. */
function scenesOf(fields: readonly Field[]): FieldGroup[] {
  const scenes = [...Map.groupBy(fields, ({ editable }) => editable.stillcut).values()];
  return scenes.map((members, index) =>
    groupWith(
      scenes.length === 1 ? { kind: 'all' } : { kind: 'scene', number: index + 1 },
      members,
    ),
  );
}

function compareAppearance({ editable: first }: Field, { editable: other }: Field): number {
  const rankOf = ({ input_type: kind }: Editable) => ORDER.indexOf(kind);
  return first.start - other.start || rankOf(first) - rankOf(other);
}

/**
 * Returns the editables that keep the video from being rendered: nobody has filled them, and nothing of the
 * template is used in their place.
 */
export function missingFields(
  { editables }: Specs,
  mapping: Mapping,
  areExamplesUsed = false,
): Set<string> {
  const hasExamples = areExamplesUsed || mapping.missing === 'example';
  const isNeeded = (editable: Editable) =>
    editable.required &&
    (hasExamples ? editable.has_example === false : designValue(editable) === undefined);
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
