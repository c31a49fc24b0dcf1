import { expect, test } from 'vitest';
import type { Editable, Fault, Specs } from '../api/types.ts';
import { fieldGroups, missingFields, sortFaults } from './field-list.ts';

const editable = (
  input_type: Editable['input_type'],
  start: number,
  required = true,
): Editable => ({ input_type, label: input_type, stillcut: 's', start, end: 9, required });
const SPECS: Specs = {
  id: 'tsv_1',
  editables: {
    late: editable('text', 4),
    early: editable('text', 1),
    music: editable('audio', 0, false),
    back: editable('color', 0),
  },
  fonts: ['Inter'],
  captions: null,
};

const shownGroups = (editables: Specs['editables'], hidden: string[] = []) =>
  fieldGroups({ ...SPECS, editables }, new Set(hidden)).map(({ heading, fields, isMore }) => [
    'text' in heading
      ? heading.text
      : `${heading.kind} ${'number' in heading ? heading.number : ''}`,
    ...fields.map(({ name, group }) => `${group}/${name}`),
    ...(isMore ? ['folded'] : []),
  ]);

test('fields are ordered by the time at which they are first visible, and grouped by scene', () => {
  const { editables } = SPECS;
  expect(shownGroups(editables)).toEqual([
    ['all ', 'resources/back', 'resources/early', 'resources/late'],
    ['audio ', 'audio_tracks/music'],
  ]);
  const scenes = { ...editables, late: { ...editable('text', 4), stillcut: 'end' } };
  expect(shownGroups(scenes, ['back'])).toEqual([
    ['scene 1', 'resources/early'],
    ['scene 2', 'resources/late'],
    ['audio ', 'audio_tracks/music'],
  ]);
});

test('the groups of the designer keep their order, and fonts without a group are folded', () => {
  const { late, early, music, back } = SPECS.editables as Record<string, Editable>;
  const lettering: Editable = { ...editable('font', 0), fonts: ['Inter'] };
  const grouped = { late: { ...late, group: 'End' }, early: { ...early, group: 'Start' } };
  const closing = { back: { ...back, group: 'End' }, other: editable('number', 2) };
  expect(shownGroups({ ...grouped, ...closing, music, lettering } as Specs['editables'])).toEqual([
    ['End', 'resources/late', 'resources/back'],
    ['Start', 'resources/early'],
    ['others ', 'resources/other'],
    ['audio ', 'audio_tracks/music'],
    ['fonts ', 'resources/lettering', 'folded'],
  ]);
});

test('a font that the designer did not make editable has no field', () => {
  expect(shownGroups({}, [])).toEqual([]);
});

test('required editables without an entry are missing', () => {
  const mapping = {
    template_style_version_id: 'tsv_1',
    resources: { late: { source: { text: '' } } },
  };
  expect([...missingFields(SPECS, mapping)]).toEqual(['early', 'back']);
  // What the form shows as a value is not missing.
  const colored = { ...SPECS.editables, back: { ...editable('color', 0), example_text: 'fff' } };
  expect([...missingFields({ ...SPECS, editables: colored }, mapping)]).toEqual(['early']);
  expect([...missingFields(SPECS, mapping, true)]).toEqual([]);
  const withExamples = { ...mapping, missing: 'example' as const };
  expect([...missingFields(SPECS, withExamples)]).toEqual([]);
  const photo = { ...editable('image', 0), has_example: false as const };
  const specs = { ...SPECS, editables: { ...SPECS.editables, photo } };
  expect([...missingFields(specs, withExamples)]).toEqual(['photo']);
});

test('faults belong to the field of their pointer, then to that of their editable', () => {
  const fields = fieldGroups(SPECS, new Set()).flatMap((group) => group.fields);
  const fault = (facts: Partial<Fault>): Fault => ({
    code: 'c',
    message: JSON.stringify(facts),
    retryable: false,
    ...facts,
  });
  const faults = [
    fault({ pointer: '/mapping/resources/late/source/text' }),
    fault({ pointer: '/mapping', editable: 'music' }),
    fault({ pointer: '/mapping/resources/unknown' }),
    fault({}),
  ];
  const sorted = sortFaults(faults, fields);
  expect(sorted.of({ group: 'resources', name: 'late' })).toEqual([faults[0]]);
  expect(sorted.of({ group: 'audio_tracks', name: 'music' })).toEqual([faults[1]]);
  expect(sorted.of({ group: 'resources', name: 'early' })).toEqual([]);
  expect(sorted.other).toEqual([faults[2], faults[3]]);
});
