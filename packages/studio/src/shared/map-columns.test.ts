import { expect, test } from 'vitest';
import {
  editableOf,
  renamesOf,
  repeatedTargets,
  suggestColumns,
  targetOf,
  unfilledEditables,
} from './map-columns.ts';

const text = (label: string, required = true) => ({ input_type: 'text', label, required });
const EDITABLES = {
  name: text('Name of the guest'),
  t_02: text('Headline'),
  photo: { input_type: 'image', label: 'Photo', required: true },
  music: { input_type: 'audio', label: 'Music', required: false },
};

test('columns get the editable of their name, of its label, or of a similar name', () => {
  expect(
    suggestColumns(['Photo', 'head line', 'Guest name', 'external_id', 'Notes'], EDITABLES),
  ).toEqual({
    Photo: 'photo',
    'head line': 't_02',
    'Guest name': null,
    external_id: 'external_id',
    Notes: null,
  });
  expect(suggestColumns(['name_of_guest'], EDITABLES)).toEqual({ name_of_guest: 'name' });
});

test('an exact name comes before a similar name, and a target is given once', () => {
  expect(suggestColumns(['Name', 'name'], EDITABLES)).toEqual({ Name: null, name: 'name' });
});

test('fields and transforms keep their names; common names of fields are known', () => {
  expect(
    suggestColumns(['photo.crop_strategy', 'metadata.order', 'Titel', 'ID'], EDITABLES),
  ).toEqual({
    'photo.crop_strategy': 'photo.crop_strategy',
    'metadata.order': 'metadata.order',
    Titel: 'title',
    ID: 'external_id',
  });
});

test('an editable that is called like a field has a prefix', () => {
  const editables = { title: text('Title') };
  expect(targetOf('title')).toBe('editable:title');
  expect(editableOf('editable:title', editables)).toBe('title');
  expect(editableOf('title', editables)).toBeUndefined();
  expect(suggestColumns(['Title'], editables)).toEqual({ Title: 'editable:title' });
});

test('only other names are sent', () => {
  expect(renamesOf({ name: 'name', Notes: null, Foto: 'photo' })).toEqual({
    Notes: null,
    Foto: 'photo',
  });
});

test('required editables without a column and repeated targets are reported', () => {
  expect(unfilledEditables({ a: 'name', b: null }, EDITABLES)).toEqual(['t_02', 'photo']);
  expect(repeatedTargets({ a: 'name', b: 'name', c: null, d: null })).toEqual(
    new Map([['name', ['a', 'b']]]),
  );
});

test('a column that is called like a property of every object is a column', () => {
  const columns = ['constructor', 'toString', '__proto__', 'name'];
  const map = suggestColumns(columns, EDITABLES);
  expect(Object.entries(map)).toEqual([
    ['constructor', null],
    ['toString', null],
    ['__proto__', null],
    ['name', 'name'],
  ]);
  expect(suggestColumns(['valueOf'], { valueOf: text('Value') })).toEqual({ valueOf: 'valueOf' });
});
