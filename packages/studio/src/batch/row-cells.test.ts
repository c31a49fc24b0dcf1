import { expect, test } from 'vitest';
import { cellOf, cellText, correctedRows } from './row-cells.ts';

test('only cells that differ are sent, in the order of the rows', () => {
  const edits = new Map([
    [9, { name: 'Zoë', note: '7' }],
    [3, { name: 'Ana' }],
    [4, { name: 'Max' }],
  ]);
  const storedCells = (row: number) =>
    ({ 3: { name: '' }, 4: { name: 'Max' }, 9: { note: 7 } })[row];
  expect(correctedRows(edits, storedCells)).toEqual([
    { row: 3, values: { name: 'Ana' } },
    { row: 9, values: { name: 'Zoë' } },
  ]);
});

test('cells are shown as text', () => {
  expect([undefined, null, 7, { source: null }].map(cellText)).toEqual([
    '',
    '',
    '7',
    '{"source":null}',
  ]);
});

test('a row without a cell has none, also in a column that is called like a property', () => {
  expect(cellOf({ name: 'Ada' }, 'constructor')).toBeUndefined();
  expect(cellOf({ constructor: 'Ada' }, 'constructor')).toBe('Ada');
  expect(cellOf(null, 'name')).toBeUndefined();
});
