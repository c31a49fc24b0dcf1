import { expect, test } from 'vitest';
import type { Editable, Specs } from '../api/types.ts';
import { namesOf, paletteOf } from './editor-properties.ts';
import { commandOf } from './keyboard.ts';
import { secondsOf, stillsOf } from './stills.ts';

const editable = (facts: Partial<Editable>): Editable => ({
  input_type: 'text',
  label: '',
  required: true,
  stillcut: 'a',
  start: 0,
  end: 4,
  ...facts,
});
const SPECS: Specs = {
  id: 'tsv_1',
  editables: {
    title: editable({ start: 1, end: 4 }),
    name: editable({ start: 2, end: 6 }),
    back: editable({ input_type: 'color', stillcut: 'b', start: 6, end: 9, example_text: 'FFF' }),
    ink: editable({ input_type: 'color', example_text: '102030' }),
  },
  fonts: [],
  captions: null,
};

test('names are between commas, or in a JSON array when they have commas', () => {
  expect(namesOf(' title, (Footage)/USER/logo.png ,')).toEqual([
    'title',
    '(Footage)/USER/logo.png',
  ]);
  expect(namesOf('["a, b", "c"]')).toEqual(['a, b', 'c']);
  expect(namesOf('[a], b')).toEqual(['[a]', 'b']);
  expect(namesOf(null)).toEqual([]);
});

test('Ctrl+Z works everywhere, and plain keys only outside of controls', () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(commandOf({ ...none, key: 'z', ctrlKey: true }, true)).toBe('undo');
  expect(commandOf({ ...none, key: 'Z', metaKey: true, shiftKey: true }, true)).toBe('redo');
  expect(commandOf({ ...none, key: 'y', ctrlKey: true }, false)).toBe('redo');
  expect(commandOf({ ...none, key: 'z' }, false)).toBeUndefined();
  expect(commandOf({ ...none, key: ' ' }, false)).toBe('toggle');
  expect(commandOf({ ...none, key: ' ' }, true)).toBeUndefined();
  expect(commandOf({ ...none, key: 'ArrowLeft', altKey: true }, false)).toBeUndefined();
});

test('the palette is that of the brand, else that of template and mapping', () => {
  const mapping = {
    template_style_version_id: 'tsv_1',
    resources: { back: { source: { color: '#abc' } } },
  };
  expect(paletteOf(['#123456', 'red', '123456'], SPECS, mapping)).toEqual(['#123456']);
  expect(paletteOf([], SPECS, mapping)).toEqual(['#aabbcc', '#ffffff', '#102030']);
});

test('stills are ordered by time, and a field shows the time at which its editable is seen', () => {
  const urls = { b: '/b.jpg', a: '/a.jpg', unused: '/c.jpg' };
  expect(stillsOf(urls, SPECS).map(({ name, seconds }) => [name, seconds])).toEqual([
    ['a', 3],
    ['b', 7.5],
  ]);
  const times = { a: 1.5, b: 0.5, unused: 9 };
  expect(stillsOf(urls, SPECS, times).map(({ name }) => name)).toEqual(['b', 'a', 'unused']);
  expect(secondsOf(editable({ start: 1 }), SPECS, times)).toBe(1.5);
  expect(secondsOf(editable({ start: 2 }), SPECS, times)).toBe(3);
});
