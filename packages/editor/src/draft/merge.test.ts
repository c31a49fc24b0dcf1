import { expect, test } from 'vitest';
import type { Mapping } from '../api/types.ts';
import { Draft } from './draft.ts';
import { type Change, changes, merge, withChanges } from './merge.ts';

const mapping = (texts: Record<string, string>): Mapping => ({
  template_style_version_id: 'tsv_1',
  resources: Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { source: { text } }]),
  ),
});

const nameOf = (change: Change) => ('name' in change ? change.name : change.group);

test('fields that were changed in different pages do not ask, the same field does', () => {
  const base = mapping({ name: 'Ana', message: 'Hi', gone: 'x' });
  const mine = mapping({ name: 'Bob', message: 'Hi', gone: 'x', own: 'y' });
  const other = mapping({ name: 'Cleo', message: 'Hello', new: 'z' });
  const { theirs, conflicts } = merge(base, mine, other);
  expect(theirs.map(nameOf)).toEqual(['message', 'gone', 'new']);
  expect(conflicts.map(nameOf)).toEqual(['name']);
  expect(withChanges(mine, theirs).resources).toEqual(
    mapping({ name: 'Bob', message: 'Hello', own: 'y', new: 'z' }).resources,
  );
  expect(withChanges(mine, conflicts).resources['name']).toEqual({ source: { text: 'Cleo' } });
});

test('the same change in both pages is no conflict', () => {
  const base = mapping({ name: 'Ana' });
  expect(merge(base, mapping({ name: 'Bob' }), mapping({ name: 'Bob' }))).toEqual({
    theirs: [],
    conflicts: [],
  });
  expect(merge(base, mapping({}), mapping({}))).toEqual({ theirs: [], conflicts: [] });
});

test('undo after a merge undoes the own edit, not that of others', () => {
  const base = mapping({ name: 'Ana', message: 'Hi' });
  const draft = new Draft(base);
  const edit = { group: 'resources', isCommitted: true } as const;
  draft.edit({ ...edit, name: 'name', entry: { source: { text: 'Bob' } }, atMs: 0 });
  const theirChanges = changes(base, mapping({ name: 'Ana', message: 'Hello' }));
  draft.rebase((each) => withChanges(each, theirChanges));
  expect(draft.mapping.resources).toEqual(mapping({ name: 'Bob', message: 'Hello' }).resources);
  draft.undo();
  expect(draft.mapping.resources).toEqual(mapping({ name: 'Ana', message: 'Hello' }).resources);
  draft.redo();
  expect(draft.mapping.resources).toEqual(mapping({ name: 'Bob', message: 'Hello' }).resources);
});

test('captions are one field', () => {
  const captioned = (text: string) => ({
    ...mapping({ name: 'Ana' }),
    captions: { source: { text } },
  });
  const [base, their] = [captioned('a'), captioned('b')];
  const change = { group: 'captions', captions: their.captions };
  expect(merge(base, base, their)).toEqual({ theirs: [change], conflicts: [] });
  expect(withChanges(base, [change as Change])).toEqual(their);
  expect(merge(base, captioned('c'), their)).toEqual({ theirs: [], conflicts: [change] });
  expect(withChanges(base, changes(base, mapping({ name: 'Ana' })))).toEqual(
    mapping({ name: 'Ana' }),
  );
  expect(withChanges(base, changes(base, base))).toBe(base);
});
