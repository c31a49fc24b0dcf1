import { expect, test } from 'vitest';
import { hasMediaFields, isFilling, mapColumns } from './column-choices.ts';

const editable = (input_type: string, label = input_type) => ({
  input_type,
  label,
  required: true,
});
const editables = {
  name: editable('text', 'Name'),
  photo: editable('image', 'Portrait'),
  logo: editable('image', 'Logo'),
  clip: editable('video', 'Clip'),
  song: editable('audio', 'Song'),
};

const tableOf = (columns: readonly string[], ...rows: string[][]) => ({
  delimiter: ',',
  columns: [...columns],
  rows,
  isCut: false,
});

test('columns of files and of their addresses are proposed for media, after those with a name', () => {
  const table = tableOf(
    ['Who', 'A', 'B', 'C', 'D', 'Logo', 'Site'],
    ['Ana', 'ana.JPG', 'x.mp4', 'https://a.b/c.mp3?x=1.txt', 'two.png', 'l.png', 'https://a.b'],
    ['Ben', 'none', 'y.mov', 'https://a.b/d.wav', 'three.png', 'l.png', 'https://a.b/c'],
    ['Cy', 'photos\\cy.png', '', '', '', '', ''],
  );
  expect(mapColumns(table, editables, {})).toEqual({
    Who: null,
    A: 'photo',
    B: 'clip',
    C: 'song',
    D: null,
    Logo: 'logo',
    Site: null,
  });
});

test('what a person chose stays, and is proposed for no other column', () => {
  const table = tableOf(['Name', 'Pic', 'Old'], ['Ana', 'a.jpg', 'b.jpg']);
  const chosenMap = { Name: null, Old: 'photo', Pic: 'gone' };
  expect(mapColumns(table, editables, chosenMap)).toEqual({
    Name: null,
    Pic: 'logo',
    Old: 'photo',
  });
  expect(mapColumns(table, editables, { Old: 'name' })).toEqual({
    Name: null,
    Pic: 'photo',
    Old: 'name',
  });
});

test('names without an ending are files when these files are there', () => {
  const table = tableOf(['Guest'], ['ana'], ['ben']);
  expect(mapColumns(table, editables, {})).toEqual({ Guest: null });
  const fileOf = (cell: string) => ({ path: `photos/${cell}.jpg` });
  expect(mapColumns(table, editables, {}, fileOf)).toEqual({ Guest: 'photo' });
});

test('titles and left out columns fill nothing, options of content do', () => {
  expect(isFilling({ a: null, b: 'title', c: 'metadata.x' }, editables)).toBe(false);
  expect(isFilling({ a: 'name' }, editables)).toBe(true);
  expect(isFilling({ a: 'photo.fit' }, editables)).toBe(true);
  expect(hasMediaFields(editables)).toBe(true);
  expect(hasMediaFields({ name: editables.name })).toBe(false);
});
