import { expect, test } from 'vitest';
import type { Mapping } from '../api/types.ts';
import { Draft } from './draft.ts';
import { difference, entryAt, entryPointer, withEntry } from './json-patch.ts';

const EMPTY: Mapping = { template_style_version_id: 'tsv_1', resources: {} };
const text = (value: string) => ({ source: { text: value } });
const edit = (name: string, value: string | undefined, atMs: number, isCommitted = true) => ({
  name,
  group: 'resources' as const,
  atMs,
  isCommitted,
  entry: value === undefined ? undefined : text(value),
});

test('edits return a JSON Patch with escaped names', () => {
  const draft = new Draft(EMPTY);
  expect(draft.edit(edit('a/b~c', 'x', 0))).toEqual([
    { op: 'add', path: '/resources/a~1b~0c', value: text('x') },
  ]);
  expect(draft.edit(edit('a/b~c', 'y', 5000))).toEqual([
    { op: 'replace', path: '/resources/a~1b~0c', value: text('y') },
  ]);
  expect(draft.edit(edit('a/b~c', undefined, 10_000))).toEqual([
    { op: 'remove', path: '/resources/a~1b~0c' },
  ]);
  expect(draft.edit({ ...edit('m', 'x', 0), group: 'audio_tracks', entry: null })).toEqual([
    { op: 'add', path: '/audio_tracks', value: { m: null } },
  ]);
});

test('other captions are a change, and an edit keeps them', () => {
  const captions = (text: string) => ({ source: { cues: [{ start: 0, end: 1, text }] } });
  const draft = new Draft({ ...EMPTY, captions: captions('Hi') });
  draft.edit(edit('a', 'x', 0));
  const { mapping } = draft;
  expect(mapping.captions).toEqual(captions('Hi'));
  expect(draft.replace({ ...mapping, captions: captions('Hello') })).toEqual([
    { op: 'replace', path: '/captions', value: captions('Hello') },
  ]);
  expect(draft.replace(mapping)).toHaveLength(1);
});

test('an edit that changes nothing is no step', () => {
  const draft = new Draft(EMPTY);
  expect(draft.edit(edit('a', undefined, 0))).toEqual([]);
  draft.edit(edit('a', 'x', 0));
  expect(draft.edit(edit('a', 'x', 9000))).toEqual([]);
  draft.undo();
  expect(draft.canUndo).toBe(false);
});

test('edits of a field within a second are one step, and edits of two fields are two', () => {
  const draft = new Draft(EMPTY);
  for (const [at, value] of ['H', 'He', 'Hel'].entries()) draft.edit(edit('a', value, at * 900));
  draft.edit(edit('b', 'x', 1900));
  draft.edit(edit('a', 'Help', 1950));
  expect(draft.undo()).toEqual([{ op: 'replace', path: '/resources/a', value: text('Hel') }]);
  expect(draft.undo()).toEqual([{ op: 'remove', path: '/resources/b' }]);
  expect(draft.undo()).toEqual([{ op: 'remove', path: '/resources/a' }]);
  expect(draft.mapping).toEqual(EMPTY);
  expect(draft.undo()).toEqual([]);
  for (const _ of [1, 2, 3]) draft.redo();
  expect(draft.mapping.resources).toEqual({ a: text('Help'), b: text('x') });
});

test('the moves of a slider are one step, however long they take', () => {
  const draft = new Draft(EMPTY);
  draft.edit(edit('a', '1', 0, false));
  draft.edit(edit('a', '2', 60_000, false));
  draft.edit(edit('a', '2', 90_000, true));
  draft.edit(edit('a', '3', 95_000));
  draft.undo();
  expect(draft.mapping.resources).toEqual({ a: text('2') });
  draft.undo();
  expect(draft.canUndo).toBe(false);
});

test('an edit after undo removes the steps that could be redone', () => {
  const draft = new Draft(EMPTY);
  draft.edit(edit('a', 'x', 0));
  draft.undo();
  draft.edit(edit('a', 'y', 1));
  expect(draft.canRedo).toBe(false);
  expect(draft.redo()).toEqual([]);
});

test('a whole mapping is replaced in one step', () => {
  const draft = new Draft(EMPTY);
  const other: Mapping = {
    ...EMPTY,
    resources: { a: text('x') },
    font_changes: { Inter: { source: { font_name: 'Roboto' } } },
  };
  expect(draft.replace(other).map(({ path }) => path)).toEqual(['/resources/a', '/font_changes']);
  draft.undo();
  expect(draft.mapping).toEqual(EMPTY);
});

test('the history is bounded', () => {
  const draft = new Draft(EMPTY);
  for (let at = 0; at < 300; at++) draft.edit(edit('a', String(at), at * 2000));
  let steps = 0;
  while (draft.canUndo && draft.undo()) steps++;
  expect(steps).toBe(200);
});

test('names of properties that all objects have are names like others', () => {
  const changed = withEntry(EMPTY, 'resources', '__proto__', text('x'));
  expect(difference(EMPTY, changed)).toEqual([
    { op: 'add', path: '/resources/__proto__', value: text('x') },
  ]);
  expect(difference(changed, withEntry(changed, 'resources', '__proto__', undefined))).toEqual([
    { op: 'remove', path: '/resources/__proto__' },
  ]);
});

test('entryAt finds the entry that a pointer of a fault leads into', () => {
  const pointer = entryPointer('resources', 'a/b~c');
  expect(entryAt(`/mapping${pointer}/source/text`)).toEqual({ group: 'resources', name: 'a/b~c' });
  expect(entryAt('/audio_tracks/m')).toEqual({ group: 'audio_tracks', name: 'm' });
  expect(entryAt('/mapping/template_style_version_id')).toBeUndefined();
  expect(entryAt('')).toBeUndefined();
});
