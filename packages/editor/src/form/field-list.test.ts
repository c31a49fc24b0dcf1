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
};

test('fields are grouped by kind and ordered by time', () => {
  const names = (hidden: string[]) =>
    fieldGroups(SPECS, new Set(hidden)).map(({ kind, fields }) => [
      kind,
      ...fields.map(({ name, group }) => `${group}/${name}`),
    ]);
  expect(names([])).toEqual([
    ['text', 'resources/early', 'resources/late'],
    ['audio', 'audio_tracks/music'],
    ['color', 'resources/back'],
    ['font', 'font_changes/Inter'],
  ]);
  expect(names(['early', 'late', 'back', 'Inter'])).toEqual([['audio', 'audio_tracks/music']]);
});

test('fonts that are not editable are folded, and a font with a field has no second one', () => {
  const lettering: Editable = { ...editable('font', 0), fonts: ['Inter'] };
  const specs = {
    ...SPECS,
    editables: { ...SPECS.editables, lettering },
    fonts: ['Inter', 'Lobster'],
  };
  const fonts = fieldGroups(specs, new Set()).filter(({ kind }) => kind === 'font');
  expect(fonts.map(({ fields, isMore }) => [isMore, ...fields.map(({ name }) => name)])).toEqual([
    [false, 'lettering'],
    [true, 'Lobster'],
  ]);
});

test('required editables without an entry are missing', () => {
  const mapping = {
    template_style_version_id: 'tsv_1',
    resources: { late: { source: { text: '' } } },
  };
  expect([...missingFields(SPECS, mapping)]).toEqual(['early', 'back']);
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
