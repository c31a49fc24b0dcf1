import { expect, test } from 'vitest';
import { compareEditables, lostEditables } from './compare-editables.ts';
import type { Editables } from './editable.ts';

const TEXT = { input_type: 'text', label: 'a', required: true, stillcut: 's', start: 0, end: 1 };
const editables = (entries: object) => entries as Editables;

test('compareEditables lists added, removed and changed editables, with the changed fields', () => {
  const box = { width: 1, height: 2 };
  const changes = compareEditables(
    editables({ a: TEXT, b: TEXT, c: { ...TEXT, box }, toString: TEXT }),
    editables({ b: { ...TEXT, label: 'b', max_lines: 2 }, c: { ...TEXT, box }, constructor: TEXT }),
  );
  expect(changes).toEqual({
    added: ['constructor'],
    removed: ['a', 'toString'],
    changed: [{ name: 'b', fields: ['label', 'max_lines'] }],
  });
  expect(lostEditables(changes)).toEqual(['a', 'toString']);
});

test('an editable whose type changed is no longer usable by existing mappings', () => {
  const changes = compareEditables(
    editables({ a: TEXT }),
    editables({ a: { ...TEXT, input_type: 'color' } }),
  );
  expect(lostEditables(changes)).toEqual(['a']);
});
